"""The seven ways to value a throw, and the one that score and deal call for."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.bots.brain import Cards, ways_to_throw
from game.bots.halscrib.cribs import FALLS, crib_points
from game.bots.halscrib.strategy import Standing, Strategy
from game.bots.novice import points_without_starter
from game.bots.scores import score_hands

STARTERS = 46
REMEMBERED = 64  # hands: where a deck is played twice, they come twice
WAYS = STARTERS * FALLS


class Prospect(NamedTuple):
    """What may come of a throw, in parts of a point: means are exact so, and equal ones are equal.

    The greatest and the least crib are those with, in the paper's words, the "most favourable" and the "most
    undesirable up-card": over the opponent's two cards, any of those unseen, they are averaged.
    """

    thrown: Cards
    as_it_stands: int
    best_hand: int
    expected_hand: int
    least_crib: int
    expected_crib: int
    greatest_crib: int


Value = Callable[[Prospect], int]


def first_valuation(throw: Prospect) -> int:
    """The four cards alone, up-card and crib ignored.

    Nothing in the paper ever selects this one to throw by. Here it is what the program measures by whether it
    "can" reach game, or leave a skunk behind, "based on its hand".
    """
    return throw.as_it_stands


def second_valuation(throw: Prospect) -> int:
    """The best hand less the least crib, the opponent being dealer."""
    return throw.best_hand - throw.least_crib


def third_valuation(throw: Prospect) -> int:
    """The best hand and the greatest crib, being dealer."""
    return throw.best_hand + throw.greatest_crib


def fourth_valuation(throw: Prospect) -> int:
    """The expected hand less the expected crib, the opponent being dealer."""
    return throw.expected_hand - throw.expected_crib


def fifth_valuation(throw: Prospect) -> int:
    """The expected hand and the expected crib, being dealer."""
    return throw.expected_hand + throw.expected_crib


def sixth_valuation(throw: Prospect) -> int:
    """The expected hand less the greatest crib, the opponent being dealer."""
    return throw.expected_hand - throw.greatest_crib


def seventh_valuation(throw: Prospect) -> int:
    """The same formula as the fifth, but "ties are broken differently".

    The fifth takes of equals the throw whose hand may become best, the seventh the one whose four cards are
    worth most as they stand.
    """
    return fifth_valuation(throw)


class Valuation(NamedTuple):
    """How a throw is valued, and what decides between equals."""

    value: Value
    between_equals: Value


# By strategy, and by whether the crib is one's own.
VALUATIONS = {
    (Strategy.RISKY, False): Valuation(second_valuation, fourth_valuation),
    (Strategy.RISKY, True): Valuation(third_valuation, fifth_valuation),
    (Strategy.OPTIMAL, False): Valuation(fourth_valuation, lambda throw: throw.best_hand),
    (Strategy.OPTIMAL, True): Valuation(fifth_valuation, lambda throw: throw.best_hand),
    (Strategy.SAFE, False): Valuation(sixth_valuation, first_valuation),
    (Strategy.SAFE, True): Valuation(seventh_valuation, first_valuation),
}


def standing(throws: tuple[Prospect, ...], *, dealer: bool, mine: int, theirs: int, target: int) -> Standing:
    """How the game stands for a player who may choose among these throws."""
    sure = max(map(first_valuation, throws)) // WAYS
    expected = max([throw.expected_hand + throw.expected_crib * dealer for throw in throws]) / WAYS
    return Standing(mine, theirs, dealer, target, sure, expected)


def best_prospect(throws: tuple[Prospect, ...], strategy: Strategy, dealer: bool) -> Prospect:
    """The throw of the greatest value by a strategy."""
    value, between_equals = VALUATIONS[strategy, dealer]
    return max(throws, key=lambda throw: (value(throw), between_equals(throw)))


@lru_cache(REMEMBERED)
def prospects(six: Cards) -> tuple[Prospect, ...]:
    """All fifteen throws."""
    unseen = tuple([card for card in range(52) if card not in six])
    kept, thrown = zip(*ways_to_throw(six), strict=True)
    hands = score_hands(np.array(kept, np.uint8)[:, None, :], np.array(unseen, np.uint8)).astype(np.int64)
    cribs = crib_points(thrown, unseen)
    return tuple(
        map(
            Prospect,
            thrown,
            [WAYS * points_without_starter(four) for four in kept],
            (WAYS * hands.max(axis=1)).tolist(),
            (FALLS * hands.sum(axis=1)).tolist(),
            (STARTERS * cribs.min(axis=1)).tolist(),
            cribs.sum(axis=1).tolist(),
            (STARTERS * cribs.max(axis=1)).tolist(),
        )
    )
