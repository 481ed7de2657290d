"""`manage.py verify_game`: checks a downloaded transcript."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from common.command import HelpTextCommand
from game.evidence.check import verify
from game.evidence.verdict import Status, Verdict

HELP_TEXT = """
A transcript is what a game leaves behind: /api/games/<id>/transcript, or "Download" beside a game's deals.
Asked in this order:

  the digest           over every byte of the file: one changed byte, and it is false
  the document         every field there and of its kind, or it cannot be read; docs/transcript.md has them
  what was committed   params, both seats' secrets against their commitments, the server's links back to
                       the tip, the table code
  the decks            every key and all 52 cards of every deck, made again from link and secrets
  the table            the cut and the first dealer, every other card, whose deal it was, throws and cards
                       played from the hands that held them, the starter, the crib, what was counted
  the end              the result follows from the last move and the scores

The script at /fairness/verify.py and the page /fairness/verify ask the same in the same words, without
this code.

examples:
  manage.py verify_game every-other-k3v9.json
  curl -s https://.../api/games/k3v9/transcript | manage.py verify_game -
  manage.py verify_game every-other-k3v9.json --json

exit status: 0 true, 1 false, 2 unreadable.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Checks the transcript of a game: every commitment, key, deck, hand and count."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a downloaded transcript, or - for standard input")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        found = verify_file(options["file"])
        self.stdout.write(json.dumps(found.to_json()) if options["json"] else found.description)
        if found.status is not Status.TRUE:
            sys.exit(found.status)


def verify_file(name: str) -> Verdict:
    """Verify a file; one that cannot be opened counts as unreadable."""
    try:
        return verify(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as problem:
        return Verdict(Status.UNREADABLE, (f"The file cannot be opened: {problem.strerror}.",))
