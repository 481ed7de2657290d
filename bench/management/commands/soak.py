"""`manage.py soak`: play for an hour, and check that nothing grows that should not."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

from bench.arguments import positive_number
from bench.services import ServiceMissing
from common.command import HelpTextCommand

if TYPE_CHECKING:
    from bench.soak.load import Population
    from bench.soak.run import SoakResult

MINUTES = 60.0

HELP_TEXT = """
Two servers run on a separate PostgreSQL and Redis. Guests play each other, half of them across the two
servers. Players with accounts play bots for points and open the review. Others watch, wait, and visit the
lobby, the ladder and pages. All of them come and go: half send a close frame, half do not. The load is
moderate, about a fifth of a core; --times multiplies it.

Every five seconds this samples memory (resident, without intentionally shared memory), open files and threads
of every process, and the connections of PostgreSQL and Redis. The first quarter is for warming up. After it
each count must stay flat: the median of the slopes between all pairs of samples, extrapolated to an hour, may
add 5%, or 4 MB, 4 files, 1 thread, 2 connections where that is more.

examples:
  manage.py soak                            an hour
  manage.py soak --minutes 10 --times 2     twice as many people for ten minutes
  manage.py soak --json > soak.json         every sample, for a program

exit status: 0 if all counts stay flat, 1 if one grows or a request failed.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Plays for an hour, and reports what grows."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=positive_number, default=MINUTES, help="how long (60)")
        parser.add_argument(
            "--times", type=positive_number, default=1.0, help="multiple of the default number of people"
        )
        parser.add_argument("--seed", type=int, default=0, help="seed of their random actions (0)")
        parser.add_argument("--json", action="store_true", help="print all samples as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from bench.soak.run import run_soak

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


def scaled_population(times: float) -> "Population":
    """Return a multiple of the default population."""
    from bench.soak.load import Population

    usual = Population()
    many = {name: round(times * getattr(usual, name)) for name in Population.__slots__ if name != "pages"}
    return replace(usual, **many, pages=times * usual.pages)


def describe(soaked: "SoakResult") -> str:
    """Return the result of a soak for a person."""
    done = ", ".join(f"{name} {number:,}" for name, number in sorted(soaked.done.items()))
    lines = [slope.as_text() for slope in soaked.slopes]
    lines += [
        f"      done: {done}",
        f"      servers, workers, PostgreSQL and Redis: {soaked.cores:.2f} of a core",
    ]
    lines += [f"FAIL  {number} times: {fault}" for fault, number in soaked.faults.items()]
    return "\n".join(lines)
