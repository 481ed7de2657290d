"""Learns how an opponent pegs, from every deal of this game that was played to its last card.

What is known from the start is how a good player pegs. An opponent is that player moved along a few
directions: greedier, more careful, fonder of low cards, less consistent. How far along each is what makes
the cards likeliest that it was seen to play (a logit, maximum a posteriori); at first it is the good player,
a little less consistent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from game.bots.brain import Memory
from game.bots.halscrib.opponent_habits import complete_deals
from game.bots.lanes import hand_number
from game.bots.master.pegger import (
    CANNOT,
    COUNTS,
    HABITS,
    HIGHEST,
    LOWEST,
    MANY,
    MORE_OF_A_KIND,
    NO_REPLY,
    PAIR,
    PAIRS_THE_LEAD,
    POINTS,
    REPLY,
    SCORES,
    STAGES,
    WEIGHTS,
    Choices,
    Pegger,
    different_ranks,
    features,
    softmax,
)
from game.bots.piles import EMPTY, RANK_PIPS, RANKS, Array, piles
from game.bots.tables import pegger_weights
from game.engine.cards import PIPS, Card
from game.engine.state import Seat

STEPS = 8
LONGEST_STEP = 1.0
SETTLED = 1e-3
REMEMBERED_DEALS, REMEMBERED_PEGGERS = 256, 8


class Seen(NamedTuple):
    """A choice that a player was seen to make: hand and pile by number, the other's cards, and the slot."""

    hand: int
    pile: int
    theirs: int
    slot: int


def choices_seen(memory: Memory, player: Seat) -> tuple[Seen, ...]:
    """All choices of a player in deals whose cards are all known."""
    return tuple([seen for deal in complete_deals(memory) for seen in choices_in_deal(deal, player)])


@lru_cache(REMEMBERED_DEALS)
def choices_in_deal(played: tuple[tuple[Seat, Card], ...], player: Seat) -> tuple[Seen, ...]:
    """The choices of a player in the eight cards of a deal; a card that had to be played is none."""
    held = tuple([[card for seat, card in played if seat is one] for one in Seat])
    pile, count, choices = EMPTY, 0, []
    for seat, card in played:
        if all(count + PIPS[one] > 31 for hand in held for one in hand):
            pile, count = EMPTY, 0
        hand = hand_number([one >> 2 for one in held[seat]])
        ranks = different_ranks()[hand]
        if seat is player and (ranks <= piles().room[pile]).sum() > 1:
            slot = ranks.tolist().index(card >> 2)
            choices.append(Seen(hand, pile, len(held[seat.other]), slot))
        held[seat].remove(card)
        pile, count = int(piles().after[pile, card >> 2]), count + PIPS[card]
    return tuple(choices)


class Direction(NamedTuple):
    """A way in which players differ; `spread` is how far along it they usually are from one another."""

    weights: Array
    spread: float


SKILL_SPREAD = 0.4
TYPICAL_SKILL = 0.8  # of an opponent; Master itself has 1


@cache
def directions() -> tuple[Direction, ...]:
    """The directions besides that of skill, which makes a player more or less consistent."""
    habits = np.zeros((STAGES, HABITS, 4), np.float32)
    habits[:, :RANKS, 0] = RANK_PIPS
    habits[:, LOWEST, 1] = 1
    habits[:, HIGHEST, 2] = 1
    habits[0, [PAIR, MORE_OF_A_KIND], 3] = 1
    of_hand = np.zeros((WEIGHTS, 4), np.float32)
    of_hand[COUNTS.stop :] = habits.reshape(-1, 4)
    single = np.eye(WEIGHTS, dtype=np.float32)
    return (
        Direction(single[POINTS], 0.5),
        Direction(single[SCORES], 1.0),
        Direction(single[MANY], 0.2),
        Direction(single[REPLY], 0.6),
        Direction(single[NO_REPLY], 0.3),
        Direction(single[PAIRS_THE_LEAD], 0.5),
        Direction(of_hand[:, 0], 0.1),
        Direction(of_hand[:, 1], 1.2),
        Direction(of_hand[:, 2], 0.8),
        Direction(of_hand[:, 3], 1.0),
    )


@dataclass(frozen=True, eq=False)
class Family:
    """All players that differ from a good one along the directions.

    weights: of the good one.
    skill: how much of its consistency a player has who has not been seen yet; the first direction.
    """

    weights: Array
    skill: float = 1

    @cached_property
    def basis(self) -> Array:
        """The weights of each direction, by column."""
        return np.stack([self.weights, *[one.weights for one in directions()]], axis=1)

    @cached_property
    def start(self) -> Array:
        """Where a player stands who has not been seen yet."""
        start: Array = self.skill * np.eye(1, self.basis.shape[1])[0]
        return start

    @cached_property
    def certainty(self) -> Array:
        """How sure it is, along each direction, that a player is near the start."""
        return np.array([SKILL_SPREAD, *[one.spread for one in directions()]]) ** -2.0

    @cached_property
    def tables(self) -> tuple[Array, ...]:
        """The tables of a pegger, along each direction."""
        each = [Pegger.from_weights(weights) for weights in self.basis.T]
        return tuple(np.stack(tables) for tables in zip(*each, strict=True))

    def pegger_at(self, place: Array) -> Pegger:
        """The player that stands here."""
        return Pegger(*[np.tensordot(place.astype(np.float32), table, 1) for table in self.tables])

    def most_likely(self, choices: Iterable[Seen]) -> Array:
        """Where a player stands who was seen to make these choices."""
        seen = tuple(choices)
        if not seen:
            return self.start
        x, fits = self._along(seen)
        taken = x[np.arange(len(seen)), [one.slot for one in seen]].sum(axis=0)
        place = self.start
        for _ in range(STEPS):
            chance = softmax(np.where(fits, x @ place, CANNOT))
            mean = np.einsum("cs,csd->cd", chance, x)
            weighted = (x * np.sqrt(chance)[:, :, None]).reshape(-1, x.shape[2])
            curve = weighted.T @ weighted - mean.T @ mean + np.diag(self.certainty)
            slope = taken - mean.sum(axis=0) - self.certainty * (place - self.start)
            step = np.linalg.solve(curve, slope)
            place = place + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
            if np.abs(step).max() < SETTLED:
                break
        return place

    def _along(self, seen: tuple[Seen, ...]) -> tuple[Array, Array]:
        """What spoke for each slot along each direction, and which slots fitted."""
        hand, pile, theirs, _ = np.array(seen).T
        x, fits = features(Choices(hand, pile, theirs))
        return (x @ self.basis).astype(float), fits


@cache
def shipped_family() -> Family:
    """The family of the good player whose weights are shipped."""
    return Family(pegger_weights(), TYPICAL_SKILL)


@lru_cache(REMEMBERED_PEGGERS)
def learnt_pegger(family: Family, choices: tuple[Seen, ...]) -> Pegger:
    """How a player pegs who was seen to make these choices."""
    return family.pegger_at(family.most_likely(choices))
