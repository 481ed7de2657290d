"""Players whose pages are looked at."""

import pytest

from game.models import Player
from game.table import house


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create(username="Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(username="Bob")


@pytest.fixture
def novice(db: None) -> Player:
    return house.account("novice")


@pytest.fixture
def intermediate(db: None) -> Player:
    return house.account("intermediate")
