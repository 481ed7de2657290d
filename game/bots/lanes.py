"""Plays many deals at once, one per lane, by a sensible player who sees only its own cards.

A lane is two hands by their numbers, a pile by its number, the seat to play, and the seat that played last.
Every step plays one card in every lane, so eight steps play any deal to its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import accumulate, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from game.bots.piles import EMPTY, LONG, NO_RANK, RANKS, THIRTY_ONE, Array, long_runs, piles

HANDS = 2380  # hands of up to four ranks
FULL_HANDS = 1820  # those of exactly four, which have the first numbers
SLOTS = 4
NOT_HELD = -1


@dataclass(frozen=True)
class Hands:
    """Every hand of up to four ranks, by number.

    slots: its ranks, low to high; NOTHING where a card is missing.
    left: how many cards it has.
    without: the hand's number once the card in this slot is played.
    without_rank: by rank, the hand's number once a card of it is played, or NOT_HELD.
    """

    slots: Array
    card_count: Array
    without: Array
    without_rank: Array

    @property
    def lowest(self) -> Array:
        """The rank that fits if any does."""
        lowest: Array = self.slots[:, 0]
        return lowest


def hand_numbers(ranks: Array) -> Array:
    """The number of each hand: rows of four ranks in any order, NOTHING for a missing card."""
    one, two, three, four = np.sort(ranks, axis=-1).astype(np.int64).T
    two, three, four = two + 1, three + 2, four + 3
    numbers: Array = one + two * (two - 1) // 2 + three * (three - 1) * (three - 2) // 6
    numbers += four * (four - 1) * (four - 2) * (four - 3) // 24
    return numbers


def hand_number(ranks: Sequence[int]) -> int:
    """The number of one hand of up to four ranks."""
    return int(hand_numbers(np.array([[*ranks, *[NO_RANK] * (SLOTS - len(ranks))]]))[0])


@cache
def hands() -> Hands:
    """The table of hands."""
    every = np.array(list(combinations_with_replacement(range(RANKS + 1), SLOTS)), dtype=np.int64)
    slots = np.empty_like(every)
    slots[hand_numbers(every)] = every
    without = np.empty((HANDS, SLOTS), dtype=np.int64)
    for slot in range(SLOTS):
        fewer = slots.copy()
        fewer[:, slot] = NO_RANK
        without[:, slot] = hand_numbers(fewer)
    without_rank = np.full((RANKS, HANDS), NOT_HELD, dtype=np.int64)
    for slot, ranks in enumerate(slots.T):
        held = np.flatnonzero(ranks < NO_RANK)
        without_rank[ranks[held], held] = without[held, slot]
    return Hands(slots, (slots < NO_RANK).sum(axis=1), without, without_rank)


@dataclass(frozen=True)
class Policy:
    """How a player values every card it may play; it plays the greatest, of equals the lowest card.

    worth: by the opponent's cards left, the pile and the rank.
    habit: by hand and slot, first where the pile is not empty, then to lead.
    """

    worth: Array
    habit: Array

    def values(self, hand: Array, pile: Array, theirs: Array) -> Array:
        """Four values per lane, one per slot, against an opponent with so many cards."""
        states = piles().after.shape[0]
        row = (theirs * states + pile) * (RANKS + 1)
        ranks = hands().slots.take(hand, axis=0)
        values: Array = self.worth.ravel().take(row[:, None] + ranks)
        values += self.habit.take(hand + HANDS * (pile == EMPTY), axis=0)
        return values


class Lanes(NamedTuple):
    """Where every lane begins. Seats are 0 and 1; the seat to play holds a card that fits.

    hands: their numbers, a row for each seat.
    turn: whose turn it is.
    pile: its number.
    recent: the pile's ranks, plus one, in four bits each: long runs need them all.
    """

    hands: Array
    turn: Array
    pile: Array
    recent: Array

    @classmethod
    def from_first_card(cls, leaders: Array, others: Array) -> "Lanes":
        """Lanes that begin with the first card: seat 0 holds the leaders' hands, seat 1 the others'."""
        start = np.zeros(len(leaders), dtype=np.int64)
        return cls(np.stack([leaders, others]), start, start + EMPTY, start)

    @classmethod
    def from_position(cls, pile: Sequence[int], hand: int, theirs: Array) -> "Lanes":
        """Lanes that begin amid a count: seat 0 is to play with this hand, against each hand of the other."""
        width = len(theirs)
        recent = reduce(lambda before, rank: before << 4 | rank + 1, pile, 0)
        return cls(
            np.stack([np.full(width, hand), theirs]),
            turn=np.zeros(width, dtype=np.int64),
            pile=np.full(width, piles().number(pile)),
            recent=np.full(width, recent),
        )

    @classmethod
    def side_by_side(cls, several: Sequence["Lanes"]) -> "Lanes":
        """All of these lanes in one."""
        return cls(*[np.concatenate(parts, axis=-1) for parts in zip(*several, strict=True)])


class Pegs(NamedTuple):
    """What was pegged, in order: a row for each card played.

    seat: who played.
    rank: of the card; NOTHING where the deal was over.
    points: what it brought, a go or the last card's point with it.
    """

    seat: Array
    rank: Array
    points: Array

    def total_by(self, seat: int) -> Array:
        """All points that a seat pegged, by lane."""
        total: Array = np.where(self.seat == seat, self.points, 0).sum(axis=0)
        return total

    def split(self, widths: Sequence[int]) -> list["Pegs"]:
        """These pegs in parts, each so many lanes wide."""
        ends = list(accumulate(widths))
        return [
            Pegs(*[part[:, end - width : end] for part in self])
            for end, width in zip(ends, widths, strict=True)
        ]


def play_out(
    lanes: Lanes, policy: Policy | None = None, first: Array | None = None, upto: int | None = None
) -> Pegs:
    """Play every lane to its end, or for so many cards; `first` are the slots of the first, if given."""
    policy = policy or sensible_policy()
    after, points, room = piles().after.ravel(), piles().points.ravel(), piles().room
    left, without, slots, lowest = (
        hands().card_count,
        hands().without.ravel(),
        hands().slots.ravel(),
        hands().lowest,
    )
    width = len(lanes.turn)
    lane = np.arange(width)
    held = np.array(lanes.hands, dtype=np.int64).ravel()
    turn, pile, recent = lanes.turn, lanes.pile, lanes.recent
    cards_left = int(left[lanes.hands].sum(axis=0).max(initial=0))
    steps = cards_left if upto is None else min(cards_left, upto)
    pegs = Pegs(*np.empty((3, steps, width), dtype=np.int8))
    for step in range(steps):
        mine, theirs = turn * width + lane, (1 - turn) * width + lane
        hand, other = held[mine], held[theirs]
        slot = (
            first
            if step == 0 and first is not None
            else policy.values(hand, pile, left[other]).argmax(axis=1)
        )
        rank = slots[hand * SLOTS + slot]
        hand = without[hand * SLOTS + slot]
        held[mine] = hand
        card = pile * (RANKS + 1) + rank
        scored, pile = points[card], after[card]
        recent = recent << 4 | rank + 1
        if recent.max(initial=0) >= LONG:
            count_long_runs(recent, pile, scored)
        limit, their_lowest = room[pile], lowest[other]
        they_can = their_lowest <= limit
        nobody = ~(they_can | (lowest[hand] <= limit))
        pegs.seat[step], pegs.rank[step] = turn, rank
        pegs.points[step] = scored + (nobody & (pile != THIRTY_ONE))
        turn = np.where(they_can | (nobody & (their_lowest < NO_RANK)), 1 - turn, turn)
        pile = np.where(nobody, EMPTY, pile)
        recent = np.where(nobody, 0, recent)
    return pegs


def count_long_runs(recent: Array, pile: Array, scored: Array) -> None:
    """Replace what the last five cards score where six or seven make a run."""
    deep = np.flatnonzero(recent >= LONG)
    longest = long_runs(recent[deep])
    is_long = longest > 0
    deep = deep[is_long]
    scored[deep] = longest[is_long] + 2 * (pile[deep] == THIRTY_ONE)


# How many of a hundred kept cards are of each rank, by which a player guesses what the opponent holds.
KEPT = (8.3, 7.6, 7.9, 8.3, 10.6, 8.0, 7.9, 7.9, 7.0, 7.1, 7.4, 6.4, 5.6)
KEEP_BACK = (0.35, 0.25, 0.2, 0.15)  # what an ace, deuce, three and four are worth in hand late in the play


@cache
def sensible_policy() -> Policy:
    """A policy that takes points, gives few away, leads low or from a pair, and keeps small cards back."""
    table = piles()
    share = np.array(KEPT) / sum(KEPT)
    held = 1 - (1 - share)[None] ** np.arange(SLOTS + 1)[:, None]
    reply = held @ table.points[:, :RANKS].T.astype(float)
    cannot = np.zeros_like(reply)
    for theirs in range(1, SLOTS + 1):
        too_high = np.append(share[::-1].cumsum()[::-1], 0)[table.room + 1]
        cannot[theirs] = too_high**theirs
    cannot[:, table.room == RANKS - 1] = 0
    gives = 0.85 * reply - 0.7 * cannot
    gives[:, THIRTY_ONE] = -0.3
    worth = np.full((SLOTS + 1, *table.after.shape), -99, dtype=np.float32)
    fits = np.arange(RANKS) <= table.room[:, None]
    for theirs in range(SLOTS + 1):
        value = table.points[:, :RANKS] - gives[theirs][table.after[:, :RANKS]]
        worth[theirs, :, :RANKS] = np.where(fits, value, -99)
    return Policy(worth, _habits())


def _habits() -> Array:
    ranks = hands().slots
    habit = np.zeros((2, HANDS, SLOTS), dtype=np.float32)
    for rank, keeps in enumerate(KEEP_BACK):
        habit[0][ranks == rank] -= keeps
    pairs = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    habit[:, pairs & (ranks < NO_RANK)] += 0.5
    habit[1][ranks == 4] -= 1.0
    return habit.reshape(2 * HANDS, SLOTS)
