"""What a good player would say of a position: every throw and every card weighed, the best first."""

from typing import NamedTuple

from game.bots.brain import Cards
from game.engine.cards import Card


class ThrowLine(NamedTuple):
    """One of the fifteen ways to throw, and what comes of it on average."""

    thrown: Cards
    kept: Cards
    hand: float  # points of the four kept with the starter
    spread: float  # how far those points stray: their standard deviation over the starters
    low: int
    high: int
    crib: float  # points of the crib, whoever's it is
    pegging: float  # points pegged in the play, the opponent's taken off
    points: float  # hand, crib and pegging in all: the opponent's crib is taken off
    win: float  # chance to win the game


class CardLine(NamedTuple):
    """One card that may be played, and what comes of it on average."""

    card: Card
    now: int  # points for it at once
    pegging: float  # points pegged from here to the end of the play, the opponent's taken off
    win: float
