"""`manage.py measure_luck`: measure whether luck is removed from results correctly, and how much."""

import json
import os
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, TextIO, cast

from django.core.management.base import CommandError

from common.command import LowPriorityCommand, positive_int, usage_error
from common.progress import Progress, progress_on
from game.bots.brain import ONE_THREAD
from game.bots.building.stages import StageRunner
from game.bots.registry import BRAINS
from study.strength.calibration.diagram import draw
from study.strength.calibration.games import LOT, play_games
from study.strength.calibration.measure import Figures, figures, measure_games
from study.strength.luck.points import SUM_OVER_ALL_SIXES, sum_over_all_sixes
from study.strength.luck.sixes import ALL_SIXES

WORK = Path(tempfile.gettempdir()) / "every-other-luck"
USUAL = ("novice", "intermediate", "halscrib", "advanced")
CHUNKS = 100

HELP_TEXT = f"""
The luck-adjusted result L of a game is its result R (1 won, 0 lost) minus the effect of the deal and the cut.
It must be right on average, mean(L - R) within two standard errors of 0, and vary less, Var L / Var R <= 0.5.
Bots play each other with alternating seats, and cut for the deal. Decks come from --seed, so the same command
gives the same figures. The work folder stores played games, so that an interrupted command, or one that
measures a changed formula, does not play them again. It is {WORK} unless --work names another.

brains: {", ".join(BRAINS)}

figures:
  R, L            the means of both, for the first brain
  L - R           the difference and its standard error
  Var R, Var L    the variances, and their ratio with its standard error
  games needed    to distinguish a player who wins 54% from one who wins 50% (two-sided 95%, power 80%),
                  by R and by L

With --sixes the command measures nothing. It adds up the value of the best discard of each of the
{ALL_SIXES:,} sixes, once for all that differ only in suits, and compares the sums with the constants in
study/strength/luck/points.py (half a minute). The exit status is 1 if there is a difference.

examples:
  manage.py measure_luck                                  4,000 games of each pair of {", ".join(USUAL)}
  manage.py measure_luck novice advanced --games 400      quick and rough
  manage.py measure_luck master novice --against master   only these two, neither against itself
  manage.py measure_luck --json > luck.json               JSON output
  manage.py measure_luck --svg docs/explanation/luck.svg   the picture in docs/explanation/review.md
  manage.py measure_luck --sixes                          the exact mean over all sixes
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Measures on games between bots whether luck is removed from results correctly, and how much."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("brains", nargs="*", metavar="brain", help="each against each, itself included")
        parser.add_argument("--games", type=whole_lots, default=4000, help=f"of each pair, by {LOT}s (4000)")
        parser.add_argument("--against", choices=BRAINS, help="this one against each of the others only")
        parser.add_argument("--seed", type=int, default=23, help="random seed (23)")
        parser.add_argument("--work", type=Path, default=WORK, metavar="FOLDER", help="where games are kept")
        parser.add_argument("--processes", type=positive_int, default=1, help="number of parallel games (1)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the variances into this file")
        parser.add_argument("--sixes", action="store_true", help="add all sixes up, and compare")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sixes"]:
            self.check_sixes(options["json"])
            return
        brains = options["brains"] or USUAL
        if unknown := [name for name in brains if name not in BRAINS]:
            raise usage_error(
                f"There is no brain called {', '.join(unknown)}; there are: {', '.join(BRAINS)}."
            )
        os.environ.update(ONE_THREAD)
        workshop = StageRunner(options["work"], options["processes"], self.report_playing)
        pairs = [
            self.measure_pair(one, other, options["seed"], options["games"], workshop)
            for one, other in pairs_of(tuple(dict.fromkeys(brains)), options["against"])
        ]
        if options["svg"]:
            options["svg"].write_text(draw(pairs), encoding="utf-8")
        self.stdout.write(json.dumps(pairs, indent=2) if options["json"] else "\n".join(table(pairs)))

    def measure_pair(self, one: str, other: str, seed: int, games: int, workshop: StageRunner) -> Figures:
        played = play_games(one, other, seed, games, workshop)
        step = progress_on(cast(TextIO, self.stderr), f"of the luck in {one} v {other}")(len(played))
        return figures(one, other, measure_games(played, step))

    def report_playing(self, stage: str, done: int, parts: int) -> None:
        """Report the number of finished lots from time to time."""
        if done == parts or done % 10 == 0:
            self.stderr.write(f"{stage}: {done} of {parts} lots played")

    def check_sixes(self, as_json: bool) -> None:
        """Add all sixes up, and compare the sums with the stored constants."""
        progress, told = Progress(cast(TextIO, self.stderr), CHUNKS), 0

        def report(done: int) -> None:
            nonlocal told
            while told < CHUNKS * done // ALL_SIXES:
                told += 1
                progress.step("of all sixes")

        sums = sum_over_all_sixes(report)
        if as_json:
            self.stdout.write(json.dumps({"sixes": ALL_SIXES, "pone": sums[0], "dealer": sums[1]}))
        else:
            self.stdout.write(f"pone {sums[0]:,}, dealer {sums[1]:,}, of {ALL_SIXES:,} sixes")
        if sums != SUM_OVER_ALL_SIXES:
            raise CommandError(f"Not what is written down: {SUM_OVER_ALL_SIXES}.")


def whole_lots(text: str) -> int:
    """Parse a number of games, which must be whole lots."""
    games = positive_int(text)
    if games % LOT:
        raise ArgumentTypeError(f"a multiple of {LOT}, not {games}")
    return games


def pairs_of(brains: Sequence[str], against: str | None) -> Iterator[tuple[str, str]]:
    """Return each pair of these brains, or only the pairs of one with each of the others."""
    if against is None:
        return combinations_with_replacement(brains, 2)
    return ((against, other) for other in brains if other != against)


def table(pairs: Sequence[Figures]) -> Iterator[str]:
    """Yield the figures as a table for docs."""
    yield "| | games | R | L | L − R | Var R | Var L | ratio | games needed by R | by L |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for pair in pairs:
        cells = (
            f"{pair['one']} v {pair['other']}",
            f"{pair['games']:,}",
            f"{pair['mean_result']:.4f}",
            f"{pair['mean_adjusted']:.4f}",
            f"{pair['difference']:+.4f} ± {2 * pair['standard_error']:.4f}",
            f"{pair['var_result']:.4f}",
            f"{pair['var_adjusted']:.4f}",
            f"{pair['ratio']:.3f} ± {2 * pair['ratio_error']:.3f}",
            f"{pair['games_by_result']:,}",
            f"{pair['games_by_adjusted']:,}",
        )
        yield f"| {' | '.join(cells)} |"
