"""`manage.py play`: serves the site at home from one process, which migrates its database first."""

import asyncio
from argparse import ArgumentParser
from typing import Any

from daphne.management.commands.runserver import Command as ServeCommand
from daphne.server import Server
from django.core.management import CommandError, call_command
from django.db import connections
from twisted.internet.defer import Deferred
from twisted.logger import (
    FilteringLogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    STDLibLogObserver,
    globalLogPublisher,
)

from game.consumers.base import close_all_for_restart

GOODBYE_SECONDS = 0.4  # for writing close frames
MAX_FRAME_BYTES = 64 * 1024


def log_twisted_faults() -> None:
    """Log the warnings and errors of Twisted, whose log Daphne discards."""
    to_python: Any = STDLibLogObserver("twisted")
    is_bad_enough: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.warn)
    observer: Any = FilteringLogObserver(to_python, [is_bad_enough])
    globalLogPublisher.addObserver(observer)


class HomeServer(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne that closes its sockets cleanly, and reports a port that is taken and errors in Twisted."""

    def run(self) -> None:
        log_twisted_faults()
        super().run()
        if not self.listening_addresses:
            raise CommandError("Another program listens on this port. Choose another: PORT=9000 make play")

    def kill_all_applications(self) -> "Deferred[None]":
        """Return what Daphne waits for before it stops."""
        return Deferred.fromFuture(asyncio.ensure_future(self._say_goodbye()))

    async def _say_goodbye(self) -> None:
        close_all_for_restart()
        await asyncio.sleep(GOODBYE_SECONDS)
        found = [details.get("application_instance") for details in self.connections.values()]
        unfinished = [each for each in found if each is not None and not each.done()]
        for each in unfinished:
            each.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)


class Command(ServeCommand):  # type: ignore[misc]  # Daphne has no types
    help = "Brings the database up to date and serves the site, as `make play` does."
    server_cls = HomeServer

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(use_reloader=False, websocket_max_frame_size=MAX_FRAME_BYTES)

    def check_migrations(self) -> None:
        """Migrate here, where Django would only warn: a second process would load everything twice."""
        call_command("migrate", verbosity=0)
        connections.close_all()

    def log_action(self, protocol: str, action: str, details: object) -> None:
        """Log nothing: `cribbage_site.logs.requests` logs each request once, with its id."""
