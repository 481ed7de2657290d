"""Ann and Bob play, a host and a moderator watch; and a clock to move."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from game.models import Player
from game.table import clock
from game.tests.host import people


@pytest.fixture
def ann(db: None) -> Player:
    return people.player("Ann", email="ann@cribbage.example")


@pytest.fixture
def bob(db: None) -> Player:
    return people.player("Bob")


@pytest.fixture
def host(db: None) -> Player:
    return people.host()


@pytest.fixture
def moderator(db: None) -> Player:
    return people.moderator()


@pytest.fixture
def later() -> Iterator[Callable[..., None]]:
    """Let time pass: later(days=5)."""
    passed = timedelta()

    def pass_time(**by: float) -> None:
        nonlocal passed
        clock.move(timedelta(**by))
        passed += timedelta(**by)

    yield pass_time
    clock.move(-passed)
