"""`manage.py build_pegger`: makes the weights of the good player that Master takes its opponents to be."""

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
Master plays itself, what it played is fitted by the weights of a pegger, and these are what it takes its
opponents for in the next round. The first round begins with a sensible player who scores and gives little
away; no other bot has a part in it. The weights go to game/bots/tables/{PEGGER_FILE.name}, after what they
were made of. Finished games are kept in the work folder, and an interrupted run goes on from there.

The same command makes the same weights on the same machine; elsewhere another numpy may add up in another
order, and a game in some thousands then goes another way.

examples:
  manage.py build_pegger                                 all of it, in about five minutes of CPU time
  manage.py build_pegger --games 40 --rounds 1 --to FILE quick and rough, to look at
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Makes the weights of the good player that Master takes its opponents to be."
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
