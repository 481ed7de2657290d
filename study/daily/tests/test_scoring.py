"""Places of a day, and formatted numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.shared_rounds.par import leads_of
from study.daily.scoring import Peg, Result, par_of, par_of_deals, pegs_of, percentages, rank, signed

RESULTS = st.lists(
    st.builds(Result, st.integers(), st.integers(-60, 60), st.none() | st.floats(0, 0.9)),
    unique_by=lambda one: one.key,
)


def placed(*results: Result) -> list[tuple[int, int]]:
    return [(one.place, one.result.key) for one in rank(results)]


def test_the_greater_margin_is_first_and_less_chance_lost_breaks_a_tie():
    winner, careful, careless = Result(1, 31, 0.4), Result(2, 12, 0.02), Result(3, 12, 0.03)
    assert placed(careless, winner, careful) == [(1, 1), (2, 2), (3, 3)]


def test_players_of_the_same_margin_share_a_place_until_all_their_games_are_reviewed():
    careful, careless, waiting = Result(2, 12, 0.02), Result(3, 12, 0.03), Result(4, 12)
    assert placed(waiting, careless, Result(1, 31), careful) == [(1, 1), (2, 2), (2, 3), (2, 4)]


def test_players_with_the_same_loss_share_a_place():
    assert placed(Result(1, 12, 0.02), Result(2, 12, 0.02), Result(3, 12, 0.3)) == [(1, 1), (1, 2), (3, 3)]


def test_unreviewed_equal_results_share_a_place():
    places = rank([Result(1, 5), Result(2, 9), Result(3, 9), Result(4, 4)])
    assert [(one.place, one.result.key) for one in places] == [(1, 2), (1, 3), (3, 1), (4, 4)]


@given(RESULTS)
def test_a_place_is_one_more_than_how_many_did_better(results: list[Result]):
    unreviewed = {one.margin for one in results if one.lost is None}

    def is_better(one: Result, other: Result) -> bool:
        if one.margin == other.margin and one.margin not in unreviewed:
            return (one.lost or 0.0) < (other.lost or 0.0)
        return one.margin > other.margin

    places = rank(results)
    assert sorted(one.result.key for one in places) == sorted(one.key for one in results)
    for one in places:
        assert one.place == 1 + sum(is_better(other, one.result) for other in results)


@given(RESULTS)
def test_the_order_in_which_they_came_does_not_matter(results: list[Result]):
    assert rank(results) == rank(results[::-1])


def test_a_percentage_is_the_part_of_the_other_players_that_are_beaten():
    assert percentages({1: 31, 2: 12, 3: 12, 4: -5, 5: None}) == {1: 100, 2: 62.5, 3: 62.5, 4: 25, 5: 0}


def test_a_player_alone_gets_half_and_a_game_given_up_gets_nothing():
    assert percentages({7: -90}) == {7: 50}
    assert percentages({7: None}) == {7: 0}
    assert percentages({7: None, 8: None}) == {7: 0, 8: 0}
    assert percentages({7: None, 8: -121}) == {7: 0, 8: 100}
    assert percentages({}) == {}


@given(st.dictionaries(st.integers(), st.none() | st.integers(-121, 121), min_size=2))
def test_percentages_are_never_negative_and_playing_on_never_pays_less_than_giving_up(
    margins: dict[int, int | None],
):
    found = percentages(margins)
    for key, margin in margins.items():
        beaten = [
            0.0 if other is None and margin is None else 1.0 if other is None else
            0.0 if margin is None else (margin > other) + (margin == other) / 2
            for each, other in margins.items() if each != key
        ]  # fmt: skip
        assert 0 <= found[key] <= 100
        assert found[key] == pytest.approx(100 * sum(beaten) / len(beaten))
        assert found[key] >= percentages({**margins, key: None})[key]


def test_par_is_the_mean():
    assert par_of([10, -20, 4]) == -2


def test_numbers_have_their_sign():
    assert [signed(7), signed(-7), signed(0), signed(-0.04, 1)] == ["+7", "−7", "±0", "±0.0"]


def test_the_leads_of_all_deals_add_up_to_the_margin():
    leads = leads_of([(0, 0), (12, 20), (40, 31), (121, 90)])
    assert leads == [-8, 17, 22]
    assert sum(leads) == 121 - 90


def test_par_of_a_deal_is_the_average_of_the_games_that_reached_it():
    assert par_of_deals([[4, -6, 10], [8, -2]]) == [6, -4, 10]


@pytest.mark.parametrize(
    ("lead", "par", "peg"),
    [
        (7, 6.0, Peg.AHEAD),
        (6, 5.25, Peg.LEVEL),
        (6, 6.75, Peg.LEVEL),
        (5, 6.0, Peg.BEHIND),
        (-4, -6.5, Peg.AHEAD),
        (0, 0.0, Peg.LEVEL),
    ],
)
def test_a_peg_tells_whether_a_deal_went_better_than_par(lead: int, par: float, peg: Peg):
    assert pegs_of([lead], [par]) == (peg,)


def test_a_deal_that_par_never_reached_is_compared_with_no_lead():
    assert pegs_of([2, 3, -3], [2.0]) == (Peg.LEVEL, Peg.AHEAD, Peg.BEHIND)
    assert pegs_of([2], [2.0, 9.0]) == (Peg.LEVEL,)
