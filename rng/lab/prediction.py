"""What comes of recovering a twister: decks that are known before they are dealt."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from common.progress import Heard
from rng.lab.twister_recovery import SEEN, UNKNOWN, dealt, recovered, standing
from rng.twister import stream

AFTER = 100

Deck = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Foretold:
    """How far the cards of so many deals led, and how the decks after them were foretold."""

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
        """The places of the next deck that were foretold."""
        return sum(ours == theirs for ours, theirs in zip(self.foretold, self.dealt, strict=True))

    @property
    def is_recovered(self) -> bool:
        """Whether every bit of a twister is fixed, and none contradicts another."""
        return self.rank == UNKNOWN and not self.contradictions


def foretold(secret: bytes, deals: int, fresh: bool, heard: Heard) -> Foretold:
    """Decks are dealt, the first cards of each are seen, and those that come after are foretold from them."""
    deal = fresh_dealer(secret) if fresh else steady_dealer(secret)
    found = recovered([deal()[:SEEN] for _ in range(deals)], heard)
    guess = standing(found.state)
    for _ in range(deals):
        dealt(guess)
    pairs = [(dealt(guess), deal()) for _ in range(AFTER)]
    exact = sum(ours == theirs for ours, theirs in pairs)
    return Foretold(deals, fresh, found.equations, found.rank, found.contradictions, *pairs[0], exact)


def steady_dealer(secret: bytes) -> Callable[[], Deck]:
    """Deals all decks from one twister."""
    source = stream(secret, "steady")
    return lambda: dealt(source)


def fresh_dealer(secret: bytes) -> Callable[[], Deck]:
    """Deals each deck from a twister of its own, which is thrown away."""
    number = count()
    return lambda: dealt(stream(secret, "fresh", str(next(number))))
