"""The points of a discard."""

from hypothesis import given
from hypothesis import strategies as st

from study.throws.points import points_for

losses = st.floats(0, 1)


def test_best_discard_earns_100_and_every_two_percent_halve_it():
    assert [points_for(lost) for lost in (0, 0.02, 0.04, 0.01, 0.2)] == [100, 50, 25, 71, 0]


@given(losses, losses)
def test_greater_loss_never_earns_more(one: float, other: float):
    less, more = sorted((one, other))
    assert 0 <= points_for(more) <= points_for(less) <= 100
