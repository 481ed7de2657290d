"""`manage.py reseal`: seals all secrets anew with the newest key."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from time import monotonic
from typing import Any

from common.command import LowPriorityCommand
from game.operations.sealing_keys import count_by_key, newest_key_id, reseal_all
from game.table.forced_endings import void_games_with_lost_keys
from game.table.sealed_secrets import sealing_keys
from rng.seal import missing_key_ids

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
What a game must not show while it lives, and the keys of second factors, lie in the database sealed with a
key that follows from SEALING_KEYS: the first named there seals, the others only open. So a key is changed in
four steps, and nobody who plays notices:

  1. SEALING_KEYS=old,new   on every process, each restarted: now all can open what either sealed;
  2. SEALING_KEYS=new,old   on every process, each restarted: now the new one seals;
  3. manage.py reseal       with the same SEALING_KEYS, while people play;
  4. SEALING_KEYS=new       once this says that nothing is left under another key.

It may be broken off and begun again. Seals that are broken, or whose keys are not here, stay as they are and
are counted. A key that is lost for good takes its live games with it: --void-lost calls them off, which the
fairness page counts in public. Finished games under it stay, and their cards cannot be shown again.

examples:
  manage.py reseal --check         what lies under which key; nothing is changed
  manage.py reseal                 seal it all with the newest
  manage.py reseal --json          the same, told for a program

exit status: 0 if all lies under the newest key, 1 if something is left under another.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Seals every secret there is with the newest of the SEALING_KEYS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, only count")
        parser.add_argument("--void-lost", action="store_true", help="call off live games whose key is lost")
        parser.add_argument("--json", action="store_true", help="print what was done as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        self.reported_at = monotonic()
        voided = void_games_with_lost_keys() if options["void_lost"] and not options["check"] else 0
        done = 0 if options["check"] else reseal_all(self.report_progress)
        counted = count_by_key()
        left = sum(counted.values()) - counted[newest_key_id()]
        if options["json"]:
            report = {
                "newest": newest_key_id(),
                "resealed": done,
                "voided": voided,
                "left": left,
                "under": counted,
            }
            self.stdout.write(
                json.dumps({**report, "missing": sorted(missing_key_ids(counted, sealing_keys()))})
            )
        else:
            self.print_counts(done, voided, left, counted)
        if left:
            sys.exit(1)

    def report_progress(self, done: int) -> None:
        if (now := monotonic()) - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = now
            self.stderr.write(f"{done:,} sealed anew ...")

    def print_counts(self, done: int, voided: int, left: int, counted: Counter[str]) -> None:
        if voided:
            self.stdout.write(f"{voided:,} live games called off: their keys are lost.")
        self.stdout.write(
            f"{done:,} sealed anew. {counted[newest_key_id()]:,} lie under the newest key, {newest_key_id()}."
        )
        here = dict(sealing_keys())
        for key in sorted(counted.keys() - {newest_key_id()}):
            lost = missing_key_ids([key], sealing_keys())
            where = (
                "which is here" if key in here else "which is not here" if lost else "which is no key: broken"
            )
            self.stdout.write(f"{counted[key]:,} lie under {key!r}, {where}.")
        if not left:
            self.stdout.write("Nothing is left under another: SEALING_KEYS needs the newest key alone.")
