"""Measure the parts of the house against their targets."""

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
Each figure is printed beside its target. Decks, games and delays are the same in every run (--seed). A target
missed makes the exit status 1.

parts:
  engine    hands counted, a whole game replayed, one move with the two views it causes, serialised
  brains    what bots' decisions cost in CPU time, the usual and the dearest of a hundred, what a worker
            holds, reviews, and (not if --quick) people's tables while bots think at 200 others beside them
  ladder    the Top 50, a rank in the middle and the players around it, where a million players stand on a
            PostgreSQL of its own: times, and on stderr the plans, of which none may sort
  fairness  a deal's cards from link and secrets, a deal watched, razz exact and ten million games of it
            drawn, and the same by the published program in C where a compiler is found
  live      real moves by scripted clients against real servers, every acknowledged move durable. What
            counts is the CPU seconds of 1,000 acknowledged moves, server and database together, as the
            operating system accounts for them; beside each row the same server echoing frames as long,
            which is its ceiling. Server and database have one core, the clients the others: keep the
            machine quiet meanwhile. Unless --tables is given or it is --quick, also: how soon the
            opponent knows at people's pace, what a second process costs, what idle sockets and tables
            hold in memory, and whether 5,000 of them are answered.
  admin     every page of the admin with 100,000 games (--quick 5,000), on SQLite and on PostgreSQL
  requests  the ten dearest pages and calls that only read, with 2,000 games on SQLite (--quick 200): CPU of
            one request, and what one address may take by each in a minute: a quarter of a core at most
  log-ins   what the hash of a password costs, and how soon tables open and a right log-in is answered
            while 200 networks send 50 wrong log-ins a second for 30 s (--quick 10 s), on SQLite
  scale     a million players and a million games (--quick 20,000) on a PostgreSQL of its own, filled in some
            ten minutes: every page, every job and every list of the admin by the CPU time it takes, ours
            and the database's; the room each table takes
  cost      whole games of two people and of one against Advanced: CPU seconds of each process, commits, what
            PostgreSQL writes and keeps, bytes of the wire; then moves at people's pace, more and more, until
            one in a hundred is acknowledged after 100 ms or the core is full
  page      the table's page in a Chromium with an empty cache and a CPU slowed four times, where Playwright
            and a Chromium are found: requests, bytes, and how soon a card can be clicked

examples:
  manage.py bench                           all of them, more than half an hour
  manage.py bench engine live               two of them
  manage.py bench engine                    the rules alone
  manage.py bench brains --quick            the bots, in a process of their own, in under half a minute
  manage.py bench live --quick              50 tables on SQLite, in under 25 s
  manage.py bench live --database postgresql --tables 1 500
  manage.py bench live --json               for a program: a list of rows
  manage.py bench live --profile uvicorn.txt      where the server's time goes, at 50 tables
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Measures the parts of the house against their targets."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "parts",
            nargs="*",
            metavar="part",
            help="what to measure (default: all)",
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        live = parser.add_argument_group("live play")
        live.add_argument("--quick", action="store_true", help="50 tables on SQLite, and no more")
        live.add_argument("--tables", type=positive_int, nargs="+", metavar="N", help="at once (1 50 500)")
        live.add_argument("--seconds", type=positive_int, help="how long a row is measured (4, quick 2)")
        live.add_argument("--seed", type=int, default=0, help="what delays are drawn from (0)")
        live.add_argument("--database", choices=DATABASES, help="one database alone (both)")
        live.add_argument("--profile", metavar="FILE", help="write where the server's time goes")

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
            raise CommandError(f"Here it ended: {fault}")
        if not all(figure.passes for figure in measured):
            sys.exit(1)

    def measure(self, parts: Sequence[str], options: BenchOptions) -> Iterator[Measurement]:
        """All that is measured, with word of how far it is when it takes long."""
        begun = monotonic()
        for part in parts:
            for number, figure in enumerate(PARTS[part](options), 1):
                yield figure
                if (took := monotonic() - begun) > PROGRESS_SECONDS:
                    self.stderr.write(f"{part}: {number} figures after {took:.0f} s ...")


def parse_options(options: dict[str, Any]) -> BenchOptions:
    """The options, for the parts that heed them."""
    is_short = options["quick"] or options["profile"]
    return BenchOptions(
        quick=options["quick"],
        tables=tuple(options["tables"] or ()),
        seconds=options["seconds"],
        seed=options["seed"],
        databases=(options["database"],) if options["database"] else DATABASES[: 1 if is_short else 2],
        profile=options["profile"],
    )
