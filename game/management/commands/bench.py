"""Measure the parts of the house against their targets."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import asdict
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.bench import PARTS, Figure

PATIENCE = 2.0

TEACHES = """
Each figure is printed beside its target, the best of several rounds so that other work on the machine
disturbs little. Decks and games are the same in every run. A target missed makes the exit status 1.

parts:
  engine    hands counted, a whole game replayed, one move with the two views it causes, serialised

examples:
  manage.py bench                  every part
  manage.py bench engine           the rules alone
  manage.py bench engine --json    for a program: objects with part, what, value, unit, target, passes
"""


class Command(BaseCommand):
    help = "Measures the parts of the house against their targets."
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, epilog=TEACHES, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("parts", nargs="*", metavar="part", help="what to measure (default: every part)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        parts = list(dict.fromkeys(options["parts"])) or list(PARTS)
        if unknown := [part for part in parts if part not in PARTS]:
            raise CommandError(f"There is no part called {unknown[0]!r}; there are: {', '.join(PARTS)}.")
        figures = []
        begun = monotonic()
        for part in parts:
            for figure in PARTS[part]():
                figures.append(figure)
                if not options["json"]:
                    self.stdout.write(line(figure))
                    self.stdout.flush()
                if monotonic() - begun > PATIENCE:
                    self.stderr.write(f"{part}: {len(figures)} figures after {monotonic() - begun:.0f} s ...")
        if options["json"]:
            told = [asdict(figure) | {"passes": figure.passes} for figure in figures]
            self.stdout.write(json.dumps(told, indent=2))
        if not all(figure.passes for figure in figures):
            sys.exit(1)


def line(figure: Figure) -> str:
    """A figure as a person reads it."""
    told = f"{figure.part}: {figure.what}: {short(figure.value)} {figure.unit}"
    if figure.target is None:
        return f"      {told}"
    limit = "at least" if figure.more_is_better else "under"
    return f"{'pass' if figure.passes else 'FAIL'}  {told} ({limit} {short(figure.target)})"


def short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
