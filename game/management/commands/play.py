"""`manage.py play`: serves the site at home from one process, which first migrates its database."""

from argparse import ArgumentParser

from daphne.management.commands.runserver import Command as ServeCommand
from daphne.server import Server
from django.core.management import CommandError, call_command
from django.db import connections


class HomeServer(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne, which by itself ends with status 0 where it cannot listen."""

    def run(self) -> None:
        super().run()
        if not self.listening_addresses:
            raise CommandError("Another program listens on this port. Choose another: PORT=9000 make play")


class Command(ServeCommand):  # type: ignore[misc]  # Daphne has no types
    help = "Brings the database up to date and serves the site, as `make play` does."
    server_cls = HomeServer

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(use_reloader=False)

    def check_migrations(self) -> None:
        """Migrate here, where Django would only warn: a second process would load everything twice."""
        call_command("migrate", verbosity=0)
        connections.close_all()
