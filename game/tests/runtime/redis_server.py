"""A Redis that can go away and come back on the same port."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis

from cribbage_site.tests.services import ServiceMissing, find_program, running_process


@contextmanager
def redis_on_port(port: int) -> Iterator[None]:
    """A Redis on this port, until the context ends."""
    try:
        server = find_program("redis-server")
    except ServiceMissing as missing:
        pytest.skip(str(missing))

    def answers() -> None:
        with Redis(port=port) as client:
            client.ping()

    with tempfile.TemporaryDirectory(prefix="every-other-redis-") as work:
        command = [server, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", work]
        with running_process(command, work, answers, stop=signal.SIGKILL):
            yield
