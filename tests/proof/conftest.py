"""The servers that proofs run on, and the random choices they make."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from zlib import crc32

import pytest

from cribbage_site.tests.server_process import Server


@pytest.fixture
def randomness(request: pytest.FixtureRequest) -> Random:
    """Return a test's own random numbers. A failing test prints its seed, which SEED=... repeats."""
    seed = int(os.environ.get("SEED") or crc32(request.node.nodeid.encode()))
    print(f"SEED={seed}")
    return Random(seed)


@pytest.fixture(scope="session")
def servers(server: Server) -> Iterator[list[Server]]:
    """Three processes on one database where Redis joins them; embedded, the one process that there is."""
    if not os.environ.get("REDIS_URL"):
        yield [server]
        return
    with ExitStack() as stack:
        yield [server, *(stack.enter_context(Server(server.environment, new=False)) for _ in range(2))]


@pytest.fixture(scope="module")
def two_servers(servers: list[Server]) -> Iterator[list[Server]]:
    """Two processes on one database, on either row.

    Embedded, the first does not learn whom the second pairs: for other tests, there must be no second.
    """
    if len(servers) > 1:
        yield servers[:2]
        return
    with Server(servers[0].environment, new=False) as another:
        yield [servers[0], another]


@pytest.fixture
def addresses(servers: list[Server]) -> list[list[str]]:
    """Where host, guest and watcher come in: each at a process of their own, if there are three."""
    return [[servers[n % len(servers)].ws_url] for n in range(3)]
