"""`manage.py build_pegger`: computes the weights of the pegging model that Master uses for its opponents."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from game.bots.building.pegger import PeggerRecipe, build_pegger, write_weights
from game.bots.building.stages import StageRunner
from game.bots.tables.shipped import PEGGER_FILE

WORK = Path(tempfile.gettempdir()) / "every-other-pegger"

HELP_TEXT = f"""
Master plays itself. The weights of a pegging model are fitted to its games, and in the next round Master uses
the model for its opponents. The first round starts with a sensible model that scores and gives little away;
no other bot is involved. The weights and their recipe are written to game/bots/tables/{PEGGER_FILE.name}.
Finished games are stored in the work folder, and an interrupted run continues from there.

On one machine, the same command gives the same weights. On another, numpy may add in another order, and then
about one game in some thousands differs.

examples:
  manage.py build_pegger                                 all of it, in about five minutes of CPU time
  manage.py build_pegger --games 40 --rounds 1 --to FILE a quick, rough version
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Computes the weights of the pegging model that Master uses for its opponents."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = PeggerRecipe()
        parser.add_argument("--seed", type=int, default=usual.seed, help=f"what is dealt ({usual.seed})")
        parser.add_argument("--games", type=int, default=usual.games, help=f"in each round ({usual.games})")
        parser.add_argument("--rounds", type=int, default=usual.rounds, help=f"({usual.rounds})")
        parser.add_argument(
            "--to", type=Path, default=PEGGER_FILE, metavar="FILE", help="where the weights go"
        )
        parser.add_argument("--work", type=Path, default=WORK, metavar="FOLDER", help="for finished games")
        parser.add_argument("--processes", type=int, default=1, metavar="N", help="at once (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        recipe = PeggerRecipe(options["seed"], options["games"], options["rounds"])
        if recipe.games < 1 or recipe.rounds < 1:
            raise CommandError("There must be at least one game and one round.")
        workshop = StageRunner(options["work"], options["processes"], self.report_progress)
        for number, fitted in enumerate(build_pegger(recipe, workshop), start=1):
            self.stdout.write(
                f"round {number}: {fitted.choices:,} choices, surprise {fitted.surprise:.3f} "
                f"({fitted.uniform:.3f} where all cards are alike)"
            )
        write_weights(options["to"], recipe, fitted)

    def report_progress(self, stage: str, done: int, parts: int) -> None:
        """Report every part."""
        self.stderr.write(f"{stage}: {done} of {parts}")
