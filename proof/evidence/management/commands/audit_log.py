"""`manage.py audit_log`: follows the public log of a site, as somebody who does not trust it."""

import json
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from common.formats.signed_note import NoteError, parse_verifier_key
from common.progress import progress_on
from game.log.checkpoint import COSIGNATURE
from proof.evidence.checks.check import verify
from proof.evidence.checks.log_proof import log_of
from proof.evidence.checks.verdict import Status
from proof.evidence.document import SignedTranscript, from_file
from proof.public_log.audit.auditor import Questions, Report, audit
from proof.public_log.audit.memory import Memory
from proof.public_log.audit.remote import RemoteLog, Unreadable
from proof.public_log.audit.sighting import Sighting

PAUSE_SECONDS = 10

HELP_TEXT = """
An Every Other site writes to a public log how each game begins and how it ends. This reads a site's log from
anywhere. It needs no account there, no database and no permission. It checks:

  is it the same       the log may grow, and do nothing else: one that went back, or that has another past
                       than it had (a fork), is told with the two signed checkpoints that prove it
  is it whole          every entry is the one whose hash is in the tree; the tiles lead to the signed root
  does each game end   a game by the clock that was opened and not closed within some days (--days)
  is nothing told twice  a game opened or closed twice, or closed without having been opened; a backup that
                       was restored, and the games that were lost with it
  do the counts fit    the site counts in public (/fairness) no fewer endings than its log holds
  are they the same programs  verify.py and verify.html, and with --files every static file, are those of the
                       newest release that the log names
  who else has seen it --witness KEY has cosigned the checkpoint
  is it the one that players see  --transcript FILE of a game: the log grew from the checkpoint in it, holds
                       the game, and names the key that signed its receipts

--state names an SQLite file in which it remembers what it saw: without one, the log could be swapped behind
your back. The first time it trusts the key that the site names, unless you give --key from somewhere else;
later it only accepts keys from the log itself.

examples:
  manage.py audit_log https://cards.example/log --state cards.example.audit
  manage.py audit_log https://cards.example/log --state cards.example.audit --follow
  manage.py audit_log https://cards.example/log --key cards.example/log+13b1657f+AWpq... --days 1 --json
  manage.py audit_log https://cards.example/log --transcript every-other-k3v9.json

exit status: 0 clean, 1 something was found, 2 the log cannot be read. What an entry told is found once, and
is listed as found before when it is run again; what still stands is found every time.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Follows a site's public log from anywhere and reports what doesn't fit."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL", help="the log: https://cards.example/log")
        parser.add_argument("--state", metavar="FILE", help="what was seen is kept here, for the next time")
        parser.add_argument("--key", help="the key that signs the log, as you know it from elsewhere")
        parser.add_argument("--days", type=float, default=2.0, help="how long a game may go on (2)")
        parser.add_argument("--witness", action="append", default=[], metavar="KEY", help="who has to cosign")
        parser.add_argument(
            "--transcript",
            action="append",
            default=[],
            metavar="FILE",
            help="a game whose player was shown the log",
        )
        parser.add_argument("--files", action="store_true", help="fetch every static file of the release")
        parser.add_argument("--follow", action="store_true", help="go on looking until stopped")
        parser.add_argument("--json", action="store_true", help="an object of JSON for each look")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            witnesses = [parse_verifier_key(key, COSIGNATURE) for key in options["witness"]]
        except NoteError as fault:
            raise CommandError(f"--witness: {fault}") from None
        sightings = [read_sighting(file) for file in options["transcript"]]
        questions = Questions(options["key"], options["days"], witnesses, options["files"], sightings)
        memory = Memory(options["state"] or ":memory:")
        if status := self.watch(options, memory, questions):
            sys.exit(status)

    def watch(self, options: dict[str, Any], memory: Memory, questions: Questions) -> int:
        """Look once, or until stopped; the exit status of the last look."""
        status, last = 0, ""
        with suppress(KeyboardInterrupt):
            while True:
                status, says = look(options["url"], memory, questions, as_json=options["json"])
                if says != last:
                    self.stdout.write(says)
                    self.stdout.flush()
                last = says
                if not options["follow"]:
                    break
                sleep(PAUSE_SECONDS)
        return status


def read_sighting(file: str) -> Sighting:
    """What a true transcript says of the log."""
    try:
        content = Path(file).read_bytes()
    except OSError as problem:
        raise CommandError(f"{file} cannot be opened: {problem.strerror}.", returncode=2) from None
    found = verify(content)
    if found.status is not Status.TRUE:
        raise CommandError(f"{file}: {found.description}", returncode=2)
    transcript = from_file(content)
    if not isinstance(transcript, SignedTranscript) or log_of(transcript) is None:
        raise CommandError(f"{file} is of a game from before there was a log.", returncode=2)
    checkpoint = transcript.log.checkpoint if transcript.log else None
    return Sighting(transcript.game, checkpoint, found.signed_by)


def look(url: str, memory: Memory, questions: Questions, *, as_json: bool) -> tuple[int, str]:
    """The exit status, and what there is to say."""
    try:
        log = RemoteLog(url)
        report: Report = audit(log, memory, questions, progress_on(sys.stderr, "bundles read"))
    except Unreadable as fault:
        return 2, json.dumps({"unreadable": str(fault)}) if as_json else f"UNREADABLE. {fault}"
    says = json.dumps(report.to_json()) if as_json else report.description
    return int(bool(report.found)), says
