"""`manage.py measure_strength`: simulate how often an interval of Strength holds the truth."""

import json
from argparse import ArgumentParser
from typing import Any

from common.command import LowPriorityCommand, positive_int
from study.strength.calibration.populations import KINDS, Coverage, Kind, measure

HELP_TEXT = """
Simulates players of known strength, with bots only, among themselves or mixed, and estimates them with the
formula of Strength. The same --seed gives the same figures. It takes about a minute.

figures:
  held      the share of intervals that hold the truth, in per cent; it should be near 95
  shown     the same for players that the list would show, and their number
  margin    half of the average interval, in per cent

examples:
  manage.py measure_strength               30 populations of each kind
  manage.py measure_strength --runs 5      quick and rough
  manage.py measure_strength --json        JSON output
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Measures on simulated populations how often the interval of Strength holds the truth."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=positive_int, default=30, help="populations of each kind (30)")
        parser.add_argument("--seed", type=int, default=23, help="random seed (23)")
        parser.add_argument("--json", action="store_true", help="print a line of JSON for each kind")

    def handle(self, *args: Any, **options: Any) -> None:
        for kind in KINDS:
            found = measure(kind, options["runs"], options["seed"])
            self.stdout.write(to_json(kind, found) if options["json"] else describe(kind, found))


def to_json(kind: Kind, found: Coverage) -> str:
    """Return the figures of a kind as JSON."""
    return json.dumps({"kind": kind.name, **found._asdict()})


def describe(kind: Kind, found: Coverage) -> str:
    """Return the figures of a kind as text."""
    shown = "none shown"
    if found.shown_percent is not None:
        shown = f"shown {found.shown_percent:5.1f}% of {found.shown}"
    return (
        f"{kind.name:36} held {found.percent:5.1f}% of {found.intervals}, {shown}, margin {found.margin:.1f}"
    )
