"""The x of boards: a player's points minus the mean of the others in the same seat."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.boards import Total, clip, compare, order, totals
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import NOBODY_CAME, VOID, Result, Score, given_up, no_show, played

WON, LOST, SKUNKED = played((121, 100)), played((100, 121)), played((121, 80))


def board(*results: Result) -> list[Encounter]:
    """Return tables of players 1 and 2, 3 and 4, ... The odd numbers deal first."""
    return [Encounter(2 * n + 1, 2 * n + 2, result) for n, result in enumerate(results)]


def test_x_is_own_points_less_the_mean_of_the_others_in_the_same_seat():
    found = compare(board(SKUNKED, WON, LOST, LOST))
    assert [found[n] for n in (1, 3, 5, 7)] == [Fraction(7, 3), 1, Fraction(-5, 3), Fraction(-5, 3)]
    assert [found[n] for n in (2, 4, 6, 8)] == [
        Fraction(-4, 3),
        Fraction(-4, 3),
        Fraction(4, 3),
        Fraction(4, 3),
    ]


def test_loss_that_all_others_in_the_seat_share_costs_nothing():
    assert set(compare(board(LOST, LOST, LOST, LOST)).values()) == {0}


def test_resigning_under_91_gives_a_skunk():
    assert compare(board(given_up(1, (40, 30)), LOST, LOST, LOST))[1] == 3


def test_absent_player_loses_and_is_left_out_of_the_comparison():
    found = compare(board(no_show(0), SKUNKED, LOST, LOST))
    assert found[1] == -1  # no points, minus the mean of 3, 0 and 0
    assert found[2] is None
    assert found[3] == 3


def test_a_missing_opponent_gives_the_players_own_average_and_at_least_zero():
    boards = {1: board(no_show(0), SKUNKED, LOST, LOST), 2: board(LOST, WON, WON, WON), 3: board(*[LOST] * 4)}
    of_two = compare(boards[2])[2]
    assert of_two == 2
    assert totals([2], boards)[2].x == 2 + Fraction(2 + 0, 2)
    losing = {1: board(no_show(0), *[LOST] * 3), 2: board(WON, *[LOST] * 3)}
    assert compare(losing[2])[2] == -2
    assert totals([2], losing)[2].x == -2


def test_voided_game_is_at_no_board():
    found = compare(board(VOID, WON, LOST, LOST))
    assert 1 not in found
    assert totals([1], {1: board(VOID, WON)})[1] == Total()


def test_if_neither_came_both_have_lost():
    found = compare(board(NOBODY_CAME, WON, WON, LOST))
    assert found[1] == Fraction(-4, 3)
    assert found[2] == Fraction(-2, 3)


def test_sitting_out_scores_nothing():
    assert totals([9], {1: board(WON, LOST)})[9].x == 0


def test_equal_x_are_ranked_by_margins_of_at_most_sixty():
    even = {1: board(played((121, 1)), played((121, 100))), 2: board(LOST, LOST)}
    assert clip(120) == 60
    assert totals([1], {1: even[1]})[1].margin == 60
    lines = order([1, 3], {1: board(played((121, 95)), played((121, 100)))})
    assert [(line.place, line.player) for line in lines] == [(1, 1), (2, 3)]


def test_the_player_with_the_most_x_is_first():
    lines = order([1, 3, 5], {1: board(LOST, WON, SKUNKED)})
    assert [(line.place, line.player) for line in lines] == [(1, 5), (2, 3), (3, 1)]


def test_equal_players_share_the_place():
    lines = order([1, 3, 5], {1: board(WON, WON, LOST)})
    assert [(line.place, line.player) for line in lines] == [(1, 1), (1, 3), (3, 5)]


loser = st.integers(0, 120)
dealt = st.one_of(
    st.builds(lambda n, first: played((121, n) if first else (n, 121)), loser, st.booleans()),
    st.builds(lambda n, m, who: given_up(who, (n, m)), loser, loser, st.integers(0, 1)),
)
results = st.lists(
    st.one_of(dealt, dealt, st.just(no_show(0)), st.just(no_show(1)), st.just(VOID)), max_size=9
)


@given(results)
def test_the_x_of_all_players_in_one_seat_add_up_to_zero(found):
    tables = board(*found)
    compared = compare(tables)
    for place in (0, 1):
        here = [compared[met.players[place]] for met in tables if met.result and met.result.was_dealt]
        assert sum(x for x in here if x is not None) == 0


@given(st.lists(st.lists(dealt, min_size=4, max_size=4), max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_the_tables_makes_no_difference(rounds, chance):
    boards = {number: board(*each) for number, each in enumerate(rounds, 1)}
    shuffled = {number: chance.sample(each, len(each)) for number, each in boards.items()}
    assert order(range(1, 9), boards) == order(range(1, 9), shuffled)


@given(results)
def test_points_games_and_wins_are_those_of_the_score_card(found):
    tables = board(*found)
    for player, total in totals(range(1, 2 * len(found) + 1), {1: tables}).items():
        (own,) = [met.score(player) for met in tables if player in met.players]
        assert total.score == (own if own else Score())
