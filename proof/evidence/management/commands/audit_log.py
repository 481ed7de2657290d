"""`manage.py audit_log`: audit a site's public log without trusting the site."""

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
An Every Other site writes the beginning and the end of each game to a public log. This command audits a
site's log from anywhere. It needs no account there, no database and no permission. It checks:

  history      the log has only grown. If it has shrunk or has another past (a fork), the report includes the
               two signed checkpoints that prove it
  integrity    every entry matches its hash in the tree, and the tiles lead to the signed root
  endings      no timed game stays open longer than some days (--days)
  duplicates   no game is opened or closed twice, or closed without having been opened. Restored backups and
               the games lost with them are reported
  counts       the site's public counts (/fairness) include all endings of its log
  programs     verify.py and verify.html, and with --files every static file, are those of the newest release
               that the log names
  witnesses    --witness KEY has cosigned the checkpoint
  players      --transcript FILE of a game: the log has grown from the file's checkpoint, holds the game, and
               names the key that signed its receipts

--state names an SQLite file that stores what was seen. Without it, the site could replace the log between two
audits unnoticed. The first audit trusts the key that the site names, unless you give --key from another
source. Later audits only accept keys that the log itself names.

examples:
  manage.py audit_log https://cards.example/log --state cards.example.audit
  manage.py audit_log https://cards.example/log --state cards.example.audit --follow
  manage.py audit_log https://cards.example/log --key cards.example/log+13b1657f+AWpq... --days 1 --json
  manage.py audit_log https://cards.example/log --transcript every-other-k3v9.json

exit status: 0 if nothing was found, or 1 if something was found, or 2 if the log cannot be read. A finding in
an entry counts once; later audits list it as found before. Other findings count as long as they hold.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Follows a site's public log from anywhere and reports what doesn't fit."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL", help="the log: https://cards.example/log")
        parser.add_argument("--state", metavar="FILE", help="the file that stores what was seen")
        parser.add_argument("--key", help="the log's signing key, from a source you trust")
        parser.add_argument("--days", type=float, default=2.0, help="longest duration of a game (2)")
        parser.add_argument(
            "--witness", action="append", default=[], metavar="KEY", help="key that must cosign"
        )
        parser.add_argument(
            "--transcript",
            action="append",
            default=[],
            metavar="FILE",
            help="the transcript of a game that refers to the log",
        )
        parser.add_argument("--files", action="store_true", help="fetch every static file of the release")
        parser.add_argument("--follow", action="store_true", help="repeat until stopped")
        parser.add_argument("--json", action="store_true", help="print a JSON object for each audit")

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
        """Audit once, or repeatedly until stopped. Return the exit status of the last audit."""
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
    """Return a true transcript's statements about the log."""
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
    """Return the exit status and the report of one audit."""
    try:
        log = RemoteLog(url)
        report: Report = audit(log, memory, questions, progress_on(sys.stderr, "bundles read"))
    except Unreadable as fault:
        return 2, json.dumps({"unreadable": str(fault)}) if as_json else f"UNREADABLE. {fault}"
    says = json.dumps(report.to_json()) if as_json else report.description
    return int(bool(report.found)), says
