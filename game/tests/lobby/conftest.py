"""Somebody more to meet, and a second process to meet in."""

from collections.abc import Iterator

import pytest

from cribbage_site.tests.server_process import Server
from game.models import Player


@pytest.fixture
def cat(db: None) -> Player:
    return Player.objects.create(username="Cat")


@pytest.fixture
def another(server: Server) -> Iterator[Server]:
    """A second process on the same database."""
    with Server(server.environment) as other:
        yield other
