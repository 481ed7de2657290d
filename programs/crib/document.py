"""The data of a .crib file. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.cards import CARDS_OF_A_DEAL, Card
from game.engine.state import Ended, Rules, Seat, State

FORMAT = "every-other/crib/2"  # what is written
FORMAT_1 = "every-other/crib/1"


class Side(NamedTuple):
    """The player of a seat: the name, the brain of a house bot, and the ladder points before the game."""

    name: str
    bot: str = ""
    points: int | None = None


class Result(NamedTuple):
    """The result of a game. A game that was called off has no winner."""

    winner: Seat | None
    scores: tuple[int, int]
    value: int
    ended: Ended

    @classmethod
    def of(cls, state: State) -> "Result":
        """Return the result of a finished game."""
        assert state.ended is not None
        return cls(state.winner, state.scores, state.value or 0, state.ended)


@dataclass(frozen=True, slots=True)
class CribGame:
    """A finished game: its players, rules and result, its moves in transcript notation, and its cards.

    `cards` maps the number of a deal to the thirteen cards dealt, in the order of the deck, and 0 to the
    cards turned in the cut for deal.
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
        """Return a deck that begins with the cards of a deal.

        The rest is in arbitrary order, because no player saw it.
        """
        return deck_from(self.cards[number])


def deck_from(known: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a deck that begins with these cards."""
    return (*known, *(card for card in range(52) if card not in known))


def shown_cards(number: int, deck: tuple[Card, ...], end: State) -> tuple[Card, ...]:
    """Return the cards of a deck that were dealt or turned."""
    turned = 2 * len(end.cut)
    return deck[:turned] if number == 0 else deck[:CARDS_OF_A_DEAL]


def result_text(result: Result) -> str:
    """Return a result in header notation: a 121-98 1 played."""
    winner = "-" if result.winner is None else "ab"[result.winner]
    return f"{winner} {result.scores[0]}-{result.scores[1]} {result.value} {result.ended.value}"


def escape(value: str) -> str:
    """Return a header's value as it is written between quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')
