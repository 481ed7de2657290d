"""Another bot with a profile."""

import pytest

from game.models import Player
from game.table import bot_accounts


@pytest.fixture
def intermediate(db: None) -> Player:
    return bot_accounts.get_or_create_account("intermediate")
