"""What the opponent may hold: every four ranks, weighted by how often they are kept and by the play."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.bots.advanced.counts import held_ranks
from game.bots.advanced.play_history import Turn, turns_so_far
from game.bots.brain import Cards
from game.bots.lanes import NOT_HELD, hands, sensible_policy
from game.bots.piles import NO_RANK, Array, piles
from game.bots.tables import tables
from game.bots.tables.multisets import suit_ways_beside
from game.engine.view import View

TEMPER = 0.6  # a card that is this many points better is played e times as often
LEAST_KEEP_RATE = 0.02  # how often the worst four are kept, relative to the best
STRAY = 0.1  # how often a card is played for no reason we know

REMEMBERED = 16  # what both seats guessed in the last turns, on which the next guess is built

# How often the card of a turn would be played from each of these hands.
Likelihood = Callable[[Array, Turn], Array]


class HandDistribution(NamedTuple):
    """The hands the opponent may hold.

    kept: the fours they were.
    held: what is left of them.
    weight: how likely each is; together they are 1.
    """

    kept: Array
    held: Array
    weight: Array

    def given_turn(self, moment: Turn, likelihood: Likelihood | None = None) -> "HandDistribution":
        """The distribution after a turn: a card was played, or none could be."""
        if moment.rank == NO_RANK:
            return self._restricted_to(hands().lowest[self.held] > piles().room[moment.pile])
        left = hands().without_rank[moment.rank].take(self.held)
        holding = self._restricted_to(left != NOT_HELD)
        weight = holding.weight * (likelihood or sensible_likelihood)(holding.held, moment)
        return HandDistribution(holding.kept, left[left != NOT_HELD], weight / weight.sum())

    def _restricted_to(self, possible: Array) -> "HandDistribution":
        weight = self.weight[possible]
        return HandDistribution(self.kept[possible], self.held[possible], weight / weight.sum())

    def sample(self, size: int, chance: float) -> "HandDistribution":
        """A sample of so many hands, each as often as its weight says, give or take one."""
        if len(self.weight) <= size:
            return self
        reached = np.cumsum(self.weight)
        at = np.searchsorted(reached, (np.arange(size) + chance) * (reached[-1] / size))
        taken, times = np.unique(np.minimum(at, len(reached) - 1), return_counts=True)
        return HandDistribution(self.kept[taken], self.held[taken], times / size)


@lru_cache(REMEMBERED)
def hands_kept_by_opponent(dealer: bool, known: Cards) -> HandDistribution:
    """What the opponent (the dealer or not) kept, given that these cards are elsewhere."""
    gone = np.minimum(held_ranks(known), 4)
    weight = (tables().keeps_if_dealt[int(dealer)] + LEAST_KEEP_RATE) * suit_ways_beside(gone[None], 4)[0]
    kept = np.flatnonzero(weight)
    return HandDistribution(kept, kept, weight[kept] / weight[kept].sum())


def hands_held_by_opponent(view: View, known: Cards) -> HandDistribution:
    """What the opponent may hold now, as seen from the seat to play."""
    assert view.seat is not None
    turns = tuple([moment for moment in turns_so_far(view) if moment.seat is not view.seat])
    return _hands_held_after(view.dealer is not view.seat, known, turns)


@lru_cache(REMEMBERED)
def _hands_held_after(dealer: bool, known: Cards, turns: tuple[Turn, ...]) -> HandDistribution:
    if not turns:
        return hands_kept_by_opponent(dealer, known)
    return _hands_held_after(dealer, known, turns[:-1]).given_turn(turns[-1])


def sensible_likelihood(held: Array, moment: Turn) -> Array:
    """How often this card would be played from each of these hands."""
    width = len(held)
    # A row for each slot: numpy is slow along a short last axis.
    values = (
        sensible_policy().values(held, np.full(width, moment.pile), np.full(width, moment.theirs)).T.copy()
    )
    slots = hands().slots.take(held, axis=0).T.copy()
    fits = slots <= piles().room[moment.pile]
    drawn = np.where(fits, np.exp((values - values.max(axis=0)) / TEMPER), 0)
    share = (1 - STRAY) * drawn / drawn.sum(axis=0)
    share += STRAY * fits / np.maximum(fits.sum(axis=0), 1)
    likelihood: Array = np.where(slots == moment.rank, share, 0).sum(axis=0)
    return likelihood
