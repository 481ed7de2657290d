"""Without the barrier, the campaign finds many leaks of open boards."""

import re
from random import Random
from typing import Any

import pytest

from common.database.compiled_query import CompiledQuery
from game.shared_decks import barrier
from game.shared_decks.models import SharedGame
from game.shared_decks.tests.test_every_door import Campaign, counted_anew, randomness, unhurried

# The test client reads a streamed response at once.
pytestmark = pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")


def fetch_all_without_compiling(query: CompiledQuery, *values: Any) -> list[Any]:
    """Return all rows of the query as it is now: compiled ones keep the barrier."""
    return [] if () in values else list(query._build(*values))


@pytest.mark.django_db
def test_the_campaign_finds_many_leaks_without_the_barrier(
    randomness: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = Campaign(randomness)
    campaign.begin()
    monkeypatch.setattr(barrier, "OPEN", SharedGame.objects.none())
    monkeypatch.setattr(CompiledQuery, "fetch_all", fetch_all_without_compiling)
    campaign.lines = [line for line in campaign.lines if re.search("over|live|object|download", line)]
    campaign.sweep(games=1)
    doors = {leak.split(" about ")[0].split(" asked ")[1] for leak in campaign.leaks}
    assert doors >= {
        "GET /api/games/{over}/replay",
        "GET /api/games/{over}/transcript",
        "GET /admin/game/game/{object}/change/",
        "GET /accounts/download/",
    }
