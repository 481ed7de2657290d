"""The settings of the formats that pair players as they become free."""

from dataclasses import dataclass
from enum import Enum

GRACE_MINUTES = 15
"""Live games may end this long after the close."""


class Again(Enum):
    """When two players may meet again."""

    WHEN_ALL_ARE_MET = "when_all_are_met"
    NOT_IN_A_ROW = "not_in_a_row"
    NEVER = "never"


class Pace(Enum):
    """The clock of an event's games."""

    QUICK = "quick"
    STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the number of games, the minutes for new games, and when players may meet again or join."""

    name: str
    games: int
    minutes: int
    again: Again
    join_minutes: int
    across_clubs: bool = False


NIGHT_GAMES = (5, 9, 12, 18, 22)
NIGHT_MINUTES = {Pace.QUICK: 105, Pace.STANDARD: 150}
"""For nine games. Other lengths are proportional."""
HOUR_GAMES = {60: 6, 90: 9}
NINE = 9
ROUNDS_IN_STEP = 7
ROUND_MINUTES = {Pace.QUICK: 20, Pace.STANDARD: 40}
"""The time limit of simultaneous rounds. With this clock, games rarely take longer."""
REVEAL_MINUTES = 2
"""The time to fix the decks of an event, before its first round begins."""
WAIT_MINUTES = 3
"""A round waits this long for players to come back."""
FEWEST_TABLES = 4
"""With fewer tables, the comparison of results says too little."""


def night(games: int = NINE, pace: Pace = Pace.QUICK) -> Format:
    """Return a night like those of ACC clubs. Players may join until half time."""
    minutes = NIGHT_MINUTES[pace] * games // NINE
    return Format("night", games, minutes, Again.WHEN_ALL_ARE_MET, minutes // 2)


def hour(minutes: int = 60) -> Format:
    """Return an arena of 60 or 90 minutes. The first six or nine games count."""
    return Format("hour", HOUR_GAMES[minutes], minutes, Again.NOT_IN_A_ROW, minutes)


def minutes_in_step(rounds: int, pace: Pace) -> int:
    """Return the longest duration of so many simultaneous rounds."""
    return rounds * ROUND_MINUTES[pace] + REVEAL_MINUTES


def minutes_of_teams(boards: int, pace: Pace) -> int:
    """Return the longest duration of so many boards of two teams, including waits for players."""
    return minutes_in_step(boards, pace) + boards * WAIT_MINUTES


def duel(games: int = NINE, pace: Pace = Pace.QUICK) -> Format:
    """Return a night of two clubs whose members meet only players of the other club."""
    minutes = NIGHT_MINUTES[pace] * games // NINE
    return Format("duel", games, minutes, Again.NEVER, minutes // 2, across_clubs=True)
