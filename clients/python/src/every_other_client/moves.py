"""The moves of a seat."""

from dataclasses import dataclass, fields

from every_other_client.cards import Card, Cards
from every_other_client.wire import Json


@dataclass(frozen=True, slots=True)
class Throw:
    """Two cards to the crib."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Go:
    """None of your cards fits under thirty-one."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The points that you claim for your cards, in a game counted by hand."""

    points: int


@dataclass(frozen=True, slots=True)
class Call:
    """The points that your opponent overlooked: muggins."""

    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """You accept your opponent's count."""


Move = Throw | Play | Go | Claim | Call | Pass


def move_to_json(move: Move) -> Json:
    """Return a move in the form of the API."""
    return {
        "kind": type(move).__name__.lower(),
        **{each.name: getattr(move, each.name) for each in fields(move)},
    }
