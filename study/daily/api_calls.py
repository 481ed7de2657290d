"""Calls about the daily game."""

from typing import Annotated, Literal

from django.http import HttpRequest
from msgspec import Meta, Struct

from common.database.compiled_query import CompiledQuery
from common.formats.json import Json
from game.web.api.call import Call, Example
from game.web.api.sections import DAYS_EVENTS_CLUBS
from study.daily import models
from study.daily.field import Field
from study.daily.playing import find_today
from study.daily.web.calls import SHOWN, day_json, today_json


class OwnDaily(Struct, frozen=True):
    """The caller's own game of today."""

    game: str
    over: bool
    margin: int | None
    score: float | None
    unranked: Literal["guest", "young", "scouted"] | None


class Daily(Struct, frozen=True):
    """Today's game. `day` is null if there is none. Par is shown after the caller's own game."""

    day: str | None
    open: bool
    closes: str | None
    decks: str | None
    next_decks: str | None
    own: OwnDaily | None
    par: float | None


class DailyLine(Struct, frozen=True):
    """A row of a day's standings."""

    place: int
    name: str
    margin: int
    score: float
    percent: Annotated[float | None, Meta(description="Of the field that is beaten.")]
    lost: float | None
    game: str


class DailyDay(Struct, frozen=True):
    """A day that is over. docs/explanation/daily.md explains `par` and `field`."""

    day: str
    decks: str
    par: float | None
    par_margins: list[int]
    ranked: int
    order: list[DailyLine]
    own: DailyLine | None
    field: Field | None


NO_DAILY = Daily(None, False, None, None, None, None, None)


def show_daily(request: HttpRequest) -> Json | Daily:
    daily = find_today()
    return NO_DAILY if daily is None else today_json(daily, request.user)


def show_daily_day(request: HttpRequest, day: str) -> Json:
    return day_json(day, request.user)


_newest_day = CompiledQuery(
    lambda: models.Daily.objects.filter(stage__in=SHOWN).order_by("-day").values_list("day")[:1]
)


def find_names() -> dict[str, str]:
    """Return values for the examples on this site: a day that is over."""
    return {"day": found[0].isoformat()} if (found := _newest_day.fetch()) else {}


CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="show_daily",
            method="GET",
            path="/daily",
            words="Shows whether today’s game is open and until when. With a token, also your own result.",
            view=show_daily,
            answer=Daily,
            example=Example(
                Daily("2026-11-26", True, "2026-11-27T00:00:00+00:00", "d3k9", "d4m2", None, None)
            ),
        ),
        Call(
            name="show_daily_day",
            method="GET",
            path="/daily/{day}",
            words="Shows a day that is over: par, the standings, and the discards of all players.",
            view=show_daily_day,
            answer=DailyDay,
            refusals=("no_daily",),
            example=Example(
                DailyDay(
                    "2026-11-25", "d2h7", 3.4, [3, 4], 2,
                    [DailyLine(1, "Ann", 12, 8.6, 0.93, 1.4, "k3v9a2x7m4qc")], None, None,
                ),
                path={"day": "2026-11-25"},
            ),
        ),
    ),
}  # fmt: skip
