"""The site under faults: does every game come through them?"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from functools import partial
from typing import Any

from django.core.management.base import CommandError

from bench.arguments import positive_number
from bench.chaos.faults import FAULTS, Fault, select_faults
from bench.chaos.report import Report
from bench.chaos.run import CampaignOptions, run_campaign
from bench.services import ServiceMissing
from common.command import HelpTextCommand, usage_error

DATABASES = ("postgresql", "sqlite")
MOST_GAMES = 400

HELP_TEXT = f"""
A site of its own is started, and people sit down at as many tables as are wanted: with each other and with
bots, with every clock and every way to count, some for points, some watched. They move every second or so,
and after a game its people begin another. Beside them go events, nights and round robins of eight, whose
players the site sends from table to table. Meanwhile faults are drawn (--seed), one or two at a time, with
some seconds of calm between. After the last one every game has to go on within seconds, and is then played to
its end.

A player gives up on nothing: they come back when their line is lost and ask again, as a page does. In the end

  games       everybody saw the game that stands in the database, whose cards follow from secrets that were
              committed to; every acknowledged move stands in it, once; and it has its result, its scoresheets
              and its change of points once
  points      recompute_ratings finds nothing, and among people there are as many points as the record says
  events      pairings, sums and places follow from the record; a game that its people saw end counts, once;
              nobody is at two tables, and nobody meets again whom they may not
  clocks      nobody has lost on time: everybody moved as soon as they could
  processes   are ready, hold no table and no socket any more, and use next to no CPU
  logs        say what may be said of such faults, and nothing else

faults:
{chr(10).join(f"  {fault.name:19} {fault.description}" for fault in FAULTS.values())}

The rows: postgresql is two processes on a PostgreSQL and a Redis; sqlite is one on a small file system.

examples:
  manage.py chaos                                           ten minutes on PostgreSQL, then ten on SQLite
  manage.py chaos --minutes 1 --games 20 --database sqlite  a taste of it
  manage.py chaos --faults kill lost-redis --minutes 2      these two alone
  manage.py chaos --json > chaos.json                       for a program

exit status: 0 if all is as it has to be, 1 if anything is wrong, 2 if the arguments make no sense.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = (
        "Kills, freezes and misleads a site on which games go on, and sees whether every game comes through."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--minutes", type=positive_number, default=10.0, help="how long faults happen, a row (10)"
        )
        parser.add_argument("--games", type=games, default=100, help="how many go on at once (100)")
        parser.add_argument("--seed", type=int, default=1, help="what moves and faults are drawn from (1)")
        parser.add_argument("--faults", nargs="+", metavar="NAME", default=[], help="these alone (all)")
        parser.add_argument("--database", choices=DATABASES, help="one row alone (both)")
        parser.add_argument(
            "--pace", type=positive_number, default=2.0, help="the longest a move takes, in seconds (2)"
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

    def _run_row(self, database: str, faults: list[Fault], options: dict[str, Any]) -> Report:
        wanted = CampaignOptions(
            **{name: options[name] for name in ("minutes", "games", "seed", "pace", "logs")}
        )
        try:
            report = run_campaign(database, faults, wanted, partial(self._report_progress, database))
        except ServiceMissing as missing:
            raise CommandError(f"{missing}; --database sqlite needs it not.") from None
        if not options["json"]:
            self.stdout.write("\n".join([*report.lines(), ""]))
        return report

    def _report_progress(self, database: str, what: str) -> None:
        self.stderr.write(f"{database}: {what}")


def games(text: str) -> int:
    """A number of games that this machine's clients can play at once."""
    if not text.isdigit() or not 1 <= int(text) <= MOST_GAMES:
        raise ArgumentTypeError(f"a whole number from 1 to {MOST_GAMES}, not {text!r}")
    return int(text)
