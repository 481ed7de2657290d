"""The formats that are paired as players come free, as one table of what they differ in."""

from dataclasses import dataclass
from enum import Enum

GRACE_MINUTES = 15
"""So long after the close games under way may end."""


class Again(Enum):
    """When two may meet again."""

    WHEN_ALL_ARE_MET = "when_all_are_met"
    NOT_IN_A_ROW = "not_in_a_row"
    NEVER = "never"


class Pace(Enum):
    """The clock of an event's games."""

    QUICK = "quick"
    STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Format:
    """So many counted games in so many minutes, who may meet again, and until when one may join."""

    name: str
    games: int
    minutes: int
    again: Again
    join_minutes: int
    across_clubs: bool = False


NIGHT_GAMES = (5, 9, 12, 18, 22)
NIGHT_MINUTES = {Pace.QUICK: 105, Pace.STANDARD: 150}
"""For nine games; other lengths in proportion."""
HOUR_GAMES = {60: 6, 90: 9}
NINE = 9
ROUNDS_IN_STEP = 7
ROUND_MINUTES = {Pace.QUICK: 20, Pace.STANDARD: 40}
"""Of rounds in step: by its clock hardly any game takes longer."""
REVEAL_MINUTES = 2
"""Until the decks of an event are fixed, and its first round begins."""
WAIT_MINUTES = 3
"""So long a round waits for players to come back."""
FEWEST_TABLES = 4
"""Fewer tables tell too little of what the cards were worth."""


def night(games: int = NINE, pace: Pace = Pace.QUICK) -> Format:
    """A night as in ACC clubs: one may join until half time."""
    minutes = NIGHT_MINUTES[pace] * games // NINE
    return Format("night", games, minutes, Again.WHEN_ALL_ARE_MET, minutes // 2)


def hour(minutes: int = 60) -> Format:
    """An arena of 60 or 90 minutes: the first six or nine games count."""
    return Format("hour", HOUR_GAMES[minutes], minutes, Again.NOT_IN_A_ROW, minutes)


def minutes_in_step(rounds: int, pace: Pace) -> int:
    """How long so many rounds in step may take."""
    return rounds * ROUND_MINUTES[pace] + REVEAL_MINUTES


def minutes_of_teams(boards: int, pace: Pace) -> int:
    """How long so many boards of two teams may take, with all that they may wait for players."""
    return minutes_in_step(boards, pace) + boards * WAIT_MINUTES


def duel(games: int = NINE, pace: Pace = Pace.QUICK) -> Format:
    """A night of two clubs, who meet only across."""
    minutes = NIGHT_MINUTES[pace] * games // NINE
    return Format("duel", games, minutes, Again.NEVER, minutes // 2, across_clubs=True)
