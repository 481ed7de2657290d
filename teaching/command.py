"""Commands whose --help teaches."""

from argparse import RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

MEANINGLESS = 2


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
