"""`manage.py demo`: fills a site with sample players and games."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import HelpTextCommand, positive_int
from game.operations.demo.filling import DemoError, fill, remove

PROGRESS_SECONDS = 2.0
FEWEST, MOST = 4, 500

HELP_TEXT = """
Sample players are marked: their pages say so and the lists too, and nobody can log in as one. Their games
are real. Each is dealt from secrets of its own and played by the engine; a brain makes the moves of every
sample player, as a stand-in, and the bots make theirs as always. So all of them can be opened and
checked, and their results go the way of all results: scoresheets, points, the lists. They are dated over
the last six weeks; none ends after now. A few are left, somebody is rude, and a sample moderator has to
warn and to ban.

To fill both lists takes about 60 players and 540 games; the defaults are beyond that. --seed settles who
plays whom, when and how well; cards come from fresh secrets, so that results differ from run to run.

examples:
  manage.py demo                              60 players, 1,200 games
  manage.py demo --players 8 --games 40       a small one
  manage.py demo --json                       what was made, for a program
  manage.py demo --remove                     take it all away again; also after a run that was broken off
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Fills a site with labelled sample players, and games that were really played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=positive_int, default=60, metavar="N", help="sample players (60)"
        )
        parser.add_argument("--games", type=positive_int, default=1200, metavar="N", help="games (1200)")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="what is drawn from (0)")
        parser.add_argument("--json", action="store_true", help="print what was made as JSON")
        parser.add_argument("--remove", action="store_true", help="take sample players and games away")
        parser.add_argument("--yes", action="store_true", help="do it in production too")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION and not options["yes"]:
            raise CommandError("This site is in production: say --yes if it is really meant.")
        if options["remove"]:
            removed = {"games_removed": remove()}
            return self.print_counts(removed, options["json"])
        if not FEWEST <= options["players"] <= MOST:
            raise CommandError(f"So many sample players there cannot be: choose {FEWEST} to {MOST}.")
        self.begun = self.reported_at = monotonic()
        try:
            made = fill(
                players=options["players"],
                games=options["games"],
                seed=options["seed"],
                progress=lambda done: self.report_progress(done, options["games"]),
            )
        except DemoError as why:
            raise CommandError(str(why)) from None
        took = round(monotonic() - self.begun, 1)
        return self.print_counts({**asdict(made), "seconds": took}, options["json"])

    def report_progress(self, done: int, games: int) -> None:
        """Report progress every two seconds."""
        if (now := monotonic()) - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = now
            self.stderr.write(f"{done} of {games} games after {now - self.begun:.0f} s ...")

    def print_counts(self, what: dict[str, Any], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(what, indent=2))
        else:
            for name, figure in what.items():
                self.stdout.write(f"{figure:>6}  {name.replace('_', ' ')}")
