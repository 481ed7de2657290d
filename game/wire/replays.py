"""A finished game with every move and all its cards, as pages and calls get it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from game.wire.events import TableEvent
from game.wire.frames import PlayerAtTable
from game.wire.moves import (
    CallPayload,
    ClaimPayload,
    GoPayload,
    PassPayload,
    PlayPayload,
    ResignPayload,
    ThrowPayload,
)
from game.wire.positions import Number, OpenState
from game.wire.values import CLOCKS, Counting, Ended, Score, SeatNumber, Target, Value, one_of


class DealMove(Struct, tag_field="kind", tag="deal", frozen=True):
    """The table deals. Number 0 is the cut for deal."""

    number: Number


class FlagMove(Struct, tag_field="kind", tag="flag", frozen=True):
    """The time of a seat is up."""


class LeftMove(Struct, tag_field="kind", tag="left", frozen=True):
    """A seat was away, and the other has claimed the win."""


class VoidMove(Struct, tag_field="kind", tag="void", frozen=True):
    """The game is void."""


class UnshownMove(Struct, tag_field="kind", tag="unshown", frozen=True):
    """The server cannot show its part of the shuffle, so the game is void."""


RecordedMove = (
    DealMove
    | ThrowPayload
    | PlayPayload
    | GoPayload
    | ClaimPayload
    | CallPayload
    | PassPayload
    | ResignPayload
    | FlagMove
    | LeftMove
    | VoidMove
    | UnshownMove
)


class Rules(Struct, frozen=True):
    """The rules of a replayed game."""

    target: Target
    counting: Counting
    clock: Annotated[str, one_of("", *CLOCKS), Meta(description="Empty if unknown.")]
    rated: bool
    start: Annotated[tuple[Number, Number] | UnsetType, Meta(description="A head start, if any.")] = UNSET


class Result(Struct, frozen=True):
    """The result of a replayed game."""

    winner: SeatNumber | None
    value: Value | None
    ended: Ended | None
    scores: tuple[Score, Score]


class Step(Struct, frozen=True):
    """A move, its events, and the state after it with all cards."""

    ply: Annotated[int, Meta(ge=1)]
    seat: SeatNumber | None
    move: RecordedMove
    events: list[TableEvent]
    state: OpenState


class Replay(Struct, frozen=True):
    """A finished game with every move. A game from another site has no id."""

    game: str | None
    players: tuple[PlayerAtTable, PlayerAtTable]
    rules: Rules
    result: Result
    steps: list[Step]
