"""The standings: points, wins, net, plus, head-to-head, or a shared place."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import NOBODY_CAME, VOID, given_up, no_show, played
from tournaments.formats.standings import club_score, standings

A, B, C, D, E, F = range(1, 7)


def won(winner: int, loser: int, loser_has: int = 100) -> Encounter:
    return Encounter(winner, loser, played((121, loser_has)))


def order(players: Sequence[int], *games: Encounter) -> list[tuple[int, int]]:
    return [(line.place, line.player) for line in standings(players, games)]


@pytest.mark.parametrize(
    ("why", "games", "expected"),
    [
        ("points", [won(A, B), won(C, D, 90)], [(1, C), (2, A), (3, B), (4, D)]),
        (
            "wins, where points are level",
            [won(A, E, 90), won(A, E, 90), won(B, E), won(B, F), won(B, F)],
            [(1, B), (2, A), (3, F), (4, E)],
        ),
        ("net, where wins are level", [won(A, C, 100), won(B, D, 101)], [(1, A), (2, B), (3, D), (4, C)]),
        (
            "plus, where net is level",
            [won(A, C, 100), won(B, D, 95), won(C, B, 116)],
            [(1, B), (2, A), (3, C), (4, D)],
        ),
    ],
)
def test_criteria_decide_in_order(why, games, expected):
    listed = sorted({player for _, player in expected})
    assert order(listed, *games) == expected, why


def test_head_to_head_separates_two_level_players():
    games = [won(A, B, 100), won(B, C, 100), won(D, A, 100)]
    lines = {player: place for place, player in order([A, B, C, D], *games)}
    assert lines[A] < lines[B]


def test_head_to_head_depends_on_the_games_and_not_on_the_first_dealer():
    games = [won(B, A, 100), won(A, C, 100), won(D, B, 100)]
    lines = {player: place for place, player in order([A, B, C, D], *games)}
    assert lines[B] < lines[A]


def test_head_to_head_counts_only_if_all_level_players_have_met():
    games = [won(A, B), won(B, D), won(E, A), won(C, D), won(F, C)]
    assert {place for place, player in order([A, B, C, D, E, F], *games) if player in (A, B, C)} == {3}


def test_three_who_beat_each_other_in_a_ring_share_their_place():
    assert order([A, B, C], won(A, B), won(B, C), won(C, A)) == [(1, A), (1, B), (1, C)]


def test_after_a_shared_place_the_next_is_skipped():
    games = [won(A, C), won(B, D), won(A, D), won(B, C), won(E, F)]
    assert [place for place, _ in order([A, B, C, D, E, F], *games)] == [1, 1, 3, 4, 5, 5]


def test_called_off_and_running_games_do_not_count_but_no_shows_do():
    games = [
        Encounter(A, B),
        Encounter(A, C, VOID),
        Encounter(B, C, no_show(0)),
        Encounter(A, D, NOBODY_CAME),
    ]
    lines = {line.player: line.score for line in standings([A, B, C, D], games)}
    assert (lines[C].points, lines[C].wins, lines[C].spread, lines[C].games) == (2, 1, 0, 1)
    assert lines[B].games == 1
    assert lines[A].games == 1


def test_disqualified_player_is_not_listed_and_wins_against_them_count():
    assert order([A, C], won(A, B), won(C, B, 80)) == [(1, C), (2, A)]


def test_club_score_is_the_sum_of_its_members_wins():
    games = [won(A, C), won(D, B, 80), won(A, D)]
    assert (club_score([A, B], games).points, club_score([C, D], games).points) == (4, 3)


@st.composite
def evenings(draw):
    players = list(range(1, draw(st.integers(2, 9)) + 1))
    games = []
    for _ in range(draw(st.integers(0, 25))):
        one, other = draw(st.permutations(players))[:2]
        own = draw(st.integers(80, 120))
        result = draw(st.sampled_from([played((121, own)), given_up(0, (own, own)), no_show(1), VOID, None]))
        games.append(Encounter(one, other, result))
    return players, games


@given(evenings(), st.randoms())
def test_standings_are_total_and_independent_of_the_input_order(evening, chance):
    players, games = evening
    lines = standings(players, games)
    assert sorted(line.player for line in lines) == players
    assert lines == standings(chance.sample(players, len(players)), chance.sample(games, len(games)))


@given(evenings())
def test_a_place_is_one_more_than_how_many_are_before_it(evening):
    lines = standings(*evening)
    assert [line.place for line in lines] == [
        1 + sum(other.place < line.place for other in lines) for line in lines
    ]


@given(evenings())
def test_points_add_up_to_the_points_of_all_games(evening):
    players, games = evening
    given_out = sum(met.score(met.first).points + met.score(met.second).points for met in games)
    assert sum(line.score.points for line in standings(players, games)) == given_out
    assert sum(line.score.spread for line in standings(players, games)) == 0
