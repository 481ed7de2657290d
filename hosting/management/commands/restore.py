"""`manage.py restore`: restore a site from a backup, and recheck everything in it."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import CommandError

from common.command import HelpTextCommand
from hosting.backup.archive import BackupError

if TYPE_CHECKING:
    from hosting.backup.procedures import RestoreReport

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
The database must be empty, without a single table, and no server may be using it. This loads the backup,
counts its rows, and applies newer migrations. Then

  live games   are called off, and counted in public on the fairness page. Their decks were fixed when they
               began, and moves made after the backup are lost, so the players have seen cards that would be
               dealt to them again;
  the clock    of the service starts over, so that no one runs out of time;
  ratings      are checked against the record of changes, as recompute_ratings --check does;
  every deck   is dealt again from its secrets, as record_deals --check does.

Use the SECRET_KEY and SEALING_KEYS of the old site (at home, put its file every_other.secret_key next to the
new database). Accounts and rulings are those of the backup: you have to repeat later bans, deletions and
password changes.

examples:
  DATABASE_URL=postgresql://.../every_other_new manage.py restore every-other.backup
  DATABASE_PATH=new.sqlite3 manage.py restore every-other.backup
  manage.py restore every-other.backup --unchecked     skip the checks of ratings and decks
  manage.py restore every-other.backup --json          the report, for a program
  manage.py restore --as-it-is                         the database was restored from PostgreSQL's own
                                                       archive: call live games off and check
                                                       everything

exit status: 0 if everything is right; 1 if something is wrong or nothing was done, with the reason.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Restores a site from a backup into an empty database."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="the file that `backup` wrote")
        parser.add_argument(
            "--as-it-is", action="store_true", help="the database was restored by other means"
        )
        parser.add_argument("--unchecked", action="store_true", help="don't check ratings and decks")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from hosting.backup.procedures import adopt_database, restore

        self.reported_at = monotonic()
        file, check = options["file"], not options["unchecked"]
        if (file is None) != options["as_it_is"]:
            raise CommandError("Name a file, or use --as-it-is for a database that is restored already.")
        try:
            restored = (
                restore(file, check=check, progress=self.report_progress)
                if file
                else adopt_database(check=check, progress=self.report_progress)
            )
        except BackupError as why:
            raise CommandError(str(why)) from None
        if options["json"]:
            self.stdout.write(msgspec.json.encode(restored).decode())
        else:
            self.stdout.write("\n".join(describe(restored)))
        if not restored.is_right:
            sys.exit(1)

    def report_progress(self, says: str) -> None:
        if (now := monotonic()) - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = now
            self.stderr.write(f"{says} ...")


def describe(restored: "RestoreReport") -> list[str]:
    """Return the result as lines of text."""
    lines = [f"The site as it was at {restored.made_at}: {restored.rows:,} rows."]
    lines += [f"{restored.voided:,} games were live: they are void."]
    lines += [
        f"Table {table} has another number of rows than the manifest says." for table in restored.wrong_counts
    ]
    lines += [
        f"The key {key} is not in SEALING_KEYS: what it sealed stays shut." for key in restored.missing_keys
    ]
    if not restored.is_checked:
        return [
            *lines,
            "Ratings and decks were not worked out: recompute_ratings and record_deals --check do it.",
        ]
    if restored.wrong_ratings:
        lines += [f"{restored.wrong_ratings:,} points are wrong: recompute_ratings --check names them."]
    if restored.wrong_deals:
        lines += [f"{restored.wrong_deals:,} deals are wrong: record_deals --check names them."]
    again = f"{restored.games_dealt_again:,} games were dealt again"
    return [*lines, f"{again}: everything is right." if restored.is_right else f"{again}."]
