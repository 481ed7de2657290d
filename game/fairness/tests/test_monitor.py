"""The monitor of the shuffle as a job of every serving process."""

import asyncio

import pytest

from cribbage_site.tests.server_process import Server
from game.fairness.monitor import monitor_shuffle
from rng.fairness.watch.monitor import load_watch
from tests.worlds.deals import create_deals, shuffled_decks

# Three deals are recorded, and the jobs have half a minute to process them.
DEAL_AND_WAIT = """
import time
from rng.models import Deal
from tests.worlds.deals import create_deals, shuffled_decks
create_deals(shuffled_decks("fair", 3), "dealt")
until = time.monotonic() + 30
while Deal.objects.filter(game="dealt", watched=False).exists() and time.monotonic() < until:
    time.sleep(0.1)
print(Deal.objects.filter(game="dealt", watched=True).count(), "watched")
"""


@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
def test_recorded_deals_are_processed():
    create_deals(shuffled_decks("fair", 30))
    for _ in range(2):
        asyncio.run(monitor_shuffle())
    assert load_watch().deals == 30


@pytest.mark.rows
@pytest.mark.slow
def test_a_server_monitors_by_itself(server: Server):
    assert "3 watched" in server.manage("shell", "-v", "0", "-c", DEAL_AND_WAIT)
