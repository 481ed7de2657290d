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
The tables are computed from the rules and a sensible way to play cards, in five stages:
  pegging   play each four cards that pone may keep against each four of the dealer's
  throwing  find each side's best discards for hand and crib against the other's, in turns
  weighing  rate every split of every six ranks, including the pegging of the four kept cards
  deals     play millions of deals with the best discards, and record every point in order
  winning   compute the chance to win from every score, backward from the last point, and write the tables
The same seed gives the same tables to the byte, on any machine and with any number of processes. Finished
parts are stored in the work folder, and an interrupted command continues from there.

The tables are written to game/bots/tables: {TABLES_FILE}, and {RECIPE_FILE} with their recipe, the
averages of a deal for comparison with published figures, and SHA-256 of each array. --check rebuilds the
tables from that recipe and compares: the exit status is 1 if there is a difference. The work folder is
{WORK} unless --work names another. It may be removed at any time.

examples:
  manage.py build_tables                     everything, in about forty seconds of CPU time
  manage.py build_tables --check             rebuild and compare with the shipped tables
  manage.py build_tables --lots 2 --to DIR   a quick, rough version
  manage.py build_tables --json              figures and checksums for a program
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Builds the tables that Advanced plays by."
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
            raise CommandError(f"Interrupted. Finished parts are stored in {workshop.folder}.") from None
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
            raise CommandError(f"Different from {folder / TABLES_FILE}: {', '.join(differ)}.")
        self.stderr.write(f"All {len(made)} arrays equal those of {folder / TABLES_FILE}, to the byte.")

    def report_progress(self, stage: str, done: int, parts: int) -> None:
        """Report progress, but not too often."""
        if done == parts or monotonic() - self.reported_at > PROGRESS_SECONDS:
            self.reported_at = monotonic()
            self.stderr.write(f"{stage}: {done} of {parts}")


def whole_up_to(most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from one up to this."""

    def read(text: str) -> int:
        if not text.isdigit() or not 1 <= int(text) <= most:
            raise ArgumentTypeError(f"a whole number from 1 to {most}, not {text!r}")
        return int(text)

    return read
