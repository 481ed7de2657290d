"""What every kept four pegs: each of pone's is played once against each of the dealer's, then weighted."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.building.throwing import Doubles, Habits, readiness
from game.bots.lanes import Lanes, play_out
from game.bots.tables.multisets import DEALER, FOURS, PONE, Ints, rank_counts, suit_ways_beside
from game.bots.tables.shipped import PARTS_OF_A_POINT

PegArray = NDArray[np.int8]
EVERY_FOUR = np.arange(FOURS)


class Plays(NamedTuple):
    """What pone and the dealer peg: a row for each four of pone's, a column for each of the dealer's."""

    pone: PegArray
    dealer: PegArray


def play_fours(pones: Ints, dealers: Ints) -> Plays:
    """The plays of each of these fours of pone's against each of these of the dealer's."""
    pegs = play_out(Lanes.from_first_card(np.repeat(pones, len(dealers)), np.tile(dealers, len(pones))))
    shape = len(pones), len(dealers)
    return Plays(*(pegs.total_by(seat).astype(np.int8).reshape(shape) for seat in (PONE, DEALER)))


def mean_pegs(plays: Plays, habits: Habits) -> Doubles:
    """By role and four, the mean points it pegs and gives away, where the opponent keeps by habit."""
    return np.stack(
        [
            mean_pegs_against(habits.keeps[DEALER], EVERY_FOUR, plays.pone, plays.dealer),
            mean_pegs_against(habits.keeps[PONE], EVERY_FOUR, plays.dealer.T, plays.pone.T),
        ]
    )


def mean_pegs_against(keeps: Ints, fours: Ints, own: PegArray, others: PegArray) -> Doubles:
    """The means of these fours; the pegs have a column for each four that the opponent may keep."""
    weights = suit_ways_beside(rank_counts(4)[fours], 4) * readiness(keeps, 4)
    pegged = np.einsum("fo,wfo->fw", weights, np.stack([own, others])) / weights.sum(axis=1, keepdims=True)
    thousandths: Doubles = np.rint(pegged * PARTS_OF_A_POINT)
    return thousandths / PARTS_OF_A_POINT
