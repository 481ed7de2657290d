"""`manage.py verify_game`: checks a downloaded transcript."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.verdict import Status, Verdict

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
  what was signed      every receipt of the server is there, signed, and tells what the file tells; the
                       seats' own signatures fit their commitments and moves
  the public log       where the file has a proof, it leads from the game's leaves to a signed checkpoint
  the line             all moves played over by the rules: each allowed, every score as it is said

The script at /fairness/verify.py and the page /fairness/verify ask the same in the same words, without
this code.

examples:
  manage.py verify_game every-other-k3v9.json
  curl -s https://.../api/games/k3v9/transcript | manage.py verify_game -
  manage.py verify_game every-other-k3v9.json --json
  manage.py verify_game every-other-k3v9.json --receipts case-k3v9.json
  manage.py verify_game --receipts case-k3v9.json --key cards.example+13b1657f+AWpq...
  manage.py verify_game every-other-k3v9.json --decks every-other-decks-p4x7.json
  manage.py verify_game every-other-k3v9.json --same-as every-other-8m2q.json

--receipts is what a player's page kept of a game: "Save the receipts" beside its deals. Alone, it is asked
whether all that the server signed can be true at once; beside a transcript, whether that has the same.
--decks is the record of decks that many tables share (/api/decks/.../record). Alone, it is asked whether
these follow from what the server and the entrants showed; beside a transcript, whether it is dealt from them.
--same-as is the transcript of the game whose cards this one was dealt: it is asked whether these are its
decks.
--key is the key that the site publishes on /fairness/verify: anybody can sign in any name, but with no
other's key.

exit status: 0 true, 1 false, 2 unreadable.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Checks the transcript of a game: every commitment, key, deck, hand and count."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="a downloaded transcript, or - for standard input"
        )
        parser.add_argument("--receipts", metavar="CASE", help="the receipts that a player kept")
        parser.add_argument("--decks", help="the record of the decks that the game shares with others")
        parser.add_argument("--same-as", metavar="GAME", help="the game whose cards this one was dealt")
        parser.add_argument("--key", help="the key that has to have signed")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in ("file", "receipts", "decks")):
            raise CommandError("Name a transcript, or the receipts of a player, or both.")
        names = (options[name] for name in ("file", "receipts", "key", "decks", "same_as"))
        found = verify_files(*names)
        self.stdout.write(json.dumps(found.to_json()) if options["json"] else found.description)
        if found.status is not Status.TRUE:
            sys.exit(found.status)


def verify_files(
    transcript: str | None,
    receipts: str | None,
    key: str | None,
    decks: str | None = None,
    same_as: str | None = None,
) -> Verdict:
    """Verify what is given; a file that cannot be opened counts as unreadable."""
    try:
        file = read_file(transcript) if transcript else None
        case = read_file(receipts) if receipts else None
        record = read_file(decks) if decks else None
        first = read_file(same_as) if same_as else None
    except OSError as problem:
        return Verdict(Status.UNREADABLE, (f"The file cannot be opened: {problem.strerror}.",))
    return verify_evidence(file, case, key, record, first)


def read_file(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
