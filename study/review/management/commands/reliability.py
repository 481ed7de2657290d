"""`manage.py reliability`: measure whether predictions of reviews come true, in games of Advanced."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, cast

from common.command import LowPriorityCommand, positive_int
from common.progress import progress_on
from study.review.calibration.diagram import draw
from study.review.calibration.last_deals import chances_by_needs, play_last_deals
from study.review.calibration.reliability import Bin, Curves, curves, predictions_of_game
from study.review.judge.last_deals import NEAR

HELP_TEXT = """
Advanced plays itself. Before each deal, and after each move of deals that begin with both sides past 110, the
command predicts the dealer's chance like a review, and compares it with the result of the game: of all
predictions of about 70%, 70% should come true. The 95% intervals use games as samples. Games come from
--seed, so the same command gives the same figures.

With --last-deals the command makes the table for the last holes instead: Advanced plays so many deals against
itself from every pair of needs within ten holes. It prints the dealer's chances in ten-thousandths for
study/review/judge/last_deals.py, a row for each need of the dealer.

examples:
  manage.py reliability                                 4,000 games
  manage.py reliability --games 200 --json              200 games, as JSON
  manage.py reliability --svg docs/explanation/reliability.svg      the diagram in docs/explanation/review.md
  manage.py reliability --last-deals 300                the table of the last holes
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Measures whether the chances that reviews predict come true, and draws it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=positive_int, default=4000, help="number of games (4000)")
        parser.add_argument("--seed", type=int, default=7, help="random seed (7)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the diagram into this file")
        parser.add_argument(
            "--last-deals", type=positive_int, metavar="N", help="make the table of the last holes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["last_deals"]:
            self.make_last_deals(options["seed"], options["last_deals"])
            return
        games, seed = options["games"], options["seed"]
        step = self.progress("of the games", games)
        found = []
        for number in range(games):
            found.append(predictions_of_game(seed, number))
            step()
        measured = curves(found)
        if options["svg"]:
            options["svg"].write_text(draw(measured["bins"]), encoding="utf-8")
        self.stdout.write(json.dumps(measured) if options["json"] else "\n".join(table(measured)))

    def progress(self, label: str, pieces: int) -> Callable[[], None]:
        return progress_on(cast(TextIO, self.stderr), label)(pieces)

    def make_last_deals(self, seed: int, deals: int) -> None:
        step = self.progress("of the last holes", NEAR * NEAR)
        chances = chances_by_needs(play_last_deals(seed, deals, step))
        for row in (10_000 * chances).round().astype(int).tolist():
            self.stdout.write(f"{tuple(row)},")


def table(measured: Curves) -> list[str]:
    """Return the figures as a table for docs."""
    head = ["| | predictions | games | predicted | won |", "|---|---:|---:|---:|---:|"]
    lines = []
    for kind, bins in measured["bins"].items():
        if bins:
            lines += [_row(f"**{kind}**", measured["all"][kind]), *[_row("", one) for one in bins]]
    return [*head, *lines]


def _row(label: str, one: Bin) -> str:
    predicted, won, margin = (
        f"{100 * figure:.1f}" for figure in (one["predicted"], one["won"], one["margin"])
    )
    return f"| {label} | {one['count']} | {one['games']} | {predicted} | {won} ± {margin} |"
