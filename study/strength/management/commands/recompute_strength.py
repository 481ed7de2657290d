"""`manage.py recompute_strength`: recompute luck and Strength of all games and players."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, TextIO, cast

from common.command import LowPriorityCommand
from common.progress import progress_on
from study.strength.recomputing import Difference, count_weighed, recompute

HELP_TEXT = """
The luck-adjusted result of every game that counts follows from its cards, and both strengths after it from
the games weighed before. This command recomputes all of it from transcripts and the record of decks, and
compares it with the stored values. They must be the same to the last bit, on any machine and either database.

The command also reports games that count and were never recorded, such as all games from before Strength
existed. Without --check it records them, oldest first, and the site weighs them within seconds.

It can run while the site is in use. Games that end meanwhile are weighed afterwards.

examples:
  manage.py recompute_strength --check         check everything, and change nothing
  manage.py recompute_strength                 check, and store the right values
  manage.py recompute_strength --check --json  JSON output: one line per difference, then the totals

exit status: 0 if everything is right or was repaired, or 1 if something is wrong and --check was given.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Recomputes the luck of all games and the Strength of all players, and checks what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if anything differs")
        parser.add_argument("--json", action="store_true", help="print each difference as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        games = count_weighed()
        step = progress_on(cast(TextIO, self.stderr), "of the games")(max(games, 1))
        found = recompute(mend=not options["check"], step=step)
        for each in found:
            self.stdout.write(to_json(each) if options["json"] else describe(each))
        mended = not options["check"]
        counted = {"games": games, "differences": len(found), "mended": mended}
        self.stdout.write(
            json.dumps(counted) if options["json"] else describe_counts(games, len(found), mended=mended)
        )
        if found and options["check"]:
            sys.exit(1)


def to_json(found: Difference) -> str:
    """Return a difference as JSON."""
    return json.dumps({"what": found.about, "stored": found.stored, "right": found.expected})


def describe(found: Difference) -> str:
    """Return a difference as text."""
    return f"{found.about}: {found.stored}, and should be {found.expected}."


def describe_counts(games: int, differences: int, *, mended: bool) -> str:
    found = (
        f"{differences:,} differences {'mended' if mended else 'found'}" if differences else "all is right"
    )
    return f"{games:,} games weighed: {found}."
