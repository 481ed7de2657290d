"""`manage.py record_deals`: checks the record of deals by dealing every deck again from its secrets."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from time import monotonic
from typing import Any

from common.command import HelpTextCommand
from game.evidence.audit import find_faults

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
Every deck goes on record when the server's part of it is shown, by the very move that shows it. This deals
all decks of all games once more, from the secrets that the seats and the server had committed to, and finds
deals that are

  missing        they were shown before there was a record, say: they are put there, unless you --check;
  another deck   the record has other cards than were dealt: somebody tampered with it;
  other points   than those cards were worth in the show;
  other people   than were dealt: another seat was the dealer, a bot sat there, or the game was rated;
  not shown      the record has a deal that does not lie open yet, or was never dealt;
  of no game     the game it belongs to is gone.

What is on record is never altered: a host has to judge what is wrong there. It may run while people play.
Games of sample players are not on record: nobody was dealt them.

examples:
  manage.py record_deals --check       look, and change nothing
  manage.py record_deals               look, and put what is missing on record
  manage.py record_deals --json        for a program: a line for each fault, then one that counts

exit status: 0 if every deal is on record as it was dealt, or has been put there; 1 if something is wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Deals every game again, and finds its decks on record, or puts them there."

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
