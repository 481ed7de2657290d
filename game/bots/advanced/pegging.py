"""Expected pegging for each hand that might be kept: an average, or played out near the end."""

from functools import cache
from typing import NamedTuple

import numpy as np

from game.bots.advanced.aims import Standing
from game.bots.advanced.opponent_hands import HandDistribution
from game.bots.lanes import Lanes, Pegs, play_out
from game.bots.piles import Array
from game.bots.tables import tables

MAX_PEGS = 20  # one side hardly ever pegs more
NEAR = 16  # pegging within this range is common
SAMPLE = 96


class Pegging(NamedTuple):
    """What is pegged, by way to throw.

    chances: of so much by me and so much by the other, where nobody wins by it; of one way, or of all alike.
    won: the chance that I win by it.
    shift: how much more than by these chances is pegged on average, by me and by the other.
    """

    chances: Array
    won: Array
    shift: Array


def expected_pegging(fours: Array, dealer: bool, stand: Standing, others: HandDistribution) -> Pegging:
    """The pegging of each of these fours against what the opponent may keep."""
    if stand.need > NEAR and stand.they_need > NEAR:
        return Pegging(_usual(dealer), np.zeros(len(fours)), average_pegs(fours, dealer) - _mean(dealer))
    return _simulate(fours, dealer, stand, others.sample(SAMPLE, 0.5))


def average_pegs(fours: Array, dealer: bool) -> Array:
    """The mean points pegged by these fours, and against them."""
    pegs: Array = tables().pegs[int(dealer), fours]
    return pegs


@cache
def _usual(dealer: bool) -> Array:
    """How often both sides peg so much, whatever they keep."""
    pegging = (tables().pegging.T if dealer else tables().pegging)[None, :MAX_PEGS, :MAX_PEGS]
    usual: Array = pegging / pegging.sum()
    return usual


@cache
def _mean(dealer: bool) -> Array:
    points = np.arange(MAX_PEGS)
    return np.array([_usual(dealer)[0].sum(axis=1) @ points, _usual(dealer)[0].sum(axis=0) @ points])


def _simulate(fours: Array, dealer: bool, stand: Standing, others: HandDistribution) -> Pegging:
    ways, width = len(fours), len(others.kept)
    mine, theirs = np.repeat(fours, width), np.tile(others.kept, ways)
    me, them = (1, 0) if dealer else (0, 1)
    pegs = play_out(Lanes.from_first_card(theirs, mine) if dealer else Lanes.from_first_card(mine, theirs))
    i_won, they_won = (first.reshape(ways, width) for first in wins_by_pegging(pegs, me, stand))
    weight = np.tile(others.weight, ways) * ~(i_won | they_won).ravel()
    scored = [np.minimum(pegs.total_by(seat), MAX_PEGS - 1) for seat in (me, them)]
    cell = (np.repeat(np.arange(ways), width) * MAX_PEGS + scored[0]) * MAX_PEGS + scored[1]
    chances = np.bincount(cell, weight, ways * MAX_PEGS * MAX_PEGS).reshape(ways, MAX_PEGS, MAX_PEGS)
    return Pegging(chances.astype(np.float32), i_won @ others.weight, np.zeros((ways, 2)))


def wins_by_pegging(pegs: Pegs, me: int, stand: Standing) -> tuple[Array, Array]:
    """Whether I win by pegging before anything is counted, and whether the opponent does."""
    mine, theirs = (
        (np.where(pegs.seat == seat, pegs.points, 0).cumsum(axis=0) >= need).sum(axis=0)
        for seat, need in ((me, stand.need), (1 - me, stand.they_need))
    )
    # The side that had reached its need at more of the steps got there first.
    return mine > theirs, theirs > mine
