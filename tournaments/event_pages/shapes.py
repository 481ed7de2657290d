"""The parts of an event, as the API and the event's socket send them, and the frames of that socket.

The documentation of the protocol is generated from the frames, as from those in game/wire/frames.py.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from game.shared_decks.models import DeckSet
from game.wire.feeds import ShownGame
from game.wire.frames import Moment
from game.wire.values import BestOf, Clock, Counting, SeatNumber, Share, Target, one_of
from tournaments.events.models import Event, Pairing
from tournaments.events.record.open_boards import HIDDEN

ENDINGS = (*filter(None, Pairing.Ending.values), HIDDEN)


class ClubName(Struct, frozen=True):
    """A club's name and the last part of its address, which is null after the club closes."""

    name: str
    slug: str | None


class EventInfo(Struct, frozen=True):
    """An event without its players. docs/reference/protocol.md describes every field."""

    id: str
    url: str
    kind: Annotated[str, one_of(*Event.Kind.values)]
    title: str
    by: str | None
    club: ClubName | None
    rival: ClubName | None
    state: Annotated[str, one_of(*Event.State.values)]
    paused: bool
    reason: str
    starts: Moment
    closes: Moment
    ends: Moment
    joins_until: Moment
    ended: Moment | None
    games: int
    minutes: int
    target: Target
    counting: Counting
    clock: Clock
    rated: bool
    best_of: BestOf
    round_days: int
    after: str | None
    bots: bool
    hints: bool
    most_points: int | None
    most_games: int | None
    team_size: int
    decks: str | None
    version: int
    commitment: str
    root: str | None


class Message(Struct, frozen=True):
    """The last message of a director to the players."""

    says: str
    at: Moment


class Standing(Struct, frozen=True, kw_only=True):
    """An entrant's line of the standings. A disqualified entrant has no place."""

    name: str
    nickname: str | None
    bot: bool
    entry: int
    place: int | None
    points: int
    wins: int
    spread: int
    plus: int
    games: int
    here: bool
    left: bool
    banned: bool
    disqualified: bool
    x: Annotated[float | UnsetType, Meta(description="Of a duplicate: the sum of its boards.")] = UNSET
    team: Annotated[int | UnsetType, Meta(description="Of a duel of two teams.")] = UNSET


class Side(Struct, frozen=True, kw_only=True):
    """A club or a team of a duel."""

    club: ClubName | None
    place: int
    players: int
    points: int
    wins: int
    spread: int
    plus: int
    games: int
    team: Annotated[int | UnsetType, Meta(description="Of a duel of two teams.")] = UNSET
    level: int | UnsetType = UNSET


class EventTable(Struct, frozen=True):
    """A table, the first dealer's entry first."""

    game: str
    entries: tuple[int, int]
    opened: Moment
    ended: Moment | None
    ending: Annotated[str, one_of(*ENDINGS)] | None
    winner: SeatNumber | None
    scores: tuple[int, int]
    stage: int | None
    place: int | None
    disqualified: bool
    corrected: bool


class PlannedMatch(Struct, frozen=True):
    """A match of a bracket: two entries, null while open, 0 for a bye."""

    sides: tuple[int | None, int | None]
    wins: tuple[int, int]
    winner: int | None


class Plan(Struct, frozen=True):
    """The planned rounds: matches of a bracket, or pairs of entries of a round robin."""

    seeds: list[int]
    rounds: list[list[PlannedMatch | tuple[int, int]]]
    champion: int | UnsetType | None = UNSET


class EventStep(Struct, frozen=True):
    """The progress of an event over shared decks."""

    set: str
    stage: Annotated[str, one_of(*DeckSet.Stage.values)]
    shuffled: Share
    rounds: int
    round: int
    open: bool
    until: Moment | None
    tables: int
    done: int
    closed: int
    absent: list[str]


class MyEntry(Struct, frozen=True):
    """A player's own entry. Only `entry` and `suspended_until` are set for a player who has not entered."""

    entry: int | None
    left: bool | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    disqualified: bool | UnsetType = UNSET
    no_shows: int | UnsetType = UNSET
    waits_since: Moment | UnsetType | None = UNSET
    game: str | UnsetType | None = UNSET
    suspended_until: Moment | None = None


class ShownEvent(EventInfo, frozen=True):
    """An event without its players, and what its director and its decks are doing."""

    step: EventStep | None
    message: Message | None


class TablePlayer(Struct, frozen=True):
    """A player of a table."""

    name: str
    nickname: str | None
    bot: bool


class ShownTable(EventTable, frozen=True):
    """A table with its players, the first dealer first."""

    players: tuple[TablePlayer, TablePlayer]


class MySeat(MyEntry, frozen=True, kw_only=True):
    """The viewer's entry, and its line of the standings."""

    line: Standing | None


class SharedEvent(Struct, tag_field="t", tag="event", frozen=True):
    """The part of an event's frame that all its viewers share."""

    event: ShownEvent
    count: Annotated[int, Meta(description="entrants")]
    standings: Annotated[list[Standing], Meta(description="the first 100")]
    sides: list[Side]
    plan: Plan | None
    tables: Annotated[list[ShownTable], Meta(description="50 under way and the last 20 that ended")]


class EventFrame(SharedEvent, tag_field="t", tag="event", frozen=True):
    """The whole event."""

    me: Annotated[MySeat | None, Meta(description="with your `line`")]
    now: Moment


class NextTableFrame(Struct, tag_field="t", tag="table", frozen=True):
    """Your next table."""

    game: str
    url: str


class GamesFrame(Struct, tag_field="t", tag="games", frozen=True):
    """The live games, after `watch`."""

    games: Annotated[list[ShownGame], Meta(description="up to four, as `game` of `featured`")]
    follow: Annotated[str | None, Meta(description="the closest one, or null")]


class WarningFrame(Struct, tag_field="t", tag="warning", frozen=True):
    """That comes in a minute."""

    what: Annotated[str, one_of("start", "close")]
    at: Moment
    now: Moment


FromEvent = EventFrame | NextTableFrame | GamesFrame | WarningFrame
