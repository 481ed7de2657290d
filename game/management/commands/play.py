"""`manage.py play`: serves the site at home from one process, which first migrates its database."""

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
        """Migrate here, where Django would only warn: a second process would load everything twice."""
        call_command("migrate", verbosity=0)
        connections.close_all()
