"""A pegger: a player described by weights, who plays a card the more often the more speaks for it.

What speaks for a card is a weighted sum of what it scores, whether its player can go on after a go, what the
pile is like that it leaves, and how it stands among the cards in hand. Each is a look-up, so that thousands
of hands cost little. The chance of a card is a softmax over the ranks that fit.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from game.bots.lanes import HANDS, KEPT, SLOTS, hands
from game.bots.piles import EMPTY, NO_RANK, RANK_PIPS, RANKS, THIRTY_ONE, Array, piles

CANNOT = np.float32(-99)
MOST_SCORED = 32
STAGES = 6  # of a count: its lead, as first card or later; up to 10, 15 and 21; more

# Where each feature has its weight.
POINTS, SCORES, MANY, GOES_ON, GOES_ON_AT_GO, REPLY, NO_REPLY, PAIRS_THE_LEAD = range(8)
PILES = slice(REPLY, PAIRS_THE_LEAD + 1)
COUNTS = slice(
    PILES.stop, PILES.stop + 2 * 31
)  # from 1 to 31, where the other has several cards left, or not
HABITS = 22  # for each stage; the thirteen ranks come first
PAIR, MORE_OF_A_KIND = 13, 14
LOWEST, HIGHEST = 20, 21
WEIGHTS = COUNTS.stop + STAGES * HABITS


class Choices(NamedTuple):
    """Choices of a card, a row for each: the hand and the pile by number, and the other's cards left."""

    hand: Array
    pile: Array
    theirs: Array


@cache
def different_ranks() -> Array:
    """By hand and slot its rank; NO_RANK where a card is missing, or the slot before has the same."""
    ranks = hands().slots.copy()
    ranks[:, 1:][hands().slots[:, 1:] == hands().slots[:, :-1]] = NO_RANK
    return ranks


def stage_of(hand: Array, pile: Array) -> Array:
    """How far the count is."""
    count = piles().count.take(pile)
    later = 2 + (count > 10) + (count > 15) + (count > 21)
    return np.where(pile == EMPTY, hands().card_count.take(hand) < SLOTS, later)


@cache
def scored_features() -> Array:
    """By feature and points scored: the points, whether there are any, and whether there are many."""
    points = np.arange(MOST_SCORED)
    return np.stack([points, points > 0, points > 2]).astype(np.float32)


@cache
def pile_features() -> Array:
    """What the pile is like after a card: by feature, the other's cards left and the pile.

    What a reply brings on average, the chance that nothing fits, and whether this pairs the lead.
    """
    table, left = piles(), np.arange(SLOTS + 1)[:, None]
    share = np.array(KEPT) / sum(KEPT)
    reply = (1 - (1 - share) ** left) @ table.points[:, :RANKS].T.astype(float)
    reply[:, THIRTY_ONE] = 0
    no_reply = np.append(share[::-1].cumsum()[::-1], 0)[table.room + 1] ** left
    no_reply[:, THIRTY_ONE] = 1
    pairs_the_lead = np.zeros_like(reply)
    pairs_the_lead[SLOTS - 1, table.after[table.after[EMPTY, :RANKS], np.arange(RANKS)]] = 1
    return np.stack([reply, no_reply, pairs_the_lead]).astype(np.float32)


@cache
def habit_features() -> Array:
    """How a card stands among those in hand: by feature, hand and slot."""
    ranks = hands().slots
    held = np.pad((ranks[:, :, None] == np.arange(RANKS)).sum(axis=1), ((0, 0), (2, 3)))
    pips = np.append(RANK_PIPS, 99)[ranks]

    def beside(distance: int) -> Array:
        of_that_rank: Array = held[np.arange(HANDS)[:, None], np.clip(ranks + 2 + distance, 0, 17)]
        return of_that_rank

    def makes(total: int) -> Array:
        with_another = (pips[:, :, None] + pips[:, None, :] == total).sum(axis=2) - (2 * pips == total)
        makes: Array = with_another > 0
        return makes

    every = [
        *(ranks == rank for rank in range(RANKS)),
        beside(0) == 2,
        beside(0) > 2,
        beside(-1) + beside(1) > 0,
        beside(-2) + beside(2) > 0,
        makes(15),
        makes(5),
        makes(11),
        pips == pips.min(axis=1, keepdims=True),
        pips == np.where(ranks < NO_RANK, pips, 0).max(axis=1, keepdims=True),
    ]
    return np.stack([(ranks < NO_RANK) & one for one in every]).astype(np.float32)


