"""Two players and a third, a bot, a ledger to write with, and a second process."""

import os
from collections.abc import Iterator

import pytest
from django.db import connections

from cribbage_site.tests.server_process import Server
from game.models import Player
from game.table import bot_accounts
from game.table.record.heartbeat import database_was_gone
from game.table.record.ledger import Ledger


@pytest.fixture(autouse=True)
def reset_heartbeat() -> None:
    """A process remembers that the database was away; the next test must not see that."""
    database_was_gone.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create(username="Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(username="Bob")


@pytest.fixture
def novice(db: None) -> Player:
    return bot_accounts.get_or_create_account("novice")


@pytest.fixture
def ledger(transactional_db: None) -> Iterator[Ledger]:
    """A writer of its own, whose connection is closed after it."""
    ledger = Ledger()
    yield ledger
    ledger._thread.submit(connections.close_all).result()
    ledger._thread.shutdown()


@pytest.fixture
def cat(db: None) -> Player:
    return Player.objects.create(username="Cat")


@pytest.fixture(scope="module")
def second_server(server: Server) -> Iterator[Server]:
    """A second process on the same database, which leaves the jobs for the whole site to the first.

    Of people whom it pairs, the first would hear nothing where Redis does not join them.
    """
    with Server({**server.environment, "CHORES": "own"}, new=False) as other:
        yield other


@pytest.fixture(scope="module")
def other_server(server: Server, request: pytest.FixtureRequest) -> Server:
    """A second process where Redis joins them; else the first, as each knows of its own visitors alone."""
    if not os.environ.get("REDIS_URL"):
        return server
    second: Server = request.getfixturevalue("second_server")
    return second
