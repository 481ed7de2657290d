"""The bot that "Play now" offers, by the player's results. Pure functions.

A player should win four or five of ten games. Each win against the present bot adds `WIN` points, each loss
takes `LOSS`. At `STEP` points the player meets the next stronger bot, at minus `STEP` the next weaker one.
Away from the ends of the scale, a player takes as many steps up as down in the long run. So the points
balance, and the player wins `LOSS` / (`WIN` + `LOSS`) of the games: 45%.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile

# From the weakest to the strongest. Other bots are only played on request.
SCALE = ("beginner", "novice", "club", "intermediate", "advanced")

MOST_GAMES = 10
WIN, LOSS, STEP = 11, 9, 27


class Reason(Enum):
    """Why a bot was chosen."""

    LAST = "last"
    SAME = "same"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class NextBot:
    """A bot, why it was chosen, and the results behind it: games won against the bot before."""

    key: str
    reason: Reason
    before: str
    won: int
    games: int


@dataclass(frozen=True, slots=True)
class BotResult:
    """A finished game with a bot of the scale."""

    bot: str
    won: bool


def choose_next_bot(newest_first: Sequence[BotResult], running: str | None = None) -> NextBot | None:
    """Choose the next bot by the newest results, and by the bot of a game that began after them.

    Return None for a newcomer, who has neither.
    """
    present = running or (newest_first[0].bot if newest_first else None)
    if present is None:
        return None
    in_a_row = [one.won for one in takewhile(lambda one: one.bot == present, newest_first)][:MOST_GAMES]
    won, games = sum(in_a_row), len(in_a_row)
    step = find_step(won, games)
    key = SCALE[max(0, min(len(SCALE) - 1, SCALE.index(present) + step))]
    if key != present:
        reason = Reason.UP if step > 0 else Reason.DOWN
    else:
        reason = Reason.SAME if games > 1 else Reason.LAST
    return NextBot(key, reason, present, won, games)


def find_step(won: int, games: int) -> int:
    """Return 1 if a player has won enough of these games for a stronger bot, -1 for a weaker one, else 0."""
    points = WIN * won - LOSS * (games - won)
    return (points >= STEP) - (points <= -STEP)
