"""`manage.py verify_game`: verify a downloaded transcript."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.decks import WHOLE
from proof.evidence.checks.verdict import Status, Verdict

HELP_TEXT = """
Verifies a game's transcript: /api/games/<id>/transcript, or "Download" next to the game's deals. The checks
are, in this order:

  digest        of every byte of the file; a changed file is false
  document      every field is present and has its type (docs/reference/transcript.md), or it is unreadable
  commitments   params, both seats' secrets against their commitments, the server's links back to the tip,
                the table code
  decks         every key and all 52 cards of every deck, reconstructed from link and secrets
  table         the cut and the first dealer, the alternation of cards and of deals, discards and played cards
                against the hands that held them, the starter, the crib, the counts
  end           the result follows from the last move and the scores
  signatures    every receipt of the server is present, signed, and matches the file; the seats' own
                signatures match their commitments and moves
  public log    a proof in the file leads from the game's leaves to a signed checkpoint
  line          all moves are replayed by the rules: each must be legal, and every score correct

The script at /fairness/verify.py and the page /fairness/verify make the same checks with the same messages,
without this code.

examples:
  manage.py verify_game every-other-k3v9.json
  curl -s https://.../api/games/k3v9/transcript | manage.py verify_game -
  manage.py verify_game every-other-k3v9.json --json
  manage.py verify_game every-other-k3v9.json --receipts case-k3v9.json
  manage.py verify_game --receipts case-k3v9.json --key cards.example+13b1657f+AWpq...
  manage.py verify_game every-other-k3v9.json --decks every-other-decks-p4x7.json
  manage.py verify_game every-other-k3v9.json --same-as every-other-8m2q.json
  manage.py verify_game every-other-k3v9.json --before every-other-7h4d.json

--receipts is the file that a player's page saved: "Save the receipts" next to the game's deals. Alone, the
command checks whether all signed statements can be true at once; with a transcript, whether both have the
same receipts.
--decks is the record of decks that many tables share (/api/decks/.../record). Alone, the command checks
whether the decks follow from what the server and the entrants revealed; with a transcript, whether its game
was dealt from them. It computes four segments of their delay again, chosen at random; with --delay all 64.
--same-as is the transcript of the game whose cards this game was dealt. The command checks whether these are
its decks.
--before is the transcript of the game that decided who deals first: the one that a rematch follows, or the
one before in a match. Without it the verdict says that this was not checked.
--key is the key that the site publishes on /fairness/verify. Anyone can sign with any name, but not with
another's key.

exit status: 0 if true, or 1 if false, or 2 if unreadable.
"""


COMPARE = "Anyone can make a key: compare it with the one at /fairness/verify, or name that with --key."


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Checks the transcript of a game: every commitment, key, deck, hand and count."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="a downloaded transcript, or - for standard input"
        )
        parser.add_argument("--receipts", metavar="CASE", help="a player's saved receipts")
        parser.add_argument("--decks", help="the record of the game's shared decks")
        parser.add_argument("--delay", action="store_true", help="compute all of the decks' delay again")
        parser.add_argument("--same-as", metavar="GAME", help="the game whose cards this one was dealt")
        parser.add_argument("--before", metavar="GAME", help="the game that decided who deals first")
        parser.add_argument("--key", help="the key that must have signed")
        parser.add_argument("--json", action="store_true", help="print the verdict as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in ("file", "receipts", "decks")):
            raise CommandError("Name a transcript, a player's receipts, or both.")
        found = verify_files(
            options["file"],
            options["receipts"],
            options["key"],
            options["decks"],
            options["same_as"],
            WHOLE if options["delay"] else None,
            options["before"],
        )
        self.stdout.write(json.dumps(found.to_json()) if options["json"] else found.description)
        if found.status is Status.TRUE and found.signed_by and not (options["key"] or options["json"]):
            self.stderr.write(COMPARE)
        if found.status is not Status.TRUE:
            sys.exit(found.status)


def verify_files(
    transcript: str | None,
    receipts: str | None,
    key: str | None,
    decks: str | None = None,
    same_as: str | None = None,
    segments: Sequence[int] | None = None,
    before: str | None = None,
) -> Verdict:
    """Verify the given files. A file that cannot be opened counts as unreadable."""
    try:
        file = read_file(transcript) if transcript else None
        case = read_file(receipts) if receipts else None
        record = read_file(decks) if decks else None
        first = read_file(same_as) if same_as else None
        earlier = read_file(before) if before else None
    except OSError as problem:
        return Verdict(Status.UNREADABLE, (f"The file cannot be opened: {problem.strerror}.",))
    return verify_evidence(file, case, key, record, first, segments, earlier)


def read_file(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
