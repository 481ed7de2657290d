"""The events of a table, as frames carry them: one type for each kind of event, named by `e`.

The documentation of the protocol is generated from these types: a docstring describes the event, and the
description of a field stands after its name (game/wire/tests/protocol_tables.py).
"""

from typing import Annotated

from msgspec import Meta, Struct

from game.wire.values import Card, Cards, Ended, Hand, Pair, PartKind, PegKind, Score, SeatNumber, Value

Points = Annotated[int, Meta(ge=0, le=29)]


class Part(Struct, frozen=True):
    """A part of a count, such as a pair."""

    kind: PartKind
    cards: Cards
    points: Points
    says: str


class CutForDeal(Struct, tag_field="e", tag="cut_for_deal", frozen=True):
    """Each seat turned a card, and the lower deals."""

    cards: Pair
    dealer: Annotated[SeatNumber | None, Meta(description="null: a tie, cut again")]


class Dealt(Struct, tag_field="e", tag="dealt", frozen=True):
    """Six cards each."""

    number: Annotated[int, Meta(ge=1)]
    dealer: SeatNumber


class Thrown(Struct, tag_field="e", tag="thrown", frozen=True):
    """A seat has discarded."""

    seat: SeatNumber


class StarterTurned(Struct, tag_field="e", tag="starter", frozen=True):
    """The starter is turned."""

    card: Card


class CardPlayed(Struct, tag_field="e", tag="played", frozen=True):
    """A card is played."""

    seat: SeatNumber
    card: Card
    count: Annotated[int, Meta(ge=1, le=31)]


class SaidGo(Struct, tag_field="e", tag="go", frozen=True):
    """No card of this seat fits."""

    seat: SeatNumber


class Pegged(Struct, tag_field="e", tag="pegged", frozen=True):
    """A peg moves."""

    seat: SeatNumber
    points: Annotated[int, Meta(ge=0)]
    score: Annotated[Score, Meta(description="after it")]
    kind: PegKind
    says: Annotated[str, Meta(description="“fifteen for two”")]
    parts: Annotated[tuple[Part, ...], Meta(description="of a played card, else []")]


class NewCount(Struct, tag_field="e", tag="new_count", frozen=True):
    """The count begins at zero."""

    seat: Annotated[SeatNumber, Meta(description="which leads")]


class LaidOpen(Struct, tag_field="e", tag="laid_open", frozen=True):
    """A hand or crib lies open."""

    seat: SeatNumber
    what: Annotated[Hand, Meta(description="to be counted by hand")]
    cards: Cards
    starter: Card


class Claimed(Struct, tag_field="e", tag="claimed", frozen=True):
    """A count by hand."""

    seat: SeatNumber
    what: Hand
    points: Points


class Called(Struct, tag_field="e", tag="called", frozen=True):
    """Muggins."""

    seat: SeatNumber
    points: Annotated[Points, Meta(description="muggins; 0: passed")]


class Counted(Struct, tag_field="e", tag="counted", frozen=True):
    """A hand or crib counts."""

    seat: SeatNumber
    what: Hand
    cards: Cards
    starter: Card
    points: Points
    says: str
    parts: Annotated[tuple[Part, ...], Meta(description="[{`kind`, `cards`, `points`, `says`}, ...]")]


class GameEnded(Struct, tag_field="e", tag="over", frozen=True):
    """The game is over."""

    winner: Annotated[SeatNumber | None, Meta(description="null: void")]
    value: Value
    how: Ended


TableEvent = (
    CutForDeal
    | Dealt
    | Thrown
    | StarterTurned
    | CardPlayed
    | SaidGo
    | Pegged
    | NewCount
    | Counted
    | LaidOpen
    | Claimed
    | Called
    | GameEnded
)
