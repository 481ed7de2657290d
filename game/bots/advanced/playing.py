"""Advanced's card: each card that fits is played out against the hands the opponent may hold."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.bots.advanced.aims import ROUND_DIGITS, Standing
from game.bots.advanced.counts import MOST_COUNTED, crib_points, hand_points, held_ranks, their_throws
from game.bots.advanced.opponent_hands import REMEMBERED, HandDistribution, hands_held_by_opponent
from game.bots.advanced.pegging import wins_by_pegging
from game.bots.brain import Cards
from game.bots.lanes import Lanes, Pegs, hand_number, hands, play_out
from game.bots.piles import Array, piles
from game.bots.tables.multisets import multiset_index
from game.engine.cards import JACK, Card
from game.engine.scoring import score_hand
from game.engine.view import View

SAMPLE = 128
MOST_BEFORE_CRIB = 64  # more than a side pegs and counts before the crib
ME, THEM = 0, 1  # the seat to play is the first of every lane


class Plays(NamedTuple):
    """The cards that fit, by rank, and what comes of each.

    now: points at once.
    net: points pegged to the end of the play, the other's taken off.
    value: what the aim makes of it.
    """

    ranks: tuple[int, ...]
    now: Array
    net: Array
    value: Array


class Choice(NamedTuple):
    """A card to be chosen; `chance` picks the sample of hands that the opponent may hold, so many of them."""

    view: View
    stand: Standing
    chance: float
    sample: int = SAMPLE

    @property
    def ranks(self) -> list[int]:
        """The ranks that fit."""
        return sorted({card >> 2 for card in self.view.playable})

    @property
    def pile(self) -> list[int]:
        return [card >> 2 for card in self.view.pile]

    @property
    def kept(self) -> Cards:
        """My own four."""
        return (*self.view.hand, *[card for seat, card in self.view.played if seat is self.view.seat])

    @property
    def known(self) -> Cards:
        """All cards that the opponent cannot hold."""
        return tuple(sorted((*self.kept, *self.view.throw, self.starter)))

    @property
    def starter(self) -> Card:
        assert self.view.starter is not None
        return self.view.starter


class _Deals(NamedTuple):
    """The deals to be played out for a choice: each rank that fits against each hand the opponent may hold.

    of_guess: which of these hands every guess comes to; several kept fours may be one hand by now.
    first: the slots of the first cards.
    """

    guess: HandDistribution
    of_guess: Array
    lanes: Lanes
    first: Array

    @classmethod
    def from_choice(cls, choice: Choice) -> "_Deals":
        guess = hands_held_by_opponent(choice.view, choice.known).sample(choice.sample, choice.chance)
        held, of_guess = np.unique(guess.held, return_inverse=True)
        hand = hand_number([card >> 2 for card in choice.view.hand])
        lanes = Lanes.from_position(choice.pile, hand, np.tile(held, len(choice.ranks)))
        first = np.repeat(np.searchsorted(hands().slots[hand], choice.ranks), len(held))
        return cls(guess, of_guess, lanes, first)


def weigh(view: View, stand: Standing, chance: float) -> Plays:
    """Weigh every rank that fits."""
    return weigh_all([Choice(view, stand, chance)])[0]


def weigh_all(choices: Sequence[Choice]) -> list[Plays]:
    """Weigh several choices; their deals are played out together, which costs far less than one by one."""
    if not choices:
        return []
    deals = [_Deals.from_choice(choice) for choice in choices]
    lanes = Lanes.side_by_side([one.lanes for one in deals])
    pegs = play_out(lanes, first=np.concatenate([one.first for one in deals]))
    of_choice = pegs.split([len(one.first) for one in deals])
    return [_plays(*one) for one in zip(choices, deals, of_choice, strict=True)]


def _plays(choice: Choice, deals: _Deals, pegs: Pegs) -> Plays:
    """What comes of each rank that fits, by how its deals were played out."""
    stand, ranks, guess = choice.stand, choice.ranks, deals.guess

    def by_guess(of_lane: Array) -> Array:
        return of_lane.reshape(len(ranks), -1)[:, deals.of_guess]

    mine, theirs = by_guess(pegs.total_by(ME)), by_guess(pegs.total_by(THEM))
    counted = theirs + hand_points()[guess.kept, choice.starter >> 2]
    most = int(mine.max())
    value = worth_after_play(choice, most + 1, int(counted.max()) + 1)[mine, counted]
    if most >= stand.need or theirs.max() >= stand.they_need:
        i_won, they_won = [by_guess(won) for won in wins_by_pegging(pegs, ME, stand)]
        value = np.where(i_won, 1, np.where(they_won, 0, value))
    return Plays(
        tuple(ranks),
        piles().points[piles().number(choice.pile), ranks],
        (mine - theirs) @ guess.weight,
        (value @ guess.weight).round(ROUND_DIGITS),
    )


def worth_after_play(choice: Choice, mine: int, counted: int) -> Array:
    """The worth by what I peg, and by what the opponent pegs and holds; my hand and crib are included.

    Only what comes up, less than `mine` and less than `counted`, is worked out.
    """
    view = choice.view
    worth = choice.stand.worth[score_hand(choice.kept, choice.starter).total :]
    crib = _with_crib(view.dealer is view.seat, view.throw, choice.starter, choice.known)
    if view.dealer is view.seat:
        return crib[:mine, : mine + MOST_COUNTED] @ worth[: mine + MOST_COUNTED, :counted]
    return worth[:mine, : counted + MOST_COUNTED] @ crib[:counted, : counted + MOST_COUNTED].T


@lru_cache(REMEMBERED)
def _with_crib(dealer: bool, thrown: Cards, starter: Card, known: Cards) -> Array:
    """How likely so many points become so many with the crib: the same through a whole play."""
    pair = int(multiset_index(np.sort(np.array(thrown) >> 2)))
    points = crib_points()[pair, :, starter >> 2] + (JACK * 4 + (starter & 3) in thrown)
    chances = np.bincount(points, their_throws(not dealer, held_ranks(known)[None])[0], MOST_COUNTED + 1)
    spread = np.zeros((MOST_BEFORE_CRIB, MOST_BEFORE_CRIB + MOST_COUNTED))
    for before, row in enumerate(spread):
        row[before : before + len(chances)] = chances
    return spread
