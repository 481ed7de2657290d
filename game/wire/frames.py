"""The frames that a table sends, by their type `t`. Its socket and its streams serialize these types.

The documentation of the protocol is generated from them, as from those in game/wire/events.py.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from common.formats.json import Json
from game.wire.events import TableEvent
from game.wire.positions import View
from game.wire.values import (
    BestOf,
    Clock,
    Counting,
    DeclineReason,
    Goodbye,
    Hex,
    Milliseconds,
    Phrase,
    Refusal,
    SeatNumber,
    Target,
)

Name = str
Ply = Annotated[int, Meta(ge=-1)]
Points = tuple[int | None, int | None]
Reasons = tuple[str | None, str | None]
Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
# By setting: `pegs`, `back` and so on, which grow with the site.
Prizes = Annotated[dict[str, str], Meta(description="What the player chose to show, by setting.")]


class PlayerAtTable(Struct, frozen=True):
    """A player of a table or a replay."""

    name: Name
    bot: bool
    guest: bool
    nickname: str | None
    program: Annotated[bool | UnsetType, Meta(description="true for a player's bot, else missing")] = UNSET
    prizes: Prizes | UnsetType = UNSET


class Clocks(Struct, frozen=True):
    """Both banks at this moment, and the running clocks."""

    kind: Clock
    left: tuple[Milliseconds, Milliseconds] | None
    running: tuple[SeatNumber, ...]
    starts_in_ms: Milliseconds
    call_ms: Milliseconds | None
    away_until: tuple[Moment | None, Moment | None]


class Fair(Struct, frozen=True):
    """The shuffle protocol of a game, with all values that are public by now."""

    version: str
    game: str
    params: str
    tip: Hex
    commitments: tuple[Hex | None, Hex | None]
    secrets: tuple[Hex | None, Hex | None]
    must: Literal["commit", "reveal"] | None
    links: Annotated[dict[str, Hex], Meta(description="the server's, by deal")]
    begin_in_ms: Milliseconds | None


class Here(Struct, frozen=True):
    """Whether each seat's player is there, and the time until this seat may claim the win."""

    seats: tuple[bool, bool]
    claim_in_ms: Milliseconds | None


class ChatLine(Struct, frozen=True, kw_only=True):
    """One line of chat."""

    id: int
    by: SeatNumber | None
    name: Name
    nickname: str | None
    program: Annotated[bool | UnsetType, Meta(description="true for a player's bot, else missing")] = UNSET
    phrase: Phrase | None
    text: str | None


class Rematch(Struct, frozen=True):
    """The seats that want a rematch, and its game once both do."""

    by: tuple[SeatNumber, ...]
    game: str | None


class Match(Struct, frozen=True):
    """A series of games: this game's number, and the wins before it."""

    best_of: BestOf
    game: Annotated[int, Meta(ge=1)]
    wins: tuple[int, int]


class Stakes(Struct, frozen=True):
    """The points at stake in a rated game, by seat."""

    points: Points
    win: Points
    loss: Points
    why: Reasons


class Settled(Struct, frozen=True):
    """The points that a rated game has changed, by seat."""

    before: Points
    change: Points
    after: Points
    why: Reasons
    voided: bool


class HistoryMove(Struct, frozen=True):
    """The events of one move; `ply` is the number of moves after it."""

    ply: Ply
    events: list[TableEvent]


class Declined(Struct, frozen=True):
    """A challenge that was declined."""

    by: Name
    reason: DeclineReason


class Seek(Struct, frozen=True, kw_only=True):
    """A player's wait for an opponent, as the lobby lists it."""

    id: str
    by: Name
    nickname: str | None
    program: Annotated[bool | UnsetType, Meta(description="true for a player's bot, else missing")] = UNSET
    guest: bool
    points: int | None
    to: Name | None
    to_program: bool | UnsetType = UNSET
    invite: Annotated[str | None, Meta(description="The link, for the owner.")]
    target: Target
    counting: Counting
    clock: Clock
    rated: bool
    best_of: BestOf
    ahead: Annotated[int | UnsetType, Meta(description="Holes that `by` starts ahead, if any.")] = UNSET
    quick: bool


class WaitingSeek(Seek, frozen=True, kw_only=True):
    """A seek that is open, and for how long it has been."""

    waited_s: Annotated[int, Meta(ge=0)]


class WaitingFrame(Struct, tag_field="t", tag="waiting", frozen=True):
    """The other seat is free; `table` follows by itself."""

    game: str
    invite: Annotated[str | None, Meta(description="the link, or null")]
    seek: Annotated[WaitingSeek, Meta(description="as in the lobby")]
    declined: Annotated[Declined | None, Meta(description="null, or {`by`, `reason`}")]


