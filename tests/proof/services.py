"""A PostgreSQL and a Redis that stop and start again, and servers that stand on them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.chaos.processes import RestartableService
from bench.chaos.switches import SWITCHES_VARIABLE, Switches, write_switches
from bench.services import new_postgresql, new_redis
from cribbage_site.tests.server_process import Server, serve_command


class HintLosingServer(Server):
    """A server that loses three in ten of the hints of others."""

    def command(self) -> list[str]:
        return serve_command(self.port, "bench.chaos.faulty_app:application")

    def start(self) -> None:
        switches = f"{self.work.name}/switches"
        write_switches(switches, Switches(lost=0.3))
        self.environment |= {SWITCHES_VARIABLE: switches, "DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
        super().start()


@contextmanager
def restartable_services() -> Iterator[tuple[RestartableService, RestartableService]]:
    """A new PostgreSQL and a new Redis, both running."""
    with ExitStack() as stack:
        services = [stack.enter_context(new()) for new in (new_postgresql, new_redis)]
        found = []
        for service in services:
            found.append(backing := RestartableService(service))
            backing.start()
            stack.callback(backing.close)
        postgresql, redis = found
        yield postgresql, redis
