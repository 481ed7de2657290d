"""`manage.py record_deals`: check the record of deals by reconstructing every deck from its secrets."""

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
Each deck is recorded in the move that reveals the server's part of it. This command reconstructs all decks of
all games from the secrets that the seats and the server committed to, and reports deals that are

  missing        for example because they are older than the record; they are added, except with --check
  another deck   the record has different cards from those dealt, so it was tampered with
  other points   the record has different points from what the cards scored in the show
  other people   the record has the wrong dealer, or is wrong about a bot or a rated game
  other scores   the record has different scores from those that stood when the deal was dealt
  not shown      the record has a deal that is not revealed yet, or was never dealt
  of no game     the game no longer exists

Recorded deals are never changed: a host has to decide about faults. The command can run while the site is in
use. Games of sample players are not recorded, because no person was dealt their cards.

examples:
  manage.py record_deals --check       check, and change nothing
  manage.py record_deals               check, and add missing deals
  manage.py record_deals --json        JSON output: one line per fault, then the totals

exit status: 0 if every deal is recorded as dealt, or was added, or 1 if something is wrong.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Reconstructs the decks of every game and compares them with the record, or adds them."

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
                self.stderr.write(f"{counted['games']:,} games checked ...")

        for fault in find_faults(mend=mends, progress=progress):
            is_mended = mends and fault.is_missing
            counted["mended" if is_mended else "wrong"] += 1
            message = f"game {fault.game}, deal {fault.number}: {fault.what}{', added' if is_mended else ''}"
            as_line = {**fault._asdict(), "mended": is_mended}
            self.stdout.write(json.dumps(as_line) if as_json else message)
        summary = "{games:,} games checked: {wrong:,} deals wrong, {mended:,} added to the record"
        self.stdout.write(json.dumps(dict(counted)) if as_json else summary.format(**counted))
        if counted["wrong"]:
            sys.exit(1)
