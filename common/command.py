"""Commands whose --help teaches."""

import os
from argparse import RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

MEANINGLESS = 2
POLITE = 10


def nonsense(says: object) -> CommandError:
    """What was asked makes no sense, in a sentence."""
    return CommandError(str(says), returncode=MEANINGLESS)


class TeachingCommand(BaseCommand):
    """After the options, --help goes on with what the command `teaches`."""

    teaches: str

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, epilog=self.teaches, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser


class PoliteCommand(TeachingCommand):
    """One that works while people play: they go first."""

    def run_from_argv(self, argv: list[str]) -> None:
        os.nice(POLITE)
        super().run_from_argv(argv)
