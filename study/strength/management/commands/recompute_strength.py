"""`manage.py recompute_strength`: works luck and Strength of every game and player out again."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, TextIO, cast

from common.command import LowPriorityCommand
from common.progress import progress_on
from study.strength.recomputing import Difference, count_weighed, recompute

HELP_TEXT = """
The luck-adjusted result of every game that counts follows from its cards, and both strengths after it from
the games that were weighed before. This works all of it out again, from transcripts and the record of decks,
and compares with what is stored: it has to be the same to the last bit, on any machine and either database.

A game that counts and was never noted, as all from before there was Strength, is reported as well; without
--check such games are noted, the eldest first, and weighed by the site within seconds.

It can run while people play; games that end meanwhile are weighed once it is done.

examples:
  manage.py recompute_strength --check         check everything, and change nothing
  manage.py recompute_strength                 check, and store what follows
  manage.py recompute_strength --check --json  for a program: one line per difference, then the totals

exit status: 0 if everything is right or was repaired; 1 if something is wrong and --check was given.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Works the luck of every game and everybody's Strength out again and checks what is stored."

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
    """A difference for programs."""
    return json.dumps({"what": found.about, "stored": found.stored, "right": found.expected})


def describe(found: Difference) -> str:
    """A difference for people."""
    return f"{found.about}: {found.stored}, and should be {found.expected}."


def describe_counts(games: int, differences: int, *, mended: bool) -> str:
    found = (
        f"{differences:,} differences {'mended' if mended else 'found'}" if differences else "all is right"
    )
    return f"{games:,} games weighed: {found}."
