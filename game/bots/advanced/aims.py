"""What a player wants from the scores after a deal: to win the game, or only to be points ahead."""

from enum import Enum
from functools import cache
from typing import NamedTuple

import numpy as np

from game.bots.piles import Array
from game.bots.tables import tables
from game.engine.view import View

GAME = 121
MAX_DEAL_POINTS = 112  # a side cannot score more in a deal
SPAN = GAME + MAX_DEAL_POINTS
NEVER = 10_000
ROUND_DIGITS = 5  # decimal places; beyond them a value depends on the order of addition


class Aim(Enum):
    """To win, or to have the most points."""

    WIN = "win"
    POINTS = "points"


class Standing(NamedTuple):
    """A score in the middle of a deal, and what it can come to.

    worth: by what I and what the other score from here to the end of the deal.
    need: what I must peg to win before anything is counted.
    they_need: what the other must.
    """

    worth: Array
    need: int
    they_need: int


def standing(aim: Aim, dealer: bool, mine: int, theirs: int, target: int = GAME) -> Standing:
    """The standing of the seat with `mine`; a game to 61 is the second half of one to 121."""
    mine, theirs = mine + GAME - target, theirs + GAME - target
    worth = _worth(aim, dealer)[mine : mine + MAX_DEAL_POINTS, theirs : theirs + MAX_DEAL_POINTS]
    return Standing(worth, GAME - mine, GAME - theirs) if aim is Aim.WIN else Standing(worth, NEVER, NEVER)


def standing_from_view(view: View, aim: Aim) -> Standing:
    """The standing of the seat whose view this is."""
    me = view.seat
    assert me is not None
    mine, theirs = view.scores[me], view.scores[me.other]
    return standing(aim, view.dealer is me, mine, theirs, view.rules.target)


@cache
def _worth(aim: Aim, dealer: bool) -> Array:
    """The worth by both totals after the show, in which pone counts before the dealer."""
    total = np.arange(SPAN)
    if aim is Aim.POINTS:
        return np.subtract.outer(total, total).astype(np.float32)
    worth = np.zeros((SPAN, SPAN), dtype=np.float32)
    worth[:GAME, :GAME] = tables().win[int(not dealer), :GAME, :GAME]
    worth[GAME:, : GAME if dealer else SPAN] = 1
    return worth
