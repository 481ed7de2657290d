"""Two who play, a bot, and a clock to move."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from common import clock
from game.models import Player
from game.table import bot_accounts
from game.table.heartbeat import faltered


@pytest.fixture(autouse=True)
def unfaltered() -> None:
    """A process remembers that the database was gone: what one test did to it is nothing to the next."""
    faltered.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create(username="Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(username="Bob")


@pytest.fixture
def novice(db: None) -> Player:
    return bot_accounts.account("novice")


@pytest.fixture
def later() -> Iterator[Callable[..., None]]:
    """Let time pass: later(seconds=5)."""
    passed = timedelta()

    def pass_time(**by: float) -> None:
        nonlocal passed
        clock.move(timedelta(**by))
        passed += timedelta(**by)

    yield pass_time
    clock.move(-passed)
