"""`manage.py dump`: write the rated games of a month as public files."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import LowPriorityCommand

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
Writes all rated games that ended in a month as lines of JSON and as Parquet, both compressed with zstd,
and the signed SHA-256 checksums of these files. docs/reference/data.md describes every field. Players and
games have ids that identify no account and change every month. The dump leaves out

  games of a player whose profile is private, or whose account is deleted;
  games whose cards others still play;
  games whose decks can't be reconstructed;
  sample games. --samples dumps these alone, into files of another name, which /data doesn't list.

Games that a host voided are marked. The files go into DUMPS_ROOT, and the page /data lists
them. --replace also leaves out players who have become private since the first dump.

The command needs pyarrow (pip install --no-deps --require-hashes -r requirements-dumps.lock).
It can run while the site is in use.

examples:
  manage.py dump 2026-10                    dump October 2026
  manage.py dump 2026-10 --to /tmp/dumps    write to another folder
  manage.py dump 2026-10 --samples --to .   dump the games of manage.py demo
  manage.py dump 2026-10 --replace --json   replace the dump; print the result as JSON

exit status: 0, or 1 if the dump failed; then no file is written.
"""


def month(text: str) -> date:
    """Parse a month such as 2026-10."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise ArgumentTypeError(f"expected a month such as 2026-10, not {text!r}") from None


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Writes the rated games of a month as public files, without names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", type=month, metavar="MONTH", help="a past month, such as 2026-10")
        parser.add_argument("--to", type=Path, metavar="DIR", help="the folder; by default DUMPS_ROOT")
        parser.add_argument("--replace", action="store_true", help="replace an existing dump")
        parser.add_argument("--samples", action="store_true", help="dump only the games of sample players")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from programs.dumps.dumping import dump_month
        from programs.dumps.files import DumpError

        folder = options["to"] or settings.DUMPS_ROOT
        begun = reported_at = monotonic()
        done = 0

        def progress(games: int) -> None:
            nonlocal reported_at, done
            done += games
            if monotonic() - reported_at > PROGRESS_SECONDS:
                reported_at = monotonic()
                self.stderr.write(f"{done:,} games written ...")

        try:
            sums = dump_month(
                options["month"],
                folder,
                replace=options["replace"],
                of_samples=options["samples"],
                progress=progress,
            )
        except DumpError as why:
            raise CommandError(str(why)) from None
        sizes = {file.name: (folder / file.name).stat().st_size for file in sums.files}
        if options["json"]:
            files = [{**file._asdict(), "bytes": sizes[file.name]} for file in sums.files]
            self.stdout.write(
                json.dumps({"month": f"{sums.month:%Y-%m}", "games": sums.games, "files": files})
            )
            return
        took = monotonic() - begun
        for name, size in sizes.items():
            self.stdout.write(f"{folder / name}: {size / 1e6:,.1f} MB")
        self.stdout.write(f"{sums.games:,} games in {took:.1f} s.")
