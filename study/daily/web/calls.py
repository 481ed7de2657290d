"""Calls about the daily game: play it, and read a day that is over."""

from datetime import date
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext

from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.lobby.seeks import Placement
from game.web.bodies import EmptyBody
from game.web.calls import get_call, post_call
from game.web.placement import placement_response
from study.daily.models import Daily
from study.daily.playing import decks_after, find_today
from study.daily.running import ends_at
from study.daily.standings import DayLine, count_ranked, load_order, load_own_day, own_result
from study.daily.web.beginning import begin_today, remember_browser

SHOWN = (Daily.Stage.CLOSED, Daily.Stage.COUNTED)
LONG = ("field", "par_margins")  # large columns that are loaded only where they are shown

_CLOSED = CompiledModelQuery(
    Daily, lambda day: Daily.objects.filter(day=day, stage__in=SHOWN), date.min, without=LONG
)


@get_call
def show_today(request: HttpRequest) -> JsonResponse:
    """Return today's game: whether it is open, until when, and the player's own result."""
    daily = find_today()
    if daily is None:
        return JsonResponse({"day": None})
    return JsonResponse(today_json(daily, request.user))


@post_call(EmptyBody)
def play(request: HttpRequest, body: EmptyBody) -> JsonResponse:
    """Play today's game, once. A visitor becomes a guest."""
    response = placement_response(Placement(begin_today(request).pk))
    return remember_browser(request, response)


@get_call
def show_day(request: HttpRequest, day: str) -> JsonResponse:
    """Return a day that is over: par, the standings, and the field's discards."""
    return JsonResponse(day_json(day, request.user))


def day_json(day: str, viewer: Any) -> dict[str, Any]:
    """Return a day that is over, with the viewer's own row, or raise a refusal."""
    daily = find_closed(day)
    if daily is None:
        raise Refusal("no_daily", gettext("There was no daily game that day, or it isn’t over yet."))
    # Before the places: a reader who gets the field gets the places that were stored with it.
    daily.refresh_from_db(fields=LONG)
    own = load_own_day(daily, viewer)
    return {
        "day": daily.day.isoformat(),
        "decks": daily.deck_set_id,
        "par": daily.par,
        "par_margins": daily.par_margins,
        "ranked": count_ranked(daily),
        "order": [line_json(line) for line in load_order(daily)],
        "own": line_json(own.line) if own and own.line else None,
        "field": daily.field,
    }


def today_json(daily: Daily, viewer: Any) -> dict[str, Any]:
    """Return today's game for a viewer: par is included only after their own game."""
    own = own_result(daily, viewer)
    return {
        "day": daily.day.isoformat(),
        "open": daily.stage == Daily.Stage.OPEN,
        "closes": ends_at(daily.day).isoformat(),
        "decks": daily.deck_set_id,
        "next_decks": decks_after(daily.day),
        "own": None
        if own is None
        else {
            "game": own.game,
            "over": own.is_over,
            "margin": own.margin,
            "score": own.score,
            "unranked": own.unranked or None,
        },
        "par": daily.par if own and own.is_over else None,
    }


def line_json(line: DayLine) -> dict[str, Any]:
    """Return a row of a day's standings."""
    return {
        "place": line.place,
        "name": line.name,
        "margin": line.margin,
        "score": round(line.score, 4),
        "percent": None if line.percent is None else round(line.percent, 4),
        "lost": line.lost,
        "game": line.game,
    }


def find_closed(day: str) -> Daily | None:
    """Return the daily of a day that is over, by its date as text."""
    try:
        return load_closed(date.fromisoformat(day))
    except ValueError:
        return None


def load_closed(day: date) -> Daily | None:
    """Return the daily of a day that is over."""
    return _CLOSED.fetch(day)
