"""`manage.py chaos`: run the site under faults, and check that every game survives them."""

import asyncio
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

from bench.arguments import positive_number
from bench.chaos.faults import FAULTS, Fault, select_faults
from bench.services import ServiceMissing
from common.command import HelpTextCommand, usage_error

if TYPE_CHECKING:
    from bench.chaos.report import Report

DATABASES = ("postgresql", "sqlite")
MOST_GAMES = 400

HELP_TEXT = f"""
This starts a separate site with simulated players at many tables. They play each other and bots, with every
clock and every way to count. Some games are rated, and some are watched. The players move every second or so,
and start another game after each one. At the same time there are events, nights and round robins of eight,
whose players the site sends from table to table. Meanwhile random faults happen (--seed), one or two at a
time, with some seconds between. After the last one every game must continue within seconds, and is then
played to its end.

A player reconnects after a lost connection and resends requests, as a page does. In the end

  games       every player saw the game that is in the database, and its cards follow from committed secrets;
              it contains every acknowledged move exactly once; and it has its result, its scoresheets and
              its change of points exactly once
  points      recompute_ratings finds no error, and the people's points add up to the recorded sum
  events      pairings, sums and places follow from the record; a game whose end its players saw counts once;
              no player is at two tables, and no two players meet again against the rules
  clocks      no player has lost on time, because all move as soon as they can
  processes   are ready, hold no table or socket, and use almost no CPU
  logs        contain only records that such faults may cause

faults:
{chr(10).join(f"  {fault.name:19} {fault.description}" for fault in FAULTS.values())}

Databases: postgresql is two processes on a PostgreSQL and a Redis; sqlite is one on a small file system.

examples:
  manage.py chaos                                           ten minutes on PostgreSQL, then ten on SQLite
  manage.py chaos --minutes 1 --games 20 --database sqlite  a short run
  manage.py chaos --faults kill lost-redis --minutes 2      only these two
  manage.py chaos --json > chaos.json                       for a program

exit status: 0 if all checks pass, 1 if one fails, 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Injects faults into a site while games run, and checks that every game survives them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--minutes", type=positive_number, default=10.0, help="how long faults happen, per database (10)"
        )
        parser.add_argument("--games", type=games, default=100, help="number of simultaneous games (100)")
        parser.add_argument("--seed", type=int, default=1, help="seed of moves and faults (1)")
        parser.add_argument("--faults", nargs="+", metavar="NAME", default=[], help="only these (all)")
        parser.add_argument("--database", choices=DATABASES, help="only this database (both)")
        parser.add_argument(
            "--pace", type=positive_number, default=2.0, help="maximum time of a move, in seconds (2)"
        )
        parser.add_argument("--logs", metavar="FOLDER", default="", help="keep the servers' logs there")
        parser.add_argument("--json", action="store_true", help="print the reports as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := [name for name in options["faults"] if name not in FAULTS]:
            raise usage_error(f"There is no fault called {unknown[0]!r}; there are: {', '.join(FAULTS)}.")
        rows = (options["database"],) if options["database"] else DATABASES
        faults = {row: found for row in rows if (found := select_faults(options["faults"], row))}
        if not faults:
            raise usage_error(f"None of these faults can happen on {rows[0]}.")
        reports = [self._run_row(row, found, options) for row, found in faults.items()]
        if options["json"]:
            self.stdout.write(json.dumps([report.to_json() for report in reports], indent=2))
        if not all(report.passes for report in reports):
            sys.exit(1)

    def _run_row(self, database: str, faults: list[Fault], options: dict[str, Any]) -> "Report":
        from bench.chaos.campaign import Campaign
        from bench.chaos.cluster import running_cluster
        from bench.chaos.report import Report
        from bench.chaos.verdict import find_problems

        log = partial(self._report_progress, database)
        seed, games, seconds = options["seed"], options["games"], options["minutes"] * 60
        try:
            with running_cluster(database) as own:
                log("the site is running; players arrive")
                campaign = Campaign(own, faults, seed=seed, games=games, pace=options["pace"], log=log)
                seen = asyncio.run(campaign.run(seconds))
                log(f"{len(seen.finished_games)} games are over; checking the records")
                report = Report(database, seed, seconds, games, seen, find_problems(own, seen))
                if options["logs"]:
                    write_logs(own.logs(), Path(options["logs"], database))
        except ServiceMissing as missing:
            raise CommandError(f"{missing}; --database sqlite works without it.") from None
        if not options["json"]:
            self.stdout.write("\n".join([*report.lines(), ""]))
        return report

    def _report_progress(self, database: str, what: str) -> None:
        self.stderr.write(f"{database}: {what}")


def write_logs(logs: Mapping[str, str], folder: Path) -> None:
    """Write the servers' logs to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, log in logs.items():
        Path(folder, f"{name}.log").write_text(log)


def games(text: str) -> int:
    """Parse a number of games that this machine's clients can play at once."""
    if not text.isdigit() or not 1 <= int(text) <= MOST_GAMES:
        raise ArgumentTypeError(f"a whole number from 1 to {MOST_GAMES}, not {text!r}")
    return int(text)
