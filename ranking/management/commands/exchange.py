"""`manage.py exchange`: prints the points for winning and losing a rated game."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import asdict
from typing import Any

from common.command import HelpTextCommand, usage_error
from ranking.rules import parsing
from ranking.rules.drift import expected_change
from ranking.rules.levels import level
from ranking.rules.points import BOTS, exchange

HELP_TEXT = """
With equal points you play for 21, half of K = 42. For every 25 points your opponent is above you, a win
brings one more and a loss costs one less; below you, the other way round. A game never moves more than 41
points. A loss costs at least 2; a win brings at least 2 against a person and 1, 2 and 4 against the three
bots. From 2500 points up, games against Novice don't count; from 2750 up, neither do games against
Intermediate.

examples:
  manage.py exchange 1700 1500              a player with 1700 points against one with 1500
  manage.py exchange 2499 novice            the last point you can win from Novice
  manage.py exchange 1700 1500 --json       {"win": 13, "loss": 29, "why": "..."}
  manage.py exchange 1500 intermediate --wins 31.8
                                            the average change per game if 31.8% are won

exit status: 0, or 2 if the arguments are invalid.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Prints the points for winning and for losing a rated game, with the reason."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("own", help="the player's points, such as 1700")
        parser.add_argument("opponent", help=f"the other side's points, or a bot: {', '.join(BOTS)}")
        parser.add_argument("--wins", type=percent, help="the games that the first wins, in percent")
        parser.add_argument("--json", action="store_true", help="print win, loss and why as JSON")

    def handle(self, *args: Any, own: str, opponent: str, **options: Any) -> None:
        try:
            points, other = parsing.parse_points(own), parsing.parse_opponent(opponent)
        except parsing.InvalidPoints as fault:
            raise usage_error(fault) from None
        stake = exchange(points, other)
        wins = options["wins"]
        average = None if wins is None else round(expected_change(points, other, wins), 1)
        if options["json"]:
            expected = {} if average is None else {"average": average}
            return self.stdout.write(json.dumps(asdict(stake) | expected))
        opponent_text = f"a player of {other} points" if isinstance(other, int) else other.capitalize()
        self.stdout.write(f"{points} points (level {level(points).number}) against {opponent_text}:")
        self.stdout.write(f"  a win   +{stake.win:<3} makes {points + stake.win}")
        self.stdout.write(f"  a loss  -{stake.loss:<3} makes {points - stake.loss}")
        self.stdout.write(stake.why)
        if average is not None:
            self.stdout.write(f"With {wins:g}% of the games won, a game brings {average:+.1f} on average.")


def percent(text: str) -> float:
    """Parse a percentage."""
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 <= found <= 100:
        raise ArgumentTypeError(f"a percentage from 0 to 100, not {text!r}")
    return found
