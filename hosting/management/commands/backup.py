"""`manage.py backup`: write the whole site to one file while games run."""

from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from django.core.management.base import CommandError

from common.command import LowPriorityCommand
from hosting.backup.archive import BackupError

HELP_TEXT = """
The file holds a snapshot of the database, and a manifest: the time, the number of rows in every table, the
migrations and a checksum. PostgreSQL's pg_dump or SQLite's VACUUM INTO makes it, and no player has to wait.
It contains everyone's email addresses and password hashes, so make sure that only you can read it.

It doesn't contain keys: secrets in it stay sealed, so keep SECRET_KEY and SEALING_KEYS safe somewhere else.
At home that is the file every_other.secret_key next to the database. It doesn't contain sessions either, as
a session key is as good as a password. After a restore everyone has to log in again. Guests can't, so they
start over.

examples:
  manage.py backup /srv/backups/every-other-2026-11-22.backup
  manage.py backup before-the-update.backup --json          the manifest, for a program

exit status: 0, or 1 if it couldn't be made; then there's no file.
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Backs up the whole site to one file while games run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to write it; never overwrites a file")
        parser.add_argument("--json", action="store_true", help="print the manifest as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from hosting.backup.procedures import back_up

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
