from collections.abc import Iterator

import pytest
from django.core.cache import cache

from game.models import Player
from tests.worlds.oauth import App
from tests.worlds.people import player


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return player("Ann")


@pytest.fixture
def app(db: None) -> App:
    """An app of Bob's."""
    return App(player("Bob"))
