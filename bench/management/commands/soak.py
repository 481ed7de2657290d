"""Play for an hour, and see whether anything grows that should not."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandError

from bench.arguments import positive_number
from bench.services import ServiceMissing
from bench.soak.load import Population
from bench.soak.run import SoakResult, run_soak
from common.command import HelpTextCommand

MINUTES = 60.0

HELP_TEXT = """
Two servers serve from a PostgreSQL and a Redis of their own. Guests play each other, half of them across the
two servers; people with accounts play bots for points and look back on it; others watch, wait, look at the
lobby, the ladder and pages. Everybody comes and goes: half with a word of farewell, half without. It is a
moderate load, a fifth of a core or so; --times makes it more.

Every five seconds memory (resident, without what is shared on purpose), open files and threads of every
process are noted, and the connections of PostgreSQL and Redis. After the first quarter, which is for warming
up, each has to stay flat: the median of the slopes between all pairs of samples, carried over an hour, may
add 5%, or 4 MB, 4 files, 1 thread, 2 connections where that is more.

examples:
  manage.py soak                            an hour
  manage.py soak --minutes 10 --times 2     twice as many people for ten minutes
  manage.py soak --json > soak.json         every sample, for a program

exit status: 0 all is flat, 1 something grows, or something that was asked for failed.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Plays for an hour, and tells what grows."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=positive_number, default=MINUTES, help="how long (60)")
        parser.add_argument(
            "--times", type=positive_number, default=1.0, help="how many people, of the usual"
        )
        parser.add_argument("--seed", type=int, default=0, help="what they do by chance is drawn from it (0)")
        parser.add_argument("--json", action="store_true", help="print all samples as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            soaked = run_soak(
                60 * options["minutes"],
                scaled_population(options["times"]),
                options["seed"],
                self.stderr.write,
            )
        except ServiceMissing as missing:
            raise CommandError(f"{missing}: a soak needs both PostgreSQL and Redis.") from None
        self.stdout.write(json.dumps(soaked.to_json(), indent=1) if options["json"] else describe(soaked))
        if not soaked.is_flat or soaked.faults:
            sys.exit(1)


def scaled_population(times: float) -> Population:
    """So many times the usual company."""
    usual = Population()
    many = {name: round(times * getattr(usual, name)) for name in Population.__slots__ if name != "pages"}
    return replace(usual, **many, pages=times * usual.pages)


def describe(soaked: SoakResult) -> str:
    """A soak as a person reads it."""
    done = ", ".join(f"{name} {number:,}" for name, number in sorted(soaked.done.items()))
    lines = [slope.as_text() for slope in soaked.slopes]
    lines += [
        f"      done: {done}",
        f"      servers, workers, PostgreSQL and Redis: {soaked.cores:.2f} of a core",
    ]
    lines += [f"FAIL  {number} times: {fault}" for fault, number in soaked.faults.items()]
    return "\n".join(lines)
