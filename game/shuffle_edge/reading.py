"""The information in six cards about the hidden ones, if the shuffle and the order before it are known."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.lab.cards import PLACES, STARTER
from rng.lab.pair_places import CARDS, PairChances

Cards = NDArray[np.uint8]
Doubles = NDArray[np.float64]

LEAST = 1e-9  # for events that a shuffle never produces
HAND = 6
OPPONENT = {"pone": "dealer", "dealer": "pone"}


class Expected(NamedTuple):
    """By deal and card: the chances to be the starter, and to be any one of the opponent's six."""

    starter: Doubles
    opponent: Doubles


@dataclass(frozen=True, slots=True)
class Reader:
    """The evidence of each own card, by its place, for each card in each hidden place.

    Logarithms that add up.
    """

    seat: str
    evidence: Doubles

    def read(self, decks: Cards) -> Expected:
        """Return the chances of the hidden cards, given the seat's six cards in the order dealt."""
        six = decks[:, PLACES[self.seat]].astype(np.int64)
        scores = np.zeros((len(six), self.evidence.shape[1], CARDS))
        for at in range(HAND):
            scores += self.evidence[at][:, six[:, at]].transpose(1, 0, 2)
        np.put_along_axis(scores, six[:, None, :], -np.inf, axis=2)
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        return Expected(chances[:, -1], chances[:, :-1].mean(axis=1))


def hidden_places(seat: str) -> list[int]:
    """Return the places of the opponent's six cards, then that of the starter."""
    return [*PLACES[OPPONENT[seat]], STARTER]


def build_reader(seat: str, chances: PairChances) -> Reader:
    """Build a reader that treats each own card as separate evidence, without the part common to all."""
    alone = np.log(np.maximum(chances.sum(axis=2), LEAST))
    together = np.log(np.maximum(chances, LEAST / CARDS))
    return Reader(seat, together - alone[:, :, None, :] * (HAND - 1) / HAND)


def know_nothing(sixes: Cards) -> Expected:
    """Return uniform expectations: each card not held is equally likely."""
    hidden = np.full((len(sixes), CARDS), 1 / (CARDS - HAND))
    np.put_along_axis(hidden, sixes.astype(np.int64), 0, axis=1)
    return Expected(hidden, hidden)


def know_all(seat: str, decks: Cards) -> Expected:
    """Return the expectations of a player who knows the whole deck, but not the opponent's discard."""
    starter, opponent = np.zeros((len(decks), CARDS)), np.zeros((len(decks), CARDS))
    np.put_along_axis(starter, decks[:, [STARTER]].astype(np.int64), 1, axis=1)
    np.put_along_axis(opponent, decks[:, PLACES[OPPONENT[seat]]].astype(np.int64), 1 / HAND, axis=1)
    return Expected(starter, opponent)
