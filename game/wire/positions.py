"""The views of a game, as frames carry them."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from game.wire.events import Part, Points
from game.wire.values import (
    Card,
    Cards,
    Counting,
    Ended,
    Hand,
    Pair,
    Phase,
    Score,
    SeatNumber,
    Target,
    Value,
)

Pips = Annotated[int, Meta(ge=0, le=31)]
Number = Annotated[int, Meta(ge=0)]


class Count(Struct, frozen=True):
    """A hand or crib as it was counted."""

    seat: SeatNumber
    what: Hand
    cards: Cards
    starter: Card
    points: Points
    says: str
    parts: tuple[Part, ...]


class HandScore(Struct, frozen=True):
    """The points of a hand, with their parts."""

    cards: Cards
    starter: Card
    points: Points
    says: str
    parts: tuple[Part, ...]


class Show(Struct, frozen=True):
    """The counts of a deal, in order."""

    deal: Number
    dealer: SeatNumber
    starter: Card
    counts: tuple[Count, ...]


class Laid(Struct, frozen=True):
    """A hand or crib that is being counted by hand."""

    seat: SeatNumber
    what: Hand
    cards: Cards
    starter: Card
    claimed: Points | None


class OpenCards(Struct, frozen=True):
    """All cards of a deal, by seat."""

    dealt: tuple[Cards, Cards]
    throws: tuple[Cards, Cards]


class PublicView(Struct, kw_only=True, frozen=True):
    """A game as every watcher sees it."""

    target: Annotated[Target, Meta(description="the rules")]
    counting: Counting
    start: Annotated[
        tuple[Number, Number] | UnsetType,
        Meta(description="only with a head start: both first scores, [9, 0]"),
    ] = UNSET
    phase: Annotated[
        Phase,
        Meta(
            description="`cut` (before the first card), `throw`, `play`, `count` (a seat claims), `call` (its"
            " opponent may call muggins), `over`; `deal` for an instant"
        ),
    ]
    deal: Annotated[Number, Meta(description="its number; 0: the cut for deal")]
    dealer: Annotated[SeatNumber | None, Meta(description="a seat or null")]
    scores: Annotated[tuple[Score, Score], Meta(description="two numbers")]
    cut: Annotated[tuple[Pair, ...], Meta(description="the pairs turned in the cut for deal")]
    held: Annotated[tuple[Number, Number], Meta(description="how many cards each seat holds")]
    thrown: Annotated[tuple[bool, bool], Meta(description="whether each seat has discarded")]
    starter: Annotated[Card | None, Meta(description="a card or null")]
    pile: Annotated[Cards, Meta(description="the cards since the count began")]
    count: Annotated[Pips, Meta(description="their sum")]
    played: Annotated[
        tuple[tuple[SeatNumber, Card], ...],
        Meta(description="the cards played in this deal: [[seat, card], ...]"),
    ]
    turn: Annotated[tuple[SeatNumber, ...], Meta(description="the seats to move: [], [0], [1] or [0, 1]")]
    laid: Annotated[
        Laid | None,
        Meta(
            description="null or what is being counted by hand: `seat`, `what`, `cards`, `starter`, `claimed`"
        ),
    ]
    open: Annotated[
        OpenCards | None,
        Meta(
            description="null until the game is over and its board open, then the last deal:"
            " `dealt`, `throws`"
        ),
    ]
    winner: Annotated[SeatNumber | None, Meta(description="null until it is over, or void")]
    value: Annotated[Value | None, Meta(description="1, 2 or 4; 0 if void")]
    ended: Ended | None


class OwnCards(Struct, frozen=True):
    """The cards that only their seat sees."""

    hand: Cards
    throw: Cards
    playable: Cards
    must_go: bool


class View(PublicView, kw_only=True, frozen=True):
    """A game as one seat sees it. Watchers have no hand."""

    show: Annotated[
        Show | UnsetType | None,
        Meta(description="null or the last show: `deal`, `dealer`, `starter`, `counts` (each as `counted`)"),
    ] = UNSET
    hand: Annotated[
        Cards, Meta(description="your cards in the order dealt, without those discarded and played")
    ]
    throw: Annotated[Cards, Meta(description="your discards")]
    playable: Annotated[Cards, Meta(description="your cards that fit")]
    must_go: Annotated[bool, Meta(description="you must say go")]


class EngineView(View, kw_only=True, frozen=True):
    """A game as the seat sees it that an engine moves for."""

    seat: SeatNumber


class OpenState(PublicView, kw_only=True, frozen=True):
    """A replayed game with all cards, by seat: the six dealt, those held, and the discards."""

    dealt: tuple[Cards, Cards]
    hands: tuple[Cards, Cards]
    throws: tuple[Cards, Cards]
