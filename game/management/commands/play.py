"""The site for playing at home, served by one process that first brings its database up to date."""

from argparse import ArgumentParser

from daphne.management.commands.runserver import Command as ServeCommand
from django.core.management import call_command
from django.db import connections


class Command(ServeCommand):  # type: ignore[misc]  # Daphne has no types
    help = "Brings the database up to date and serves the site, as `make play` does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(use_reloader=False)

    def check_migrations(self) -> None:
        """Migrates here, where Django would only warn: a second process would load everything twice."""
        call_command("migrate", verbosity=0)
        connections.close_all()
