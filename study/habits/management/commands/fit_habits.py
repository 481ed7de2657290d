"""`manage.py fit_habits`: measure the habits of people by level, and the parameters of a bot with them."""

import json
from argparse import ArgumentParser
from typing import Any, TextIO, cast

from common.command import LowPriorityCommand, positive_int
from common.progress import progress_on
from game.decisions.versions import newest_brain
from game.table.bot_accounts import BOTS
from ranking.rules.points import INITIAL_POINTS
from study.habits.measure import summarize
from study.habits.report import MIN_PLAYERS, Column, find_fit, fitted_name, report_lines, to_json
from study.habits.simulating import brain_named, erring_player, simulate
from study.habits.site_games import find_games, make_bands, observe_site

SIMULATED = ("beginner", "novice", "club")
BOUNDS = (INITIAL_POINTS, 1700)
LIMIT = 5000

HELP_TEXT = f"""
Reads the newest rated games between people of this site, and prints how often players of each level did
something where they had a choice: lead a five, pair the lead, take a fifteen, throw a pair to the other's
crib. A level is a range of points; those before the game count. Other columns are bots playing themselves
({", ".join(SIMULATED)}), and published figures.

The model is that of the first Novice and Club. It has two parameters, which are fitted to each level.
MISCOUNT expects the points lost by discards as the cards lie, and NOTICES how often two points in the play
were taken. The interval takes players as samples. Then the model plays itself with both, and the command
lists habits that it lacks.

A level needs {MIN_PLAYERS} players; with fewer, nothing of it is printed. If its games are too few for a
parameter, the command says how many are needed, and why. It names no player, and it reads no game that isn't
over or whose cards are still played at other tables. It stores nothing, and changes no bot.

examples:
  manage.py fit_habits                        the newest {LIMIT:,} games, in {len(BOUNDS) + 1} levels
  manage.py fit_habits --bounds 1500          players below 1500 points, and all others
  manage.py fit_habits --limit 20000 --json   more games, for a program
"""


class Command(LowPriorityCommand):
    help_text = HELP_TEXT
    help = "Measures the habits of people by level next to those of bots, and fits a bot to them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        bounds = " ".join(map(str, BOUNDS))
        parser.add_argument(
            "--bounds",
            nargs="+",
            type=positive_int,
            default=BOUNDS,
            metavar="POINTS",
            help=f"where levels begin ({bounds})",
        )
        parser.add_argument("--limit", type=positive_int, default=LIMIT, help=f"the newest games ({LIMIT})")
        parser.add_argument("--games", type=positive_int, default=200, help="games a bot simulates (200)")
        parser.add_argument("--seed", type=int, default=7, help="what simulated games are drawn from (7)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        bands, limit = make_bands(options["bounds"]), options["limit"]
        games = min(find_games().count(), limit)
        step = progress_on(cast(TextIO, self.stderr), "of the games")(max(games, 1))
        observed = observe_site(bands, limit, step)
        groups = [
            Column(band.name, summarize(players), is_group=True) for band, players in observed.players.items()
        ]
        columns = [
            *groups,
            *self.fitted_models(groups, options["games"], options["seed"]),
            *self.bots(options["games"], options["seed"]),
        ]
        if options["json"]:
            self.stdout.write(json.dumps({"games": games, "games_read": observed.games} | to_json(columns)))
            return
        self.stdout.write(f"{observed.games:,} of {games:,} rated games of people read (decks on record).\n")
        self.stdout.write("\n".join(report_lines(columns)))

    def bots(self, games: int, seed: int) -> list[Column]:
        """Return the habits of bots."""
        return [
            Column(BOTS[bot].name, summarize(simulate(brain_named(newest_brain(bot)), games, seed)))
            for bot in SIMULATED
        ]

    def fitted_models(self, groups: list[Column], games: int, seed: int) -> list[Column]:
        """Return the habits of the model with the parameters of each group that has enough games."""
        return [
            Column(fitted_name(group.name), summarize(simulate(erring_player(*fit), games, seed)))
            for group in groups
            if (fit := find_fit(group.profile)) is not None
        ]
