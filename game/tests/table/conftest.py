"""A ledger to write with, and no Redis but where a test brings one."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from game.table.ledger import Ledger


@pytest.fixture(autouse=True)
def without_redis(settings: Any) -> None:
    settings.REDIS_URL = ""


@pytest.fixture
def ledger(transactional_db: None) -> Iterator[Ledger]:
    """A writer of its own, whose connection is closed after it."""
    ledger = Ledger()
    yield ledger
    ledger._thread.submit(connections.close_all).result()
    ledger._thread.shutdown()