class TableFrame(Struct, tag_field="t", tag="table", frozen=True):
    """The whole table."""

    ply: Ply
    you: SeatNumber | None
    view: View
    players: Annotated[
        tuple[PlayerAtTable, PlayerAtTable], Meta(description="[{`name`, `nickname`, `bot`, `guest`}, ...]")
    ]
    clocks: Clocks | None
    fair: Fair
    here: Here
    said: Annotated[list[ChatLine], Meta(description="the last 50 lines")]
    rematch: Rematch | None
    match: Match | None
    open_board: Annotated[str | None, Meta(description="null, or when the board can be seen")]
    stakes: Stakes | None
    settled: Settled | None
    history: Annotated[
        list[HistoryMove] | UnsetType,
        Meta(description="on request: [{`ply` (after the move), `events`}, ...], the same for all"),
    ] = UNSET


class EventFrame(Struct, tag_field="t", tag="event", frozen=True, kw_only=True):
    """Moves were made."""

    since: Annotated[Ply, Meta(description="the ply before; not the one you know: send `hello`")]
    ply: Annotated[Ply, Meta(description="after")]
    events: list[TableEvent]
    turn: tuple[SeatNumber, ...]
    clocks: Clocks | None
    unsigned: Annotated[
        bool | UnsetType,
        Meta(description="true: the seat has a key and its signature is missing, as from another device"),
    ] = UNSET
    view: Annotated[View, Meta(description="`show` only if it changed")]


class AckFrame(Struct, tag_field="t", tag="ack", frozen=True):
    """The request is stored."""

    ply: Ply


class RefusedFrame(Struct, tag_field="t", tag="refused", frozen=True):
    """Nothing has changed."""

    ply: Ply
    code: Refusal
    says: str


class ClocksFrame(Struct, tag_field="t", tag="clocks", frozen=True):
    """Corrected clocks."""

    clocks: Clocks | None


class HereFrame(Struct, tag_field="t", tag="here", frozen=True):
    """A player came or went."""

    here: Annotated[Here, Meta(description="{`seats`: [true, false], `claim_in_ms`: null or a number}")]


class PlayersFrame(Struct, tag_field="t", tag="players", frozen=True):
    """A name changed; send `hello`."""

    players: tuple[PlayerAtTable, PlayerAtTable]


class SaidFrame(ChatLine, tag_field="t", tag="said", frozen=True, kw_only=True):
    """One line of chat: a `phrase` or a `text`, `by` a seat, or null for a watcher."""


class RematchFrame(Struct, tag_field="t", tag="rematch", frozen=True):
    """A player wants a rematch, or no longer does."""

    rematch: Annotated[
        Rematch | None,
        Meta(description="null, or {`by`: the seats that want one, `game`: its id once both do, else null}"),
    ]


class PointsFrame(Struct, tag_field="t", tag="points", frozen=True):
    """A rated game has ended, or a host voided it."""

    stakes: Stakes | None
    settled: Settled | None


class FairFrame(Fair, tag_field="t", tag="fair", frozen=True):
    """The deal's protocol."""


class ReceiptsFrame(Struct, tag_field="t", tag="receipts", frozen=True):
    """This seat's new receipts, after what they are about; none to watchers, nor in `cribfair/1`."""

    since: Annotated[int, Meta(ge=0, description="the number of the first")]
    notes: list[str]


class HintFrame(Struct, tag_field="t", tag="hint", frozen=True):
    """The best four discards, or all playable cards, best first."""

    ply: Annotated[Ply, Meta(description="as asked")]
    lines: Annotated[list[Json], Meta(description="advice")]


class PongFrame(Struct, tag_field="t", tag="pong", frozen=True):
    """The answer to `ping`."""

    ply: Ply


class ByeFrame(Struct, tag_field="t", tag="bye", frozen=True):
    """The socket closes."""

    code: Goodbye
    says: str
    back_in_ms: Annotated[Milliseconds | None, Meta(description="null: do not come back")]
    game: Annotated[str | UnsetType, Meta(description="of `elsewhere`")] = UNSET


TableStream = (
    WaitingFrame
    | TableFrame
    | EventFrame
    | RefusedFrame
    | ClocksFrame
    | HereFrame
    | PlayersFrame
    | SaidFrame
    | RematchFrame
    | PointsFrame
    | FairFrame
    | ReceiptsFrame
    | ByeFrame
)
FromTable = TableStream | AckFrame | HintFrame | PongFrame
