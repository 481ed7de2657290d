"""`manage.py dump`: writes the rated games of a month as files for anybody."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import LowPriorityCommand
from programs.dumps.dumping import dump_month
from programs.dumps.files import DumpError

PROGRESS_SECONDS = 2.0

HELP_TEXT = """
All rated games that ended in that month, one line of JSON each and once more as Parquet, both packed by zstd,
and the SHA-256 of these files, signed by the site. docs/data.md describes every field. Players and games have
ids that lead back to nobody, and others in every month. Left out are

  games of a player whose profile is private, or whose account is deleted;
  games whose cards others still play;
  sample games, and those whose decks can't be made again.

Games that a host voided are marked. The files go into DUMPS_ROOT, where the page /data lists them; who has
turned private since keeps out of what is made anew by --replace.

It needs pyarrow (pip install --no-deps --require-hashes -r requirements-dumps.lock), and
runs while people play.

examples:
  manage.py dump 2026-10                    of October 2026
  manage.py dump 2026-10 --to /tmp/dumps    somewhere else
  manage.py dump 2026-10 --replace --json   once more; its numbers for a program

exit status: 0, or 1 if it couldn't be made; then there's no file.
"""


def month(text: str) -> date:
    """Parse a month: 2026-10."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise ArgumentTypeError(f"a month like 2026-10, not {text!r}") from None


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Writes the rated games of a month as files for anybody, without names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", type=month, metavar="MONTH", help="a month that is over: 2026-10")
        parser.add_argument("--to", type=Path, metavar="DIR", help="the folder; DUMPS_ROOT if none is named")
        parser.add_argument("--replace", action="store_true", help="make a dump anew that is there already")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
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
            sums = dump_month(options["month"], folder, replace=options["replace"], progress=progress)
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
