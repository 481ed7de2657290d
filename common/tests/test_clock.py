"""A clock that follows another moves no further than necessary, and tests can shift it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from common import clock

# The monotonic times of the question to the other clock and of its answer.
ASKED, HEARD = 100.0, 100.5


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine whose clock shows 1,000 and whose monotonic clock shows 100.5."""
    monkeypatch.setattr(clock, "_monotonic_offset", None)
    monkeypatch.setattr(clock, "time", lambda: 1000.0)
    monkeypatch.setattr(clock, "monotonic", lambda: HEARD)


def test_by_default_it_is_the_machines_clock() -> None:
    assert clock.milliseconds() == 1_000_000
    assert clock.now().timestamp() == 1000


@pytest.mark.parametrize("said", [999.5, 999.7, 1000.0])
def test_a_difference_within_the_round_trip_is_ignored(said: float) -> None:
    clock.synchronize(said, ASKED, HEARD)
    assert clock.seconds() == 1000


@pytest.mark.parametrize(("said", "then"), [(940.0, 940.5), (1060.0, 1060.0)], ids=["ahead", "behind"])
def test_a_wrong_clock_is_corrected(said: float, then: float) -> None:
    clock.synchronize(said, ASKED, HEARD)
    assert clock.seconds() == then


def test_setting_the_machines_clock_does_not_move_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.synchronize(1000.0, ASKED, HEARD)
    monkeypatch.setattr(clock, "time", lambda: 4600.0)
    assert clock.seconds() == 1000
    clock.synchronize(1000.0, ASKED, HEARD)
    assert clock.seconds() == 1000


def test_a_slow_answer_makes_nothing_worse_and_a_quick_one_better() -> None:
    clock.synchronize(940.0, ASKED, HEARD)
    clock.synchronize(939.0, ASKED - 4, HEARD)
    assert clock.seconds() == 940.5
    clock.synchronize(940.0, HEARD - 0.002, HEARD)
    assert clock.seconds() == pytest.approx(940.002)


def test_a_machine_that_slept_is_right_again_after_one_answer() -> None:
    clock.synchronize(1000.0, ASKED, HEARD)
    clock.synchronize(4600.0, HEARD, HEARD)
    assert clock.seconds() == 4600


def test_a_shift_by_a_test_is_kept(later: Callable[..., None]) -> None:
    later(days=1)
    clock.synchronize(1000.0, ASKED, HEARD)
    assert clock.seconds() == 1000 + timedelta(days=1).total_seconds()
