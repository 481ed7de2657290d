"""`manage.py record_deals`: checks the record of deals by dealing every deck again from its secrets."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from time import monotonic
from typing import Any

from common.command import HelpTextCommand
from proof.evidence.audit import find_faults

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
A deck is recorded by the very move that reveals the server's part of it. This deals all decks of all games
again, from the secrets that the seats and the server committed to, and reports deals that are

  missing        revealed before there was a record, for instance; this adds them, unless you --check;
  another deck   the record has different cards from those dealt: someone tampered with it;
  other points   the record has different points from what those cards scored in the show;
  other people   the record has the wrong dealer, or is wrong about a bot or a rated game;
  not shown      the record has a deal that isn't revealed yet, or was never dealt;
  of no game     the game it belongs to is gone.

It never changes what's on record: a host has to judge what's wrong. It can run while people play. Games of
sample players aren't on record, because no one was dealt them.

examples:
  manage.py record_deals --check       check, and change nothing
  manage.py record_deals               check, and add what's missing
  manage.py record_deals --json        for a program: one line per fault, then the totals

exit status: 0 if every deal is on record as dealt, or was added; 1 if something is wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Deals every game again and checks that its decks are on record, or adds them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if anything differs")
        parser.add_argument("--json", action="store_true", help="print each fault as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        mends, as_json = not options["check"], options["json"]
        counted = Counter(games=0, wrong=0, mended=0)
        reported_at = monotonic()

        def progress(games: int) -> None:
            nonlocal reported_at
            counted["games"] += games
            if monotonic() - reported_at > PROGRESS_SECONDS:
                reported_at = monotonic()
                self.stderr.write(f"{counted['games']:,} games dealt again ...")

        for fault in find_faults(mend=mends, progress=progress):
            is_mended = mends and fault.is_missing
            counted["mended" if is_mended else "wrong"] += 1
            message = (
                f"game {fault.game}, deal {fault.number}: {fault.what}{', put there' if is_mended else ''}"
            )
            as_line = {**fault._asdict(), "mended": is_mended}
            self.stdout.write(json.dumps(as_line) if as_json else message)
        summary = "{games:,} games dealt again: {wrong:,} deals wrong, {mended:,} put on record"
        self.stdout.write(json.dumps(dict(counted)) if as_json else summary.format(**counted))
        if counted["wrong"]:
            sys.exit(1)
