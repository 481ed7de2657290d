"""`manage.py bench`: measure the parts of the product against their targets."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from django.core.management.base import CommandError

from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.parts import PARTS
from common.command import HelpTextCommand, positive_int

PROGRESS_SECONDS = 2.0
DATABASES = ("sqlite", "postgresql")

HELP_TEXT = """
Each figure is printed with its target. Decks, games and delays are the same in every run (--seed). The exit
status is 1 if a target is missed.

parts:
  engine    hands counted, a whole game replayed, one move with its two serialized views
  brains    CPU time of the bots' decisions (median and 99th percentile), memory of a worker, reviews
  live      real moves by scripted clients against real servers, every acknowledged move durable. The figure
            is the CPU seconds of 1,000 acknowledged moves, server and database together, from the operating
            system. Next to each row is the same server echoing frames of the same length, as an upper bound.
            Server and database have one core, the clients the others: keep the machine idle otherwise.
            Without --tables and --quick also: the delay until the opponent sees a move at people's pace, the
            memory of idle sockets and tables, and whether 5,000 of them get an answer.
  processes the cost of a move on PostgreSQL and Redis as 1,000 tables are spread over 1, 4 and 16 processes
            (--quick 20 tables over 1 and 2)
  requests  the ten most expensive pages and calls that only read, with 2,000 games on SQLite (--quick 200):
            CPU of one request, and the CPU that one address can take with each in a minute: a quarter of a
            core at most
  log-ins   the cost of a password hash, and the time until tables open and a right login is answered while
            200 networks send 50 wrong logins a second for 30 s (--quick 10 s), on SQLite
  scale     a million players and a million games (--quick 20,000) on a separate PostgreSQL, filled in about
            ten minutes: the CPU time of every page, every job and every list of the admin, ours and the
            database's, and the size of each table
  growth    the same pages, and those of events, clubs, daily games, Strength, notifications and the API, with
            1,000, 10,000 and 100,000 rows of each (--quick 100 to 400): CPU and statements. No read may grow
            in proportion to the rows
  cost      whole games of two people and of one against Advanced: CPU seconds of each process, commits, bytes
            that PostgreSQL writes and keeps, network bytes; then moves at people's pace at a rising rate,
            until one in a hundred is acknowledged after 100 ms or the core is saturated
  page      the table's page in a Chromium with an empty cache and a CPU slowed four times, where Playwright
            and a Chromium are found: requests, bytes, and how soon a card can be clicked

examples:
  manage.py bench                           all of them, more than half an hour
  manage.py bench engine live               two of them
  manage.py bench engine                    only the rules
  manage.py bench brains --quick            the bots, in a separate process, in under half a minute
  manage.py bench live --quick              50 tables on SQLite, in under 25 s
  manage.py bench live --database postgresql --tables 1 500
  manage.py bench growth --sizes 1000 5000  only these two
  manage.py bench live --json               for a program: a list of rows
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Measures the parts of the product against their targets."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "parts",
            nargs="*",
            metavar="part",
            help="what to measure (default: all)",
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--sizes", type=positive_int, nargs="+", metavar="N", help="rows of growth")
        live = parser.add_argument_group("live play")
        live.add_argument("--quick", action="store_true", help="only 50 tables on SQLite")
        live.add_argument("--tables", type=positive_int, nargs="+", metavar="N", help="at once (1 50 500)")
        live.add_argument("--seconds", type=positive_int, help="seconds per row (4, quick 2)")
        live.add_argument("--seed", type=int, default=0, help="seed of the delays (0)")
        live.add_argument("--database", choices=DATABASES, help="only this database (both)")

    def handle(self, *args: Any, **options: Any) -> None:
        parts = list(dict.fromkeys(options["parts"])) or list(PARTS)
        if unknown := [part for part in parts if part not in PARTS]:
            raise CommandError(f"There is no part called {unknown[0]!r}; there are: {', '.join(PARTS)}.")
        measured: list[Measurement] = []
        fault = None
        try:
            for figure in self.measure(parts, parse_options(options)):
                measured.append(figure)
                if not options["json"]:
                    self.stdout.write(figure.as_text())
                    self.stdout.flush()
        except MeasurementFailed as what:
            fault = what
        if options["json"]:
            self.stdout.write(json.dumps([figure.to_json() for figure in measured], indent=2))
        if fault is not None:
            raise CommandError(f"The measurement stopped: {fault}")
        if not all(figure.passes for figure in measured):
            sys.exit(1)

    def measure(self, parts: Sequence[str], options: BenchOptions) -> Iterator[Measurement]:
        """Yield all measurements, with progress reports for the slow ones."""
        begun = monotonic()
        for part in parts:
            for number, figure in enumerate(PARTS[part](options), 1):
                yield figure
                if (took := monotonic() - begun) > PROGRESS_SECONDS:
                    self.stderr.write(f"{part}: {number} figures after {took:.0f} s ...")


def parse_options(options: dict[str, Any]) -> BenchOptions:
    """Return the options that parts understand."""
    databases = DATABASES[:1] if options["quick"] else DATABASES
    return BenchOptions(
        quick=options["quick"],
        tables=tuple(options["tables"] or ()),
        seconds=options["seconds"],
        seed=options["seed"],
        databases=(options["database"],) if options["database"] else databases,
        sizes=tuple(options["sizes"] or ()),
    )
