"""The notifications as programs get them: one type for each kind, named by `kind`."""

from collections.abc import Sequence
from typing import Annotated, Any, Union

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from game.wire.frames import Seek
from game.wire.values import DeclineReason, SeatNumber, one_of
from people.notices.kinds import load_kinds

Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
# The news of an invitation, an appointment or an event.
WHAT = (
    "asked", "accepted", "declined", "cancelled", "owner", "final", "boards", "called_off", "extended",
    "ended", "edited", "message", "disqualified", "reinstated", "corrected",
)  # fmt: skip
IsoTime = Annotated[str, Meta(description="ISO 8601.")]


class Turn(Struct, kw_only=True, frozen=True):
    """It is your turn. `away_until` is the end of your vacation."""

    id: str
    seat: SeatNumber
    opponent: str
    nickname: str | None
    program: bool | UnsetType = UNSET
    deadline: Moment | None
    away_until: Moment | None


class TurnNotice(Turn, kw_only=True, frozen=True, tag_field="kind", tag="turn"):
    """It is your turn."""


class TurnEndingNotice(Turn, kw_only=True, frozen=True, tag_field="kind", tag="turn_ending"):
    """It is your turn, with less than six hours left."""


class DeclinedNotice(Seek, kw_only=True, frozen=True, tag_field="kind", tag="declined"):
    """Your challenge was declined, `by` whom and why."""

    reason: DeclineReason


class WarnedNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="warned"):
    """A host has warned you."""

    id: str
    reason: str


class MutedNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="muted"):
    """You may not chat until this time; null: for good."""

    id: str
    reason: str
    until: IsoTime | None


class ForgottenNotice(Struct, kw_only=True, frozen=True, tag_field="kind", tag="forgotten"):
    """So many games of yours ended after 90 days without a move."""

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


COMPUTED = (TurnNotice, TurnEndingNotice, DeclinedNotice, WarnedNotice, MutedNotice, ForgottenNotice)


def notice_type(without: Sequence[str]) -> Any:
    """Return the union of all kinds of this site but these."""
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
    return Union[(*COMPUTED, *stored)]
