"""Base classes of management commands, with explanations in --help."""

import os
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

EXIT_USAGE = 2
NICENESS = 10


def usage_error(message: object) -> CommandError:
    """Return the error for an invalid option, with exit code 2."""
    return CommandError(str(message), returncode=EXIT_USAGE)


def positive_int(text: str) -> int:
    """Parse an option as a whole number of at least one."""
    if not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


class HelpTextCommand(BaseCommand):
    """A command whose --help ends with its `help_text`."""

    help_text: str

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, epilog=self.help_text, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser


class LowPriorityCommand(HelpTextCommand):
    """A command that runs at low priority, so that games have precedence."""

    def run_from_argv(self, argv: list[str]) -> None:
        os.nice(NICENESS)
        super().run_from_argv(argv)
