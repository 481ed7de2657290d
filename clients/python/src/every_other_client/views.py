"""The view of a seat, and how views and events are read from frames."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from every_other_client.cards import Card, Cards
from every_other_client.events import EVENTS, Counted, Event, Memory, Part
from every_other_client.wire import Json


@dataclass(frozen=True, slots=True)
class Show:
    """The last show: the counts of pone's hand, the dealer's, and the crib."""

    deal: int
    dealer: int
    starter: Card
    counts: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """The hand or crib that is being counted by hand; `claimed` is None before the claim."""

    seat: int
    what: str
    cards: Cards
    starter: Card
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that your seat may see of its game, and the only input of a brain."""

    seat: int
    phase: str  # throw, play; count and call if hands are counted by hand; cut, over
    deal: int
    dealer: int | None
    scores: tuple[int, int]
    hand: Cards  # your cards, in the order they were dealt, without discarded and played ones
    held: tuple[int, int]  # number of cards that each seat holds
    thrown: tuple[bool, bool]
    throw: Cards  # the two that you discarded
    starter: Card | None
    pile: Cards  # the cards played since the count began,
    count: int  # their sum
    played: tuple[tuple[int, Card], ...]  # every card played in this deal, with its seat
    turn: tuple[int, ...]
    playable: Cards  # your cards that may be played now
    must_go: bool
    target: int = 121
    counting: str = "auto"
    start: tuple[int, int] = (0, 0)
    cut: tuple[tuple[Card, Card], ...] = ()
    show: Show | None = None
    laid: Laid | None = None
    winner: int | None = None
    value: int | None = None
    ended: str | None = None

    @property
    def is_dealer(self) -> bool:
        """Whether the crib is yours."""
        return self.dealer == self.seat

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for you."""
        return self.seat in self.turn and self.ended is None

    @property
    def my_score(self) -> int:
        """Your points."""
        return self.scores[self.seat]

    @property
    def their_score(self) -> int:
        """Your opponent's points."""
        return self.scores[1 - self.seat]

    @property
    def known(self) -> Cards:
        """Every card of this deal whose place you know."""
        starter = (self.starter,) if self.starter else ()
        return (*dict.fromkeys((*self.hand, *self.throw, *starter, *(card for _, card in self.played))),)


NESTED: dict[str, Any] = {"parts": Part, "counts": Counted, "show": Show, "laid": Laid}


def read_event(data: Json) -> Event | None:
    """Return an event of a frame, or None for a kind that is newer than this client."""
    kind = EVENTS.get(data["e"])
    return None if kind is None else _read(kind, data)


def read_events(data: Iterable[Json]) -> Memory:
    """Return the events of a frame."""
    return tuple(event for event in map(read_event, data) if event is not None)


def read_view(data: Json, seat: int) -> View:
    """Return the view of a frame."""
    view: View = _read(View, {**data, "seat": seat})
    return view


def _read(kind: Any, data: Json) -> Any:
    return kind(
        **{each.name: _freeze(each.name, data[each.name]) for each in fields(kind) if each.name in data}
    )


def _freeze(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_freeze(name, each) for each in value)
    return _read(NESTED[name], value) if isinstance(value, dict) and name in NESTED else value
