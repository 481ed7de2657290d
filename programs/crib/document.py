"""A game as a .crib tells of it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.cards import CARDS_OF_A_DEAL, Card
from game.engine.state import Ended, Rules, Seat, State

FORMAT = "every-other/crib/1"


class Side(NamedTuple):
    """Who sat in a seat: the name, the brain of a bot of the house, and the ladder points before the game."""

    name: str
    bot: str = ""
    points: int | None = None


class Result(NamedTuple):
    """How a game ended: nobody wins one that is void."""

    winner: Seat | None
    scores: tuple[int, int]
    value: int
    ended: Ended

    @classmethod
    def of(cls, state: State) -> "Result":
        """The result of a game that is over."""
        assert state.ended is not None
        return cls(state.winner, state.scores, state.value or 0, state.ended)


@dataclass(frozen=True, slots=True)
class CribGame:
    """A finished game: who played, by which rules, its words as in a transcript, and the cards they tell of.

    `cards` has, by the number of the deal, the thirteen that were dealt, in the order of the deck; by 0 those
    that were turned in the cut for deal.
    """

    sides: tuple[Side, Side]
    rules: Rules
    result: Result
    words: tuple[str, ...]
    cards: Mapping[int, tuple[Card, ...]]
    site: str = ""
    game: str = ""
    event: str = ""
    date: str = ""
    rated: bool | None = None
    clock: str = ""

    def deck(self, number: int) -> tuple[Card, ...]:
        """A deck that begins with the cards of a deal; in which order the others lay, nobody saw."""
        return deck_from(self.cards[number])


def deck_from(known: tuple[Card, ...]) -> tuple[Card, ...]:
    """A deck that begins with these cards."""
    return (*known, *(card for card in range(52) if card not in known))


def shown_cards(number: int, deck: tuple[Card, ...], end: State) -> tuple[Card, ...]:
    """Those of a deck that came to the table."""
    turned = 2 * len(end.cut)
    return deck[:turned] if number == 0 else deck[:CARDS_OF_A_DEAL]
