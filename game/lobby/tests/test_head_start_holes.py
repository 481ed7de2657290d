"""How many holes make a game even."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.state import MOST_HOLES, Rules, Seat
from game.lobby.head_start import CHANCE_AHEAD, holes_ahead, holes_for
from study.review.judge.win_chances import chance_at_start, win_table

POINTS = st.integers(0, 4000)
TARGETS = st.sampled_from(sorted(CHANCE_AHEAD))


@pytest.mark.parametrize("target", CHANCE_AHEAD)
def test_chances_are_the_mean_of_both_dealers_in_the_win_tables(target):
    table = win_table(target)
    for holes, chance in enumerate(CHANCE_AHEAD[target]):
        as_dealer, as_pone = float(table[holes, 0]), 1 - float(table[0, holes])
        assert chance == round(10_000 * (as_dealer + as_pone) / 2)


def test_chances_agree_with_published_figures():
    """The deal is worth about 12 percentage points in total; a hole at the start, about two."""
    table = win_table(121)
    assert float(table[0, 0]) == pytest.approx(0.56, abs=0.02)
    by_hole = [
        after - before for before, after in zip(CHANCE_AHEAD[121], CHANCE_AHEAD[121][1:], strict=False)
    ]
    assert all(165 <= gain <= 195 for gain in by_hole)


@pytest.mark.parametrize(
    ("difference", "holes"),
    [
        (0, 0),
        (1, 1),
        (19, 1),
        (20, 2),
        (21, 2),
        (40, 2),
        (41, 3),
        (100, 6),
        (150, 8),
        (200, 11),
        (210, 11),
        (2000, 11),
    ],
)
def test_the_fewest_holes_that_make_up_for_a_difference(difference, holes):
    assert holes_for(difference) == holes_for(-difference) == holes


@pytest.mark.slow
@given(POINTS, POINTS, TARGETS)
def test_fewer_holes_would_be_too_few(own, opponent, target):
    holes = holes_for(own - opponent, target)
    needed = 0.5 + min(0.2, abs(own - opponent) / 1050)
    chances = [chance / 10_000 for chance in CHANCE_AHEAD[target]]
    assert 0 <= holes <= MOST_HOLES
    assert chances[holes] >= needed - 1e-9
    assert all(chance < needed for chance in chances[:holes])


@given(POINTS, POINTS, TARGETS)
def test_the_player_with_more_points_gives_holes(own, opponent, target):
    ahead = holes_ahead(own, opponent, target)
    assert ahead == -holes_ahead(opponent, own, target)
    assert (ahead < 0) == (own > opponent)


@given(st.integers(0, MOST_HOLES), TARGETS)
def test_the_review_begins_where_the_start_does(holes, target):
    """With a cut for deal and with a named dealer."""
    ahead, behind = (Rules(target, start=start) for start in ((holes, 0), (0, holes)))
    assert chance_at_start(ahead) == pytest.approx(CHANCE_AHEAD[target][holes] / 10_000, abs=0.0001)
    assert chance_at_start(ahead) + chance_at_start(behind) == pytest.approx(1)
    first = Rules(target, first_dealer=Seat.A, start=(holes, 0))
    assert chance_at_start(first) == pytest.approx(float(win_table(target)[holes, 0]))
