"""Another bot whose page is looked at."""

import pytest

from game.models import Player
from game.table import house


@pytest.fixture
def intermediate(db: None) -> Player:
    return house.account("intermediate")
