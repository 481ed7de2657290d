"""The houses that proofs are made in, and the chance by which they choose."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from zlib import crc32

import pytest

from cribbage_site.tests.server_process import Server


@pytest.fixture
def whim(request: pytest.FixtureRequest) -> Random:
    """A proof's own chance. What it began with is shown if the proof fails, and can be given: SEED=..."""
    seed = int(os.environ.get("SEED") or crc32(request.node.nodeid.encode()))
    print(f"SEED={seed}")
    return Random(seed)


@pytest.fixture(scope="session")
def house(server: Server) -> Iterator[list[Server]]:
    """Three processes on one database where Redis joins them; embedded, the one process that there is."""
    if not os.environ.get("REDIS_URL"):
        yield [server]
        return
    with ExitStack() as stack:
        yield [server, *(stack.enter_context(Server(server.environment, new=False)) for _ in range(2))]


@pytest.fixture(scope="session")
def two(house: list[Server]) -> Iterator[list[Server]]:
    """Two processes on one database, on either row."""
    if len(house) > 1:
        yield house[:2]
        return
    with Server(house[0].environment, new=False) as another:
        yield [house[0], another]


@pytest.fixture
def doors(house: list[Server]) -> list[list[str]]:
    """Where the host, his guest and a watcher come in: each at a process of his own, if there are three."""
    return [[house[n % len(house)].ws_url] for n in range(3)]
