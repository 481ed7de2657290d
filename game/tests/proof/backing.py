"""A PostgreSQL and a Redis that stop and start again, and servers that stand on them."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from cribbage_site.tests.server import Server
from game.bench.services import Service, ServiceMissing, new_postgresql, new_redis


class Backing:
    """A service that can be stopped and started again, on the same port and with what it kept."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process = None
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return self.service.url

    def start(self) -> None:
        self.process = self._running.enter_context(self.service.running())

    def stop(self, how: signal.Signals) -> None:
        """Without a chance to tidy up, as losing power would: SIGQUIT for PostgreSQL, SIGKILL for Redis."""
        self.process.send_signal(how)
        self.process.wait()
        self._running.close()

    def freeze(self) -> None:
        """It neither answers nor refuses."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self._running.close()


class Losing(Server):
    """A server that loses three in ten of the hints of others."""

    def command(self) -> list[str]:
        daphne = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port)]
        return [*daphne, "game.tests.proof.losing:application"]


@contextmanager
def backings() -> Iterator[tuple[Backing, Backing]]:
    """A new PostgreSQL and a new Redis, both running."""
    with ExitStack() as stack:
        try:
            services = [stack.enter_context(new()) for new in (new_postgresql, new_redis)]
        except ServiceMissing as missing:
            pytest.skip(str(missing))
        found = []
        for service in services:
            found.append(backing := Backing(service))
            backing.start()
            stack.callback(backing.close)
        postgresql, redis = found
        yield postgresql, redis
