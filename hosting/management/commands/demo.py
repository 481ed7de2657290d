"""`manage.py demo`: fill a site with sample players and games."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import HelpTextCommand, positive_int

PROGRESS_SECONDS = 2.0
FEWEST, MOST = 4, 500
EVENINGS, MOST_EVENINGS = 7, 15
DAYS, MOST_DAYS = 7, 31

HELP_TEXT = """
Sample players are marked on their pages and on the ladder, and no one can log in as one. Their games are
real: each is dealt from its own secrets and played by the engine, and a bot chooses the moves. So every
game can be opened and checked, and its result counts for scoresheets, points and the ladder. The
games are spread over the last six weeks. Some players leave, someone is rude, and a sample moderator has
to warn and ban. The fairness page leaves sample games out, as their deals aren't on record.

Some of them also play the daily game of the last days. Days that already have one stay as they are. A sample
day's par has fewer games, and its decks are not in the public log, because their day is over.

Twelve of them are in a club with an owner, directors, requests to join, and a season that was decided by a
final. They also play evenings of the site, by the rules of all events. One evening is running: while the
site serves, it makes the moves at those tables for about an hour and a half, so you can watch the standings
change. With 40 players or more, a duel against a second club is running too. It's too late for players to
join. A host may still join the evening, to see it from a seat; an account made by `manage.py host` can. All
these games are casual, so no points change.

It takes about 60 players and 540 games to fill both ladders; the defaults are more than enough. --seed
decides who plays whom, when and how well. The cards come from fresh secrets, so results differ every time.

examples:
  manage.py demo                              60 players, 1,200 games, clubs, events and daily games
  manage.py demo --players 8 --games 40       a small one
  manage.py demo --evenings 0 --days 0        no club, no event, no daily game
  manage.py demo --json                       what was made, for a program
  manage.py demo --remove                     remove everything again, also after an interrupted run
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Fills a site with marked sample players and real games between them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=positive_int, default=60, metavar="N", help="sample players (60)"
        )
        parser.add_argument("--games", type=positive_int, default=1200, metavar="N", help="games (1200)")
        parser.add_argument(
            "--evenings",
            type=int,
            default=EVENINGS,
            metavar="N",
            help=f"evenings that are over ({EVENINGS}); 0: no club, no evenings",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=DAYS,
            metavar="N",
            help=f"past days with a daily game ({DAYS}); 0: none",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random choices (0)")
        parser.add_argument("--json", action="store_true", help="print what was made as JSON")
        parser.add_argument("--remove", action="store_true", help="remove sample players and games")
        parser.add_argument("--yes", action="store_true", help="allow it in production")

    def handle(self, *args: Any, **options: Any) -> None:
        from hosting.demo.filling import DemoError, fill, remove

        if settings.PRODUCTION and not options["yes"]:
            raise CommandError("This site is in production. Add --yes if you really mean it.")
        if options["remove"]:
            removed = {"games_removed": remove()}
            return self.print_counts(removed, options["json"])
        if not FEWEST <= options["players"] <= MOST:
            raise CommandError(f"Choose {FEWEST} to {MOST} sample players.")
        if not 0 <= options["evenings"] <= MOST_EVENINGS:
            raise CommandError(f"Choose up to {MOST_EVENINGS} evenings; 0 leaves the club out.")
        if not 0 <= options["days"] <= MOST_DAYS:
            raise CommandError(f"Choose up to {MOST_DAYS} days; 0 leaves the daily games out.")
        self.begun = self.reported_at = monotonic()
        try:
            made = fill(
                players=options["players"],
                games=options["games"],
                seed=options["seed"],
                evenings=options["evenings"],
                days=options["days"],
                progress=self.report_progress,
            )
        except DemoError as why:
            raise CommandError(str(why)) from None
        took = round(monotonic() - self.begun, 1)
        return self.print_counts({**asdict(made), "seconds": took}, options["json"])

    def report_progress(self, done: str) -> None:
        """Report progress every two seconds."""
        if (now := monotonic()) - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = now
            self.stderr.write(f"{done} after {now - self.begun:.0f} s ...")

    def print_counts(self, what: dict[str, Any], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(what, indent=2))
        else:
            for name, figure in what.items():
                self.stdout.write(f"{figure:>6}  {name.replace('_', ' ')}")
