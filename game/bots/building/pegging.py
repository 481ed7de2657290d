"""What every kept four pegs: each of pone's against each of the dealer's, played once and weighed after."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.building.throwing import Doubles, Habits, willing
from game.bots.lanes import Lanes, play_out
from game.bots.tables.multisets import DEALER, FOURS, PONE, Ints, held_of, ways_beside
from game.bots.tables.shipped import PARTS_OF_A_POINT

Pegs = NDArray[np.int8]
EVERY_FOUR = np.arange(FOURS)


class Plays(NamedTuple):
    """What pone and the dealer peg: a row for each four of pone's, a column for each of the dealer's."""

    pone: Pegs
    dealer: Pegs


def played(pones: Ints, dealers: Ints) -> Plays:
    """The plays of each of these fours of pone's against each of these of the dealer's."""
    pegs = play_out(Lanes.fresh(np.repeat(pones, len(dealers)), np.tile(dealers, len(pones))))
    shape = len(pones), len(dealers)
    return Plays(*(pegs.by(seat).astype(np.int8).reshape(shape) for seat in (PONE, DEALER)))


def means(plays: Plays, habits: Habits) -> Doubles:
    """By role and four: what it pegs itself, and what the other pegs against it; the other keeps by habit."""
    return np.stack(
        [
            against(habits.keeps[DEALER], EVERY_FOUR, plays.pone, plays.dealer),
            against(habits.keeps[PONE], EVERY_FOUR, plays.dealer.T, plays.pone.T),
        ]
    )


def against(keeps: Ints, fours: Ints, own: Pegs, others: Pegs) -> Doubles:
    """The means of these fours, where own and others' pegs have a column for each four the other may keep."""
    weights = ways_beside(held_of(4)[fours], 4) * willing(keeps, 4)
    pegged = np.einsum("fo,wfo->fw", weights, np.stack([own, others])) / weights.sum(axis=1, keepdims=True)
    thousandths: Doubles = np.rint(pegged * PARTS_OF_A_POINT)
    return thousandths / PARTS_OF_A_POINT
