"""The best response to a pegger: every way the play may go from here, against every hand it may hold.

A lane is one way that the play may go against one hand, with the chance that the pegger plays like that. A
node is what I can tell of it: which cards were played, and when a side had to pass. My decision is the same
in all lanes of a node, so nothing is ever chosen by a hidden card. The pegger's cards come by its chances,
mine are the best.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game.bots.lanes import SLOTS, count_long_runs, hands
from game.bots.master.pegger import Choices, Pegger, different_ranks
from game.bots.piles import EMPTY, LONG, NO_RANK, RANKS, THIRTY_ONE, Array, piles

UNLIKELY = 0.02  # the pegger's cards of less chance are not followed
MOST_PEGS = 31  # a side cannot peg more in a deal
SLIGHT = 1e-7  # of a game, what a point is worth where cards win as often
NOT_YET, I_WON, THEY_WON = range(3)
SIGNS = 3  # after a card its player's opponent replies, or its player goes on, or a new count begins


class Lanes(NamedTuple):
    """All lanes, by column.

    case: which of the pegger's hands this is.
    mine, theirs: the hands as they are by now.
    recent: the pile's ranks, as in `game.bots.lanes`.
    won: who has pegged enough to win.
    """

    node: Array
    case: Array
    mine: Array
    theirs: Array
    is_mine: Array
    pile: Array
    recent: Array
    chance: Array
    my_pegs: Array
    their_pegs: Array
    won: Array

    @classmethod
    def against(cls, theirs: Array, chance: Array, mine: int, pile: int, recent: int) -> "Lanes":
        """My turn, with this hand and on this pile, against each of these hands."""
        zero = np.zeros(len(theirs), dtype=np.int64)
        return cls(
            node=zero,
            case=np.arange(len(theirs)),
            mine=zero + mine,
            theirs=theirs,
            is_mine=zero == 0,
            pile=zero + pile,
            recent=zero + recent,
            chance=chance,
            my_pegs=zero,
            their_pegs=zero,
            won=zero,
        )


class Outcomes(NamedTuple):
    """What comes of each node, or of each rank.

    worth: minus infinity where no such card is mine to play.
    net: points pegged, the other's taken off.
    """

    worth: Array
    net: Array


class Nodes(NamedTuple):
    """The nodes that a card leads to.

    parent: the node before it.
    rank: of the card.
    is_mine: by node before, whether the card is mine.
    """

    parent: Array
    rank: Array
    is_mine: Array

    def by_rank(self, of_node: "Outcomes") -> "Outcomes":
        """What comes of each rank at the nodes before, where so much comes of these nodes."""
        cell, shape = self.parent * RANKS + self.rank, (len(self.is_mine), RANKS)
        worth, net = (np.bincount(cell, each, shape[0] * RANKS).reshape(shape) for each in of_node)
        can_be = np.zeros(shape, dtype=bool)
        can_be.ravel()[cell] = True
        return Outcomes(np.where(can_be, worth, -np.inf), net)

    def fold(self, of_node: "Outcomes") -> "Outcomes":
        """What comes of the nodes before, where so much comes of these: of mine, by the best card."""
        worth, net = self.by_rank(of_node)
        of_all = [np.bincount(self.parent, each, len(self.is_mine)) for each in of_node]
        # Of cards that are worth the same, the one that pegs more.
        best = (worth + SLIGHT * net).argmax(axis=1)
        mine = worth.max(axis=1), net[np.arange(len(best)), best]
        return Outcomes(*[np.where(self.is_mine, *both) for both in zip(mine, of_all, strict=True)])


def _nodes(lanes: Lanes, sign: Array) -> tuple[Array, list[Nodes]]:
    """The node of each lane after a card, and all of these; nodes are told apart by these signs."""
    width = int(lanes.node.max()) + 1
    number = np.zeros(width * RANKS * SIGNS, dtype=np.int64)
    number[sign] = 1
    signs = np.flatnonzero(number)
    number[signs] = np.arange(len(signs))
    parent, rank = np.divmod(signs // SIGNS, RANKS)
    is_mine = np.zeros(width, dtype=bool)
    is_mine[lanes.node] = lanes.is_mine
    return number.take(sign), [Nodes(parent, rank, is_mine)]


def _my_cards(lanes: Lanes, rows: Array) -> tuple[Array, Array]:
    """Of my turns the lanes and slots of all cards that fit."""
    ranks = different_ranks().take(lanes.mine.take(rows), axis=0)
    row, slot = np.nonzero(ranks <= piles().room.take(lanes.pile.take(rows))[:, None])
    return rows.take(row), slot


@dataclass(frozen=True)
class Search:
    """What a search goes by.

    pegger: how the other plays.
    need, they_need: the points that win at once.
    worth: by case, and by what I and the other pegged.
    """

    pegger: Pegger
    need: int
    they_need: int
    worth: Callable[[Array, Array, Array], Array]

    def outcomes(self, lanes: Lanes) -> Outcomes:
        """What comes of each rank that I may play now."""
        cards = hands().card_count
        mine, theirs = int(cards[lanes.mine[0]]), int(cards[lanes.theirs[0]])
        levels: list[Nodes] = []
        for _ in range(mine + theirs):
            most = int(cards.take(lanes.mine).max())
            lanes, slot = self._branch(lanes)
            lanes, reached = self._play(lanes, slot, tell_apart=most > 1 or not levels)
            levels += reached
        settled = lanes.won != NOT_YET
        value = np.where(settled, lanes.won == I_WON, self.worth(lanes.case, lanes.my_pegs, lanes.their_pegs))
        net = lanes.my_pegs - lanes.their_pegs
        found = Outcomes(*[np.bincount(lanes.node, each * lanes.chance) for each in (value, net)])
        first, *later = levels
        for nodes in reversed(later):
            found = nodes.fold(found)
        worth, net = first.by_rank(found)
        return Outcomes(worth[0], net[0])

    def _branch(self, lanes: Lanes) -> tuple[Lanes, Array]:
        """A lane for each card that may be played in each lane, and the card's slot."""
        hand = np.where(lanes.is_mine, lanes.mine, lanes.theirs)
        several = hands().card_count.take(hand) > 1
        last = np.flatnonzero(~several)
        nothing = np.zeros(len(last), dtype=np.int64)
        if len(last) == len(hand):
            return lanes, nothing
        my_rows, my_slots = _my_cards(lanes, np.flatnonzero(several & lanes.is_mine))
        their_rows, their_slots, chances = self._their_cards(lanes, np.flatnonzero(several & ~lanes.is_mine))
        rows = np.concatenate([last, my_rows, their_rows])
        branched = Lanes(*[column.take(rows) for column in lanes])
        branched.chance[-len(their_rows) or len(rows) :] *= chances
        return branched, np.concatenate([nothing, my_slots, their_slots])

    def _their_cards(self, lanes: Lanes, rows: Array) -> tuple[Array, Array, Array]:
        """Of the pegger's turns the lanes, slots and chances of the cards that are likely enough."""
        chances = self._chances(lanes, rows)
        likely = chances > UNLIKELY
        chances /= (chances * likely).sum(axis=1, keepdims=True)
        row, slot = np.nonzero(likely)
        return rows.take(row), slot, chances[row, slot]

    def _chances(self, lanes: Lanes, rows: Array) -> Array:
        """How likely the pegger plays each slot."""
        left = hands().card_count.take(lanes.mine.take(rows))
        return self.pegger.chances(Choices(lanes.theirs.take(rows), lanes.pile.take(rows), left))

    def _play(self, lanes: Lanes, slot: Array, tell_apart: bool) -> tuple[Lanes, list[Nodes]]:
        """The lanes after these cards, and the nodes that they led to, if these matter."""
        table, lowest = piles(), hands().lowest
        hand = np.where(lanes.is_mine, lanes.mine, lanes.theirs) * SLOTS + slot
        other = np.where(lanes.is_mine, lanes.theirs, lanes.mine)
        rank, hand = hands().slots.ravel().take(hand), hands().without.ravel().take(hand)
        card = lanes.pile * (RANKS + 1) + rank
        scored, pile = table.points.ravel().take(card), table.after.ravel().take(card).astype(np.int64)
        recent = lanes.recent << 4 | rank + 1
        if recent.max(initial=0) >= LONG:
            count_long_runs(recent, pile, scored)
        room, next_lowest = table.room.take(pile), lowest.take(other)
        replies = next_lowest <= room
        ends = ~replies & (lowest.take(hand) > room)
        scored = scored + (ends & (pile != THIRTY_ONE))
        my_pegs = lanes.my_pegs + scored * lanes.is_mine
        their_pegs = lanes.their_pegs + scored * ~lanes.is_mine
        node, nodes = lanes.node, list[Nodes]()
        if tell_apart:
            sign = (node * RANKS + rank) * SIGNS + replies + 2 * ends
            node, nodes = _nodes(lanes, sign)
        after = Lanes(
            node=node,
            case=lanes.case,
            mine=np.where(lanes.is_mine, hand, lanes.mine),
            theirs=np.where(lanes.is_mine, lanes.theirs, hand),
            is_mine=lanes.is_mine ^ (replies | (ends & (next_lowest < NO_RANK))),
            pile=np.where(ends, EMPTY, pile),
            recent=np.where(ends, 0, recent),
            chance=lanes.chance,
            my_pegs=my_pegs,
            their_pegs=their_pegs,
            won=self._winners(lanes.won, my_pegs, their_pegs),
        )
        return after, nodes

    def _winners(self, won: Array, my_pegs: Array, their_pegs: Array) -> Array:
        """Who has pegged enough to win; only one side pegs at a time."""
        if self.need > MOST_PEGS and self.they_need > MOST_PEGS:
            return won
        now = np.where(my_pegs >= self.need, I_WON, np.where(their_pegs >= self.they_need, THEY_WON, NOT_YET))
        winners: Array = np.where(won == NOT_YET, now, won)
        return winners
