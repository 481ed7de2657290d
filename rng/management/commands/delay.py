"""Measures how long the delay of shared decks takes here."""

from argparse import ArgumentParser
from time import perf_counter, process_time
from typing import Any

from django.conf import settings

from common.command import HelpTextCommand, positive_int
from rng.delay import FEWEST_STEPS, SEGMENTS, advance

HELP_TEXT = """
The decks of an event or a daily game are known only at the end of a delay: 64 segments of so many steps, each
a SHA-256 of one MiB, one after another, on one core. This command runs some steps, and prints how long all
take here. An event waits so long before its first round.

The setting DELAY_STEPS is the number of steps in a segment. Verifiers and pages ask for at least 750.

examples:
  manage.py delay
  manage.py delay --steps 2000
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Measures how long the delay of shared decks takes on this machine."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--steps", type=positive_int, default=1000, metavar="N", help="steps to run (1000)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        steps = options["steps"]
        cpu, wall = process_time(), perf_counter()
        advance(bytes(32), steps)
        cpu, wall = process_time() - cpu, perf_counter() - wall
        each = settings.DELAY_STEPS or FEWEST_STEPS
        times = SEGMENTS * each / steps
        self.stdout.write(
            f"{SEGMENTS} segments of {each} steps take {times * cpu:.0f} s of a core,"
            f" {times * wall:.0f} s beside all that runs now."
        )
