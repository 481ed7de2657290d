"""The notifications as programs get them: one type for each kind, named by `kind`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Union

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from game.wire.frames import Moment, Seek
from game.wire.values import DeclineReason, SeatNumber, one_of
from people.notices.kinds import load_kinds

# The news of an invitation, an appointment or an event.
WHAT = (
    "asked", "accepted", "declined", "cancelled", "owner", "final", "boards", "called_off", "extended",
    "ended", "edited", "message", "disqualified", "reinstated", "corrected",
)  # fmt: skip
IsoTime = Annotated[str, Meta(description="ISO 8601.")]


class GameNotice(Struct, kw_only=True, frozen=True):
    """A game that waits for you."""

    id: str
    seat: SeatNumber
    opponent: str
    nickname: str | None
    program: bool | UnsetType = UNSET
    deadline: Annotated[Moment | None, Meta(description="to move")]


class BeganNotice(GameNotice, kw_only=True, frozen=True, tag_field="kind", tag="began"):
    """Your seek was met, and you have not moved."""

    seek: Annotated[str, Meta(description="yours")]
    here: Annotated[bool, Meta(description="you are at the table")]


class TurnNotice(GameNotice, kw_only=True, frozen=True, tag_field="kind", tag="turn"):
    """Your turn in a game with `my_turn` true."""

    away_until: Annotated[Moment | None, Meta(description="the end of your vacation, or null")]


class TurnEndingNotice(TurnNotice, kw_only=True, frozen=True, tag_field="kind", tag="turn_ending"):
    """The same, with less than six hours left."""


class ChallengeNotice(Seek, kw_only=True, frozen=True, tag_field="kind", tag="challenge"):
    """A challenge or rematch offer to you."""


class WaitingNotice(Seek, kw_only=True, frozen=True, tag_field="kind", tag="waiting"):
    """Your seek waits."""


class DeclinedNotice(Seek, kw_only=True, frozen=True, tag_field="kind", tag="declined"):
    """Your challenge was declined by `by`, for its hour."""

    reason: DeclineReason


class WarnedNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="warned"):
    """An unread warning."""

    id: str
    reason: str


class MutedNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="muted"):
    """You may not chat."""

    id: str
    reason: str
    until: Annotated[IsoTime | None, Meta(description="ISO 8601; null: for good")]


class ForgottenNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="forgotten"):
    """Your games that ended after 90 days without a move."""

    id: IsoTime
    games: int


class News(Struct, kw_only=True, frozen=True):
    """A stored notification. `says` is set where a program could not build the sentence."""

    id: str
    at: IsoTime
    read: bool
    by: Annotated[str | UnsetType, Meta(description="The player who caused it.")] = UNSET
    nickname: str | UnsetType | None = UNSET
    program: bool | UnsetType = UNSET
    says: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    event: Annotated[str | UnsetType, Meta(description="The title of an event.")] = UNSET
    what: Annotated[str, one_of(*WHAT)] | UnsetType = UNSET
    ruling: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    starts: Moment | UnsetType = UNSET
    until: Moment | UnsetType = UNSET
    opponent: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    day: str | UnsetType = UNSET
    url: Annotated[str | UnsetType, Meta(description="The path of a page.")] = UNSET


OF_PAGES = (BeganNotice, ChallengeNotice, WaitingNotice)
COMPUTED = (TurnNotice, TurnEndingNotice, DeclinedNotice, WarnedNotice, MutedNotice, ForgottenNotice)


def notice_type(without: Sequence[str] = (), others: Sequence[type[Struct]] = ()) -> Any:
    """Return the union of all kinds of this site but these, and of other types."""
    stored = [
        defstruct(
            "".join(part.capitalize() for part in kind.name.split("_")) + "News",
            (),
            bases=(News,),
            namespace={"__doc__": News.__doc__},
            module=__name__,
            kw_only=True,
            frozen=True,
            tag_field="kind",
            tag=kind.name,
        )
        for kind in load_kinds().values()
        if not kind.is_computed and kind.name not in without
    ]
    return Union[(*COMPUTED, *others, *stored)]


if TYPE_CHECKING:
    BellNotice: TypeAlias = Any
else:
    BellNotice = notice_type(others=OF_PAGES)


class NoticesFrame(Struct, tag_field="t", tag="notices", frozen=True):
    """A player's notifications."""

    you: str | None
    points: Annotated[int | None, Meta(description="yours among people")]
    now: Moment
    notices: Annotated[list[BellNotice], Meta(description="at most 30")]
