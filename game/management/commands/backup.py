"""`manage.py backup`: writes the whole site to one file while people play."""

from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from django.core.management.base import CommandError

from common.command import LowPriorityCommand
from game.operations.backup.archive import BackupError
from game.operations.backup.procedures import back_up

HELP_TEXT = """
The file holds the database as it was at one instant, and a manifest: when that was, the rows of every table,
the migrations, a checksum. PostgreSQL's own pg_dump makes it, or SQLite's VACUUM INTO; nobody who plays has
to wait. It has everybody's e-mail addresses and password hashes in it, so only you may read it: keep it so.

Not in it are: keys (secrets in it stay sealed: keep SECRET_KEY and SEALING_KEYS apart from it, and safe), and
sessions (a session's key is as good as a password): after a restore everybody logs in again, and guests, who
cannot, begin anew.

examples:
  manage.py backup /srv/backups/every-other-2026-11-22.backup
  manage.py backup before-the-update.backup --json          the manifest, for a program

exit status: 0, or 1 where it could not be made; then there is no file.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Puts the whole site into one file, while people play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to put it; nothing is overwritten")
        parser.add_argument("--json", action="store_true", help="print the manifest as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = monotonic()
        try:
            manifest = back_up(options["file"])
        except BackupError as why:
            raise CommandError(str(why)) from None
        if options["json"]:
            self.stdout.write(msgspec.json.encode(manifest).decode())
            return
        rows, took = sum(manifest.contents.tables.values()), monotonic() - begun
        size = options["file"].stat().st_size / 1e6
        self.stdout.write(f"{options['file']}: {rows:,} rows, {size:,.1f} MB, in {took:.1f} s.")
