"""`manage.py reseal`: reseal all secrets with the newest key."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from time import monotonic
from typing import Any

from common.command import LowPriorityCommand
from game.table.forced_endings import void_games_with_lost_keys
from game.table.record.sealed_secrets import sealing_keys
from hosting.sealing_keys import count_by_key, newest_key_id, reseal_all
from rng.seal import missing_key_ids

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
The secrets of live games and the keys of two-factor logins are stored sealed with a key derived from
SEALING_KEYS: the first key seals, the others only open. Change a key in four steps, without any downtime:

  1. SEALING_KEYS=old,new   on every process, then restart each: now all can open the seals of both keys;
  2. SEALING_KEYS=new,old   on every process, then restart each: now the new key seals;
  3. manage.py reseal       with the same SEALING_KEYS, while games run;
  4. SEALING_KEYS=new       once the command reports that nothing is left under another key.

You can interrupt it and start again. Broken seals, and seals whose keys are missing, stay as they are and
are counted. If a key is lost for good, its live games are lost too: --void-lost calls them off, which the
fairness page counts in public. Finished games stay, but their cards can't be shown again.

examples:
  manage.py reseal --check         count the seals under each key, and change nothing
  manage.py reseal                 seal everything with the newest key
  manage.py reseal --json          the same, for a program

exit status: 0 if everything is under the newest key, 1 if something is left under another.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Seals every secret with the newest of the SEALING_KEYS."

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
            self.stderr.write(f"{done:,} resealed ...")

    def print_counts(self, done: int, voided: int, left: int, counted: Counter[str]) -> None:
        if voided:
            self.stdout.write(f"{voided:,} live games called off: their keys are lost.")
        self.stdout.write(
            f"{done:,} resealed. {counted[newest_key_id()]:,} use the newest key, {newest_key_id()}."
        )
        here = dict(sealing_keys())
        for key in sorted(counted.keys() - {newest_key_id()}):
            lost = missing_key_ids([key], sealing_keys())
            where = (
                "which is here" if key in here else "which is missing" if lost else "which is no key: broken"
            )
            self.stdout.write(f"{counted[key]:,} use {key!r}, {where}.")
        if not left:
            self.stdout.write("No other key is in use: SEALING_KEYS only needs the newest key.")
