"""Brackets: byes and qualifiers of ACC's rule 13.2, and matches that end when they are decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.bracket import (
    Bracket,
    Match,
    Unknown,
    full_size,
    qualifiers,
    seeding,
)
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import NOBODY_CAME, VOID, no_show, played

FINAL, FINAL_OF_FOUR = Match(0, 0), Match(1, 0)


def won(winner, loser):
    return Encounter(winner, loser, played((121, 100)))


@pytest.mark.parametrize(
    ("entrants", "go_on", "size", "straight"),
    [(108, 27, 32, 5), (132, 33, 64, 31), (60, 15, 16, 1), (121, 31, 32, 1), (124, 31, 32, 1)],
)
def test_qualifiers_and_byes_are_those_of_the_rule_book(entrants, go_on, size, straight):
    assert (qualifiers(entrants), full_size(go_on), full_size(go_on) - go_on) == (go_on, size, straight)


@pytest.mark.parametrize(("entrants", "go_on"), [(2, 2), (3, 2), (4, 2), (8, 2), (9, 3)])
def test_a_final_needs_two(entrants, go_on):
    assert qualifiers(entrants) == go_on


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_a_seed_and_its_opponent_add_up_to_the_size_and_one(size):
    order = seeding(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(a + b == size + 1 for a, b in zip(order[::2], order[1::2], strict=True))


def test_matches_are_ordered_by_the_tree():
    assert seeding(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.slow
@given(st.integers(2, 70))
def test_if_the_better_seed_always_wins_the_best_two_meet_in_the_final(n):
    bracket = play(Bracket(tuple(range(1, n + 1))), better=min)
    assert set(bracket.sides(Match(bracket.rounds - 1, 0))) == {1, 2}
    assert bracket.champion == 1


@pytest.mark.slow
@given(st.integers(2, 40), st.sampled_from((3, 5)), st.randoms())
def test_every_match_is_won_by_as_many_games_as_decide_it(n, best_of, chance):
    bracket = play(Bracket(tuple(range(1, n + 1)), best_of), better=chance.choice)
    need = best_of // 2 + 1
    for games in bracket.games.values():
        assert need <= len(games) <= best_of
    assert len(bracket.games) == n - 1
    assert not list(bracket.to_play())


def play(bracket, better):
    games = {}
    while matches := list(Bracket(bracket.players, bracket.best_of, games).to_play()):
        for match in matches:
            sides = Bracket(bracket.players, bracket.best_of, games).sides(match)
            winner = better(sides)
            loser = sides[1 - sides.index(winner)]
            games.setdefault(match, []).append(won(winner, loser))
    return Bracket(bracket.players, bracket.best_of, games)


def test_the_best_have_byes():
    bracket = Bracket((11, 12, 13, 14, 15))
    assert bracket.sides(Match(0, 0)) == (11, Unknown.NOBODY)
    assert bracket.winner(Match(0, 0)) == 11
    assert bracket.sides(Match(0, 1)) == (14, 15)
    assert bracket.sides(Match(1, 0)) == (11, Unknown.PENDING)
    assert list(bracket.to_play()) == [Match(0, 1), Match(1, 1)]
    assert bracket.winner(Match(1, 0)) is Unknown.PENDING
    assert bracket.champion is Unknown.PENDING
    assert bracket.wins(Match(0, 0)) == bracket.wins(Match(1, 0)) == (0, 0)


def test_called_off_game_counts_for_no_one_and_a_running_one_delays_the_match():
    games = {FINAL: [won(1, 2), Encounter(1, 2, VOID)]}
    assert Bracket((1, 2), 3, games).wins(FINAL) == (1, 0)
    assert list(Bracket((1, 2), 3, games).to_play()) == [FINAL]
    games[FINAL].append(Encounter(2, 1))
    assert list(Bracket((1, 2), 3, games).to_play()) == []


def test_no_show_loses_the_game():
    games = {FINAL: [Encounter(1, 2, no_show(0)), Encounter(2, 1, no_show(1))]}
    assert Bracket((1, 2), 3, games).champion == 2


def test_if_neither_comes_neither_advances_and_the_next_has_a_bye():
    games = {Match(0, 1): [Encounter(2, 3, NOBODY_CAME)] * 2, Match(0, 0): [won(1, 4), won(1, 4)]}
    bracket = Bracket((1, 2, 3, 4), 3, games)
    assert bracket.winner(Match(0, 1)) is Unknown.NOBODY
    assert bracket.champion == 1


def test_a_match_that_is_not_decided_goes_to_the_opponent_of_a_leaver():
    bracket = Bracket((1, 2, 3, 4), 3, {Match(0, 0): [won(1, 4)]}, out=(1,))
    assert bracket.winner(Match(0, 0)) == 4


def test_leaver_still_counts_as_winner_of_earlier_matches():
    games = {Match(0, 0): [won(1, 4)] * 2, Match(0, 1): [won(2, 3)] * 2}
    bracket = Bracket((1, 2, 3, 4), 3, games, out=(1,))
    assert bracket.winner(Match(0, 0)) == 1
    assert bracket.sides(FINAL_OF_FOUR) == (1, 2)
    assert bracket.champion == 2


def test_running_game_is_awaited_when_a_player_leaves():
    games = {FINAL: [won(1, 2), Encounter(2, 1)]}
    assert Bracket((1, 2), 3, games, out=(1,)).champion is Unknown.PENDING
    games[FINAL][1] = won(2, 1)
    assert Bracket((1, 2), 3, games, out=(1,)).champion == 2
    games[FINAL][1] = won(1, 2)
    assert Bracket((1, 2), 3, games, out=(1,)).champion == 1


@pytest.mark.parametrize(("out", "finalist"), [((1, 4), 4), ((4, 1), 1)])
def test_match_of_two_leavers_goes_to_the_one_who_left_later(out: tuple[int, ...], finalist: int):
    games = {Match(0, 0): [won(1, 4)], Match(0, 1): [won(2, 3)] * 2}
    bracket = Bracket((1, 2, 3, 4), 3, games, out=out)
    assert bracket.sides(FINAL_OF_FOUR) == (finalist, 2)
    assert bracket.champion == 2


def test_first_deals_of_a_match_go_by_turns():
    assert Bracket((1, 2)).first_deal(FINAL, by_the_cut=2) == 2
    assert Bracket((1, 2), 3, {FINAL: [won(2, 1)]}).first_deal(FINAL, by_the_cut=2) == 1
    assert Bracket((1, 2), 5, {FINAL: [won(2, 1), won(1, 2)]}).first_deal(FINAL, by_the_cut=1) == 2


@pytest.mark.parametrize(("players", "best_of"), [((1,), 3), ((1, 2), 4)])
def test_invalid_bracket_is_refused(players, best_of):
    with pytest.raises(ValueError, match=r"needs two players|best of 3 or of 5"):
        Bracket(players, best_of)
