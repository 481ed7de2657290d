"""Predicts decks before they are dealt, from a recovered twister."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from common.progress import StartProgress
from rng.lab.twister_recovery import SEEN_CARDS, UNKNOWN, deal_deck, recover, twister_from_state
from rng.twister import stream

AFTER = 100

Deck = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The result of recovery from the cards of so many deals, and the prediction of the next decks."""

    deals: int
    fresh: bool
    equations: int
    rank: int
    contradictions: int
    foretold: Deck
    dealt: Deck
    decks_foretold: int

    @property
    def right(self) -> int:
        """The number of correctly predicted places of the next deck."""
        return sum(ours == theirs for ours, theirs in zip(self.foretold, self.dealt, strict=True))

    @property
    def is_recovered(self) -> bool:
        """Whether every bit of a twister is determined without contradictions."""
        return self.rank == UNKNOWN and not self.contradictions


def predict_decks(secret: bytes, deals: int, fresh: bool, start_progress: StartProgress) -> Prediction:
    """Deal decks, recover the twister from the first cards of each, and predict the following decks."""
    deal = fresh_dealer(secret) if fresh else steady_dealer(secret)
    found = recover([deal()[:SEEN_CARDS] for _ in range(deals)], start_progress)
    guess = twister_from_state(found.state)
    for _ in range(deals):
        deal_deck(guess)
    pairs = [(deal_deck(guess), deal()) for _ in range(AFTER)]
    exact = sum(ours == theirs for ours, theirs in pairs)
    return Prediction(deals, fresh, found.equations, found.rank, found.contradictions, *pairs[0], exact)


def steady_dealer(secret: bytes) -> Callable[[], Deck]:
    """Return a dealer that deals all decks from one twister."""
    source = stream(secret, "steady")
    return lambda: deal_deck(source)


def fresh_dealer(secret: bytes) -> Callable[[], Deck]:
    """Return a dealer that deals each deck from a new twister."""
    number = count()
    return lambda: deal_deck(stream(secret, "fresh", str(next(number))))
