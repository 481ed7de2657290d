"""Commands whose --help teaches."""

import os
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

EXIT_USAGE = 2
NICENESS = 10


def usage_error(says: object) -> CommandError:
    """What was asked makes no sense, in a sentence."""
    return CommandError(str(says), returncode=EXIT_USAGE)


def positive_int(text: str) -> int:
    """A number of at least one, as an option's type."""
    if not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


class HelpTextCommand(BaseCommand):
    """After the options, --help goes on with the command's `help_text`."""

    help_text: str

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, epilog=self.help_text, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser


class LowPriorityCommand(HelpTextCommand):
    """One that works while people play: they go first."""

    def run_from_argv(self, argv: list[str]) -> None:
        os.nice(NICENESS)
        super().run_from_argv(argv)
