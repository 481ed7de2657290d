"""The random part of a game: both sixes and the starter of every deal, with the scores before it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.state import NO_CARDS, Hands, Seat, State


@dataclass(frozen=True, slots=True)
class DealtCards:
    """A deal. Discards and starter are set only after both have discarded."""

    number: int
    dealer: Seat
    scores: tuple[int, int]
    sixes: Hands
    throws: Hands = NO_CARDS
    starter: Card | None = None


def dealt_cards(states: Iterable[State]) -> tuple[DealtCards, ...]:
    """Return the deals of a game, from its consecutive states."""
    deals: list[DealtCards] = []
    for state in states:
        if state.deal > len(deals):
            assert state.dealer is not None
            deals.append(DealtCards(state.deal, state.dealer, state.scores, state.dealt))
        if deals and deals[-1].starter is None and state.starter is not None:
            deals[-1] = replace(deals[-1], throws=state.throws, starter=state.starter)
    return tuple(deals)