def features(choice: Choices) -> tuple[Array, Array]:
    """What is weighed, by choice, slot and feature; and which slots fit."""
    hand, pile, theirs = choice
    table = piles()
    ranks = different_ranks()[hand]
    after = table.after[pile[:, None], ranks]
    lowest = hands().lowest[hands().without[hand]]
    goes_on = (lowest < NO_RANK) & (lowest <= table.room[after])
    scored = scored_features()[:, table.points[pile[:, None], ranks]]
    left = pile_features()[:, theirs[:, None], after]
    stages = np.arange(STAGES)[:, None] == stage_of(hand, pile)
    habits = habit_features()[None, :, hand] * stages[:, None, :, None]
    counts = table.count[after] == np.arange(1, 32)[:, None, None]
    several = theirs[:, None] > 1
    every = [
        scored,
        goes_on[None],
        (goes_on * left[1])[None],
        left,
        counts & several,
        counts & ~several,
        habits.reshape(-1, *ranks.shape),
    ]
    return (
        np.concatenate(every).astype(np.float32).transpose(1, 2, 0),
        ranks <= table.room[pile][:, None],
    )


def softmax(values: Array) -> Array:
    """By row, the chances of the slots for which so much speaks."""
    chances: Array = np.exp(values - values.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


class Pegger(NamedTuple):
    """The weights of a pegger, added up in tables.

    scored: by the points that a card scores.
    going_on: for a card after which another would fit; flat, and by the chance that the other has none.
    left: by the other's cards left, and the pile after the card.
    habit: by stage, hand and slot.
    """

    scored: Array
    going_on: Array
    left: Array
    habit: Array

    @classmethod
    def from_weights(cls, weights: Array) -> "Pegger":
        """The pegger with these weights."""
        several, few = np.insert(weights[COUNTS].reshape(2, -1), 0, 0, axis=1)
        by_count = np.stack([few, few, *[several] * (SLOTS - 1)])
        habits = weights[COUNTS.stop :].reshape(STAGES, HABITS)
        return cls(
            weights[: MANY + 1] @ scored_features(),
            weights[GOES_ON : GOES_ON_AT_GO + 1],
            np.tensordot(weights[PILES], pile_features(), 1) + by_count[:, piles().count],
            np.tensordot(habits, habit_features(), 1).reshape(STAGES * HANDS, SLOTS),
        )

    def values(self, choice: Choices) -> Array:
        """What speaks for each slot of each hand; CANNOT where no card is that fits."""
        hand, pile, theirs = choice
        table = piles()
        ranks = different_ranks().take(hand, axis=0)
        card = ranks + (pile * (RANKS + 1))[:, None]
        after = table.after.ravel().take(card)
        left = after + (theirs.astype(np.int64) * len(table.room))[:, None]
        values: Array = self.scored.take(table.points.ravel().take(card))
        values += self.left.ravel().take(left)
        values += self.habit.take(stage_of(hand, pile) * HANDS + hand, axis=0)
        lowest = hands().lowest.take(hands().without.take(hand, axis=0))
        goes_on = (lowest < NO_RANK) & (lowest <= table.room.take(after))
        no_reply = pile_features()[1].ravel().take(left)
        values += goes_on * (self.going_on[0] + self.going_on[1] * no_reply)
        return np.where(ranks <= table.room.take(pile)[:, None], values, CANNOT)

    def chances(self, choice: Choices) -> Array:
        """How likely each slot of each hand is played."""
        return softmax(self.values(choice))
