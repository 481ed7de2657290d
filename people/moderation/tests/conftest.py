"""Ann and Bob with accounts, a host and a moderator."""

import pytest

from game.models import Player
from tests.worlds import people


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
