"""Places of a day, and numbers as they are read."""

from hypothesis import given
from hypothesis import strategies as st

from game.daily.scoring import Result, par_of, rank, signed

RESULTS = st.lists(
    st.builds(Result, st.integers(), st.integers(-60, 60), st.none() | st.floats(0, 0.9)),
    unique_by=lambda one: one.key,
)


def test_the_greater_margin_is_first_and_less_chance_lost_breaks_a_tie():
    winner, careful, careless, unknown = (
        Result(1, 31, 0.4),
        Result(2, 12, 0.02),
        Result(3, 12, 0.03),
        Result(4, 12),
    )
    places = rank([unknown, careless, winner, careful])
    assert [(one.place, one.result.key) for one in places] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_those_that_nothing_tells_apart_share_a_place():
    places = rank([Result(1, 5), Result(2, 9), Result(3, 9), Result(4, 4)])
    assert [(one.place, one.result.key) for one in places] == [(1, 2), (1, 3), (3, 1), (4, 4)]


@given(RESULTS)
def test_a_place_is_one_more_than_how_many_did_better(results: list[Result]):
    def is_better(one: Result, other: Result) -> bool:
        lost = [2.0 if each.lost is None else each.lost for each in (one, other)]
        return one.margin > other.margin or (one.margin == other.margin and lost[0] < lost[1])

    places = rank(results)
    assert sorted(one.result.key for one in places) == sorted(one.key for one in results)
    for one in places:
        assert one.place == 1 + sum(is_better(other, one.result) for other in results)


@given(RESULTS)
def test_the_order_in_which_they_came_does_not_matter(results: list[Result]):
    assert rank(results) == rank(results[::-1])


def test_par_is_the_mean():
    assert par_of([10, -20, 4]) == -2


def test_numbers_have_their_sign():
    assert [signed(7), signed(-7), signed(0), signed(-0.04, 1)] == ["+7", "−7", "±0", "±0.0"]
