"""The score of a game: ACC's two and three points, limited gifts, and no-shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.scoring import (
    NOBODY_CAME,
    VOID,
    Ending,
    Result,
    Score,
    given_up,
    no_show,
    played,
    total,
)

POINTS = st.integers(0, 120)
PLACES = st.sampled_from((0, 1))


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [
        (played((121, 120)), Score(2, 1, 1, 1, 1), Score(0, 0, -1, 0, 1)),
        (played((121, 91)), Score(2, 1, 30, 30, 1), Score(0, 0, -30, 0, 1)),
        (played((121, 90)), Score(3, 1, 31, 31, 1), Score(0, 0, -31, 0, 1)),
        (played((121, 60)), Score(3, 1, 61, 61, 1), Score(0, 0, -61, 0, 1)),  # a double skunk is a skunk
        (played((88, 121)), Score(0, 0, -33, 0, 1), Score(3, 1, 33, 33, 1)),
        (given_up(0, (100, 40)), Score(0, 0, -21, 0, 1), Score(2, 1, 21, 21, 1)),
        (given_up(1, (30, 5)), Score(3, 1, 31, 31, 1), Score(0, 0, -31, 0, 1)),
        (given_up(1, (0, 0)), Score(3, 1, 31, 31, 1), Score(0, 0, -31, 0, 1)),
        (no_show(1), Score(2, 1, 0, 0, 1), Score(0, 0, 0, 0, 1)),
        (NOBODY_CAME, Score(0, 0, 0, 0, 1), Score(0, 0, 0, 0, 1)),
        (VOID, Score(), Score()),
    ],
)
def test_score_of_both_players(result, first, second):
    assert (result.score(0), result.score(1)) == (first, second)


@given(POINTS, PLACES)
def test_resigning_does_not_avoid_a_skunk(own, loser):
    by_giving_up = given_up(loser, (own, own)).score(loser)
    assert by_giving_up.points == 0
    assert given_up(loser, (own, own)).is_skunk == (own < 91)
    assert given_up(loser, (own, own)).score(1 - loser).points == (3 if own < 91 else 2)


@given(POINTS, PLACES)
def test_resigning_gives_at_most_the_narrowest_skunk(own, loser):
    assert 1 <= given_up(loser, (own, own)).spread <= 31


@given(POINTS, PLACES)
def test_spreads_of_winner_and_loser_cancel(loser_has, winner):
    scores = (121, loser_has) if winner == 0 else (loser_has, 121)
    both = [played(scores).score(place) for place in (0, 1)]
    assert sum(score.spread for score in both) == 0
    assert sum(score.wins for score in both) == 1
    assert sum(score.points for score in both) in (2, 3)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: played((120, 119)), "No player has reached 121."),
        (lambda: played((121, 121)), "The loser has from 0 to 120, not 121."),
        (lambda: played((121, -1)), "The loser has from 0 to 120, not -1."),
        (lambda: Result(Ending.PLAYED, 1, (121, 90)), "The loser has from 0 to 120, not 121."),
        (lambda: Result(Ending.PLAYED, 0, (119, 90)), "The winner has 121, not 119."),
        (lambda: given_up(0, (50, 122)), "A score is from 0 to 121, not 122."),
        (lambda: Result(Ending.NO_SHOW, 0, (1, 0)), "A game that was not played has no scores."),
        (lambda: Result(Ending.NO_SHOW, 2), "A winner is in place 0 or 1."),
    ],
)
def test_impossible_result_is_refused_with_an_explanation(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_card_is_the_sum_of_its_games():
    assert total([Score(2, 1, 5, 5, 1), Score(0, 0, -40, 0, 1)]) == Score(2, 1, -35, 5, 2)
