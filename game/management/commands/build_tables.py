"""`manage.py build_tables`: builds the tables that Advanced plays by."""

import json
import os
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from game.bots.building.stages import StageRunner
from game.bots.building.tables import (
    LOT,
    MOST_LOTS,
    BuiltTables,
    Recipe,
    build_tables,
    figures,
    load_recipe,
    write_tables,
)
from game.bots.tables.shipped import RECIPE_FILE, TABLES_DIR, TABLES_FILE, array_digests, read_arrays

PROGRESS_SECONDS = 2.0
WORK = Path(tempfile.gettempdir()) / "every-other-tables"

HELP_TEXT = f"""
From nothing but the rules and a sensible way to play a card, in five stages:
  pegging   each four cards pone may keep, played against each four of the dealer's
  throwing  what each side throws, best for hand and crib against what the other throws: the two take turns
  weighing  every way to part every six ranks, with what the four kept will peg
  deals     deals by the million between two who throw the best of these; every point in its order
  winning   the chance to win from every score, backward from the last point; and all is put together
The same seed makes the same tables to the byte, on any machine and by any number of processes. What is
finished is kept in the work folder: interrupted, the command goes on from there when it is given again.

The tables go to game/bots/tables: {TABLES_FILE}, and {RECIPE_FILE} with what they were made of, the
averages of a deal to be held against those published, and SHA-256 of each array. --check makes what that
recipe says and compares: the exit status is 1 if there is a difference. The work folder is {WORK}
unless --work names another; it may be removed at any time.

examples:
  manage.py build_tables                     all of it, in some forty seconds of CPU time
  manage.py build_tables --check             make them anew, and compare with those that are shipped
  manage.py build_tables --lots 2 --to DIR   quick and rough, to look at
  manage.py build_tables --json              figures and checksums for a program
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Makes the tables that Advanced plays by."
    requires_system_checks = []
    reported_at = 0.0

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Recipe()
        parser.add_argument("--seed", type=int, default=usual.seed, help=f"what is dealt ({usual.seed})")
        parser.add_argument(
            "--lots",
            type=whole_up_to(MOST_LOTS),
            default=usual.lots,
            help=f"of {LOT:,} deals each ({usual.lots})",
        )
        parser.add_argument(
            "--to", type=Path, default=TABLES_DIR, metavar="FOLDER", help="where the tables go"
        )
        parser.add_argument(
            "--work",
            type=Path,
            default=WORK,
            metavar="FOLDER",
            help="where finished parts are kept",
        )
        parser.add_argument(
            "--processes",
            type=whole_up_to(256),
            default=os.cpu_count(),
            metavar="N",
            help="at once (one a core)",
        )
        parser.add_argument(
            "--check", action="store_true", help="by the recipe in FOLDER, and compare; write nothing there"
        )
        parser.add_argument("--json", action="store_true", help="print figures and checksums as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        recipe = load_recipe(options["to"]) if options["check"] else Recipe(options["seed"], options["lots"])
        workshop = StageRunner(
            options["work"] / recipe.cache_key(), options["processes"], self.report_progress
        )
        try:
            built = build_tables(recipe, workshop)
        except KeyboardInterrupt:
            raise CommandError(f"Interrupted. What is finished is kept in {workshop.folder}.") from None
        self.print_figures(built, options["json"])
        if options["check"]:
            self.check_shipped(built, options["to"])
        else:
            write_tables(options["to"], recipe, built)

    def print_figures(self, built: BuiltTables, as_json: bool) -> None:
        """Print the averages of a deal, and for programs the checksums too."""
        if as_json:
            told = {"figures": figures(built), "sha256": array_digests(built.arrays)}
            self.stdout.write(json.dumps(told, indent=2))
        else:
            for name, figure in figures(built).items():
                self.stdout.write(f"{name.replace('_', ' '):20}{figure:8.4f}")

    def check_shipped(self, built: BuiltTables, folder: Path) -> None:
        """Compare what was built with what is shipped, array by array."""
        made, found = array_digests(built.arrays), array_digests(read_arrays(folder))
        if made != found:
            differ = [name for name in sorted({*made, *found}) if made.get(name) != found.get(name)]
            raise CommandError(f"Not what {folder / TABLES_FILE} holds: {', '.join(differ)}.")
        self.stderr.write(f"All {len(made)} arrays are those of {folder / TABLES_FILE}, to the byte.")

    def report_progress(self, stage: str, done: int, parts: int) -> None:
        """Report progress, not too often."""
        if done == parts or monotonic() - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = monotonic()
            self.stderr.write(f"{stage}: {done} of {parts}")


def whole_up_to(most: int) -> Callable[[str], int]:
    """A parser of whole numbers from one up to this."""

    def read(text: str) -> int:
        if not text.isdigit() or not 1 <= int(text) <= most:
            raise ArgumentTypeError(f"a whole number from 1 to {most}, not {text!r}")
        return int(text)

    return read
