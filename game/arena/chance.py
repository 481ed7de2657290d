"""All randomness of an arena, from one seed: the cards do not depend on who sits where."""

from collections.abc import Iterator
from typing import NamedTuple

from game.engine.cards import Card
from rng.framing import H
from rng.shuffle import shuffle
from rng.twister import Twister, stream

Deck = tuple[Card, ...]


class Chance(NamedTuple):
    """The randomness of one game, by its position among all games under this seed."""

    seed: int
    pair: int
    game: int = 0

    def decks(self) -> Iterator[Deck]:
        """Yield the decks of the game, one deal after another."""
        source = self.stream("decks")
        while True:
            yield shuffle(source)

    def stream(self, whose: str) -> Twister:
        """Return a separate stream for the decks and for each seat."""
        return stream(H(b"arena", str(self.seed).encode()), f"pair {self.pair}", f"game {self.game}", whose)
