"""Two players who are no newcomers, a ledger to write with, and completed rated games."""

import pytest

from game.models import Player
from study.strength.tests.games import make_regular
from tests.worlds.players import ledger, novice, reset_heartbeat
from tests.worlds.single_process import without_redis

__all__ = ["ledger", "novice", "reset_heartbeat", "without_redis"]


@pytest.fixture
def ann(db: None) -> Player:
    return make_regular(Player.objects.create(username="Ann"))


@pytest.fixture
def bob(db: None) -> Player:
    return make_regular(Player.objects.create(username="Bob"))
