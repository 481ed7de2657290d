"""The frames of the lobby's socket and of the leaderboard's, and the answers of every socket but a table's.

The documentation of the protocol is generated from them, as from those in game/wire/frames.py.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from game.wire.frames import Moment, Name, PlayerAtTable, WaitingSeek
from game.wire.positions import Number, PublicView
from game.wire.values import BestOf, Clock, DeclineReason, Milliseconds, Refusal, Target, one_of


class Pong(Struct, tag_field="t", tag="pong", frozen=True):
    """The answer to `ping`."""


class Refused(Struct, tag_field="t", tag="refused", frozen=True):
    """Nothing has changed."""

    code: Refusal
    says: str


class PresentPlayer(Struct, frozen=True, kw_only=True):
    """A player who is on the site."""

    name: Name
    nickname: str | None
    program: bool | UnsetType = UNSET
    guest: bool
    points: int | None


class LobbyGame(Struct, frozen=True, kw_only=True):
    """A live game, as the lobby lists it."""

    id: str
    players: Annotated[tuple[Name, Name], Meta(description="names")]
    nicknames: tuple[str | None, str | None]
    programs: tuple[bool, bool] | UnsetType = UNSET
    scores: tuple[Number, Number]
    target: Target
    start: Annotated[tuple[Number, Number] | UnsetType, Meta(description="with a head start")] = UNSET
    clock: Clock
    rated: bool
    best_of: BestOf
    bot: Annotated[str | None, Meta(description="its key in `playing`, or null")]


class PlayingGame(LobbyGame, frozen=True, kw_only=True):
    """An unfinished game of the viewer."""

    my_turn: Annotated[
        bool, Meta(description="true only with a day a move, or without a clock between people")
    ]
    left_ms: Annotated[Milliseconds | None, Meta(description="for the move")]
    away_until: Annotated[Moment | None, Meta(description="the end of the mover's vacation, or null")]


class LobbyFigures(Struct, frozen=True):
    """The figures of the site."""

    usual_wait_s: int | None


class NextAnnounced(Struct, frozen=True):
    """The event that starts after the announced one."""

    id: str
    title: str
    starts: Moment


class AnnouncedEvent(Struct, frozen=True):
    """The event that the lobby announces."""

    id: str
    title: str
    running: bool
    starts: Moment
    entrants: int
    joined: bool
    may_join: bool
    tables: int
    next: NextAnnounced | None


class LobbyFrame(Struct, tag_field="t", tag="lobby", frozen=True):
    """The whole lobby."""

    you: Name | None
    guest: bool
    points: Annotated[int | None, Meta(description="yours among people; null without an account")]
    here: Annotated[
        list[PresentPlayer],
        Meta(description="[{`name`, `nickname`, `guest`, `points`}, ...], anywhere on the site"),
    ]
    count: Annotated[int, Meta(description="visitors too")]
    seeks: list[WaitingSeek]
    challenges: Annotated[list[WaitingSeek], Meta(description="to you")]
    mine: Annotated[list[WaitingSeek], Meta(description="your own that wait")]
    games: Annotated[list[LobbyGame], Meta(description="to watch, between people")]
    blocked: list[Name]
    followed: Annotated[list[Name], Meta(description="of `here`")]
    figures: Annotated[
        LobbyFigures, Meta(description="at most 5 s old: `usual_wait_s` of recent seekers, or null")
    ]
    event: Annotated[
        AnnouncedEvent | None,
        Meta(
            description="null, or the running or next one: `id`, `title`, `running`, `starts`, `entrants`,"
            " `joined`, `may_join`, `tables`, `next` (null, or what starts next: `id`, `title`, `starts`)"
        ),
    ]
    playing: Annotated[list[PlayingGame], Meta(description="your unfinished games")]


class ShownGame(Struct, frozen=True):
    """A live game as every watcher sees it."""

    id: str
    players: tuple[PlayerAtTable, PlayerAtTable]
    view: PublicView


class FeaturedFrame(Struct, tag_field="t", tag="featured", frozen=True):
    """A live game of two people who are both there."""

    game: Annotated[ShownGame | None, Meta(description="null, or `id`, `players`, `view` without hands")]


class PairedFrame(Struct, tag_field="t", tag="paired", frozen=True):
    """A seek or challenge of yours became a game."""

    game: str
    seek: str


class DeclinedFrame(Struct, tag_field="t", tag="declined", frozen=True):
    """A challenge of yours was declined."""

    seek: str
    by: Name
    reason: DeclineReason


class LadderFrame(Struct, tag_field="t", tag="ladder", frozen=True):
    """The Top 50."""

    kind: Annotated[str, one_of("people", "house")]
    rows: Annotated[str, Meta(description="HTML, a `<tr data-key=NAME>` each, as on `/ladder`")]


class MovedFrame(Struct, tag_field="t", tag="moved", frozen=True):
    """A rated game moved a player outside this list; `/ladder/mine?kind=` may have changed."""


FromLobby = LobbyFrame | FeaturedFrame | PairedFrame | DeclinedFrame
FromLadder = LadderFrame | MovedFrame
