"""The pages of the daily game: today's, past days, and the standings of a month."""

from datetime import date, datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from common import clock
from common.database.compiled_query import CompiledQuery
from common.formats.json import encode
from common.months import BEST_DAYS, month_after, month_of
from common.page_parts import load_parts
from common.refusal import Refusal
from game.web.codes import status_of
from study.daily.eligibility import describe_reason, find_reason
from study.daily.field import count_throws
from study.daily.models import Daily, DailyEntry
from study.daily.playing import decks_after, find_today, load_opening
from study.daily.running import ends_at, starts_at
from study.daily.scoring import PAR_GAMES, signed
from study.daily.standings import MOST_SHOWN, OwnDay, load_month, load_order, load_own_day, own_result
from study.daily.web.beginning import begin_today, remember_browser
from study.daily.web.calendar import build_calendar
from study.daily.web.calls import SHOWN, find_closed, load_closed
from study.daily.web.own_result import find_share
from study.daily.web.pictures import bar_of
from study.daily.web.same_for_all import (
    count_mixed,
    draw_margins,
    draw_rows,
    draw_throws,
    load_field,
    load_six,
)
from study.daily.web.sharing import share_day

FEW_SHOWN = 10

_LAST_SHOWN = CompiledQuery(
    lambda: Daily.objects.filter(stage__in=SHOWN).order_by("-day").values_list("day")[:1]
)
_SHOWN_AMONG = CompiledQuery(
    lambda one, other: Daily.objects.filter(day__in=(one, other), stage__in=SHOWN).values_list("day"),
    date.min,
    date.max,
)


@require_safe
@ensure_csrf_cookie
def today(request: HttpRequest) -> HttpResponse:
    """Show today's game next to the discard of the day, the month's standings, and the day before."""
    daily = find_today()
    now = clock.now()
    context: dict[str, Any] = {
        "daily": daily,
        "is_open": daily is not None and daily.stage == Daily.Stage.OPEN,
        "closes_at": ends_at(now.date()),
        "opens_at": starts_at(now.date() + timedelta(days=1)),
        "par_games": PAR_GAMES,
        "best_days": BEST_DAYS,
        "next_decks": None,
        **describe_month(now.date(), request.user),
    }
    if daily is not None:
        own = own_result(daily, request.user)
        mixed = 0 if daily.stage == Daily.Stage.ANNOUNCED else count_mixed(daily.deck_set_id)
        context |= {"own": own, "own_says": describe_own(daily, own), "mixed": mixed}
        context["share"] = find_share(request, daily) if own else None
        context["entered"] = 0 if own else DailyEntry.objects.filter(daily=daily).count()
        context["next_decks"] = decks_after(daily.day) if own else None
        if context["is_open"]:
            opened_at = load_opening(daily.deck_set_id)
            reason = own.unranked if own else find_reason(request.user, opened_at)
            context["why_unranked"] = describe_reason(reason)
    days = _LAST_SHOWN.fetch()
    last = load_closed(days[0]) if days else None
    if last is not None:
        context |= {"last": last, **describe_order(last, load_own_day(last, request.user), FEW_SHOWN)}
    return render(request, "study/daily/today.html", context)


def describe_month(day: date, visitor: Any) -> dict[str, Any]:
    """Return the standings of a day's month and the visitor's calendar, with what other apps add."""
    month, parts = month_of(day), load_parts("daily", visitor)
    weeks = build_calendar(month, visitor, parts["throw_days"])
    return parts | {
        "this_day": day,
        "this_month": month,
        "game_board": load_month(month, visitor, FEW_SHOWN)[0],
        "throw_board": parts["throw_board"][:FEW_SHOWN],
        "throw_points": parts["throw_days"].get(day),
        "calendar": weeks,
        "weekdays": [month - timedelta(days=month.weekday() - place) for place in range(7)],
    }


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play today's game from the page's form."""
    try:
        return remember_browser(request, redirect("table", begin_today(request).pk))
    except Refusal as fault:
        context = {"message": fault.says, "code": fault.code}
        return render(request, "refusal.html", context, status=status_of(fault))


@require_safe
def one_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a day that is over: its standings, margins and discards."""
    daily = find_closed(day)
    if daily is None:
        now = find_today()
        if now is not None and now.day.isoformat() == day:
            return redirect("daily")
        raise Http404(gettext("There was no daily game that day, or it isn’t over yet."))
    own = load_own_day(daily, request.user)
    day_before, day_after = (daily.day + timedelta(days=by) for by in (-1, 1))
    beside = {day for (day,) in _SHOWN_AMONG.fetch_all(day_before, day_after)}
    context = {
        "daily": daily,
        "own": own,
        "share": find_share(request, daily) if own else None,
        "own_margin": signed(own.margin) if own and own.margin is not None else "",
        "why_unranked": describe_reason(own.unranked) if own else "",
        "is_given_up": own is not None and own.margin is None and own.percent is not None,
        "par": signed(daily.par or 0, 1),
        "par_games": len(daily.par_margins),
        "mixed": count_mixed(daily.deck_set_id),
        "before": day_before if day_before in beside else None,
        "after": day_after if day_after in beside else None,
        "this_month": month_of(daily.day),
        "sharing": share_day(daily),
        **describe_order(daily, own),
    }
    if daily.stage == Daily.Stage.COUNTED:
        context["deals"] = draw_throws(daily.deck_set_id)
        context["own_throws"] = encode(list_own_throws(daily.deck_set_id, own)).decode()
    return render(request, "study/daily/day.html", context)


@require_safe
def month(request: HttpRequest, month: str) -> HttpResponse:
    """Show the standings of a month: the sum of each player's best days."""
    first = parse_month(month)
    lines, own = load_month(first, request.user)
    days = list(Daily.objects.filter(day__gte=first, day__lt=month_after(first), stage__in=SHOWN))
    if not days and first != month_of(clock.now().date()):
        raise Http404(gettext("There were no daily games in that month."))
    earlier = Daily.objects.filter(day__lt=first, stage__in=SHOWN).exists()
    context = {
        "month": first,
        "lines": lines,
        "own": own,
        "is_own_shown": any(own and line.player == own.player for line in lines),
        "days": sorted(days, key=lambda daily: daily.day, reverse=True),
        "best_days": BEST_DAYS,
        "before": month_of(first - timedelta(days=1)) if earlier else None,
        "after": month_after(first) if month_after(first) <= clock.now().date() else None,
    }
    return render(request, "study/daily/month.html", context)


def describe_order(daily: Daily, own: OwnDay | None, most: int = MOST_SHOWN) -> dict[str, Any]:
    """Return the standings of a day and its margins, for two pages."""
    order = load_order(daily)[:most]
    is_counted = daily.stage == Daily.Stage.COUNTED
    line = own.line if own else None
    own_bar = bar_of(line.margin) if line else None
    return {
        "rows": draw_rows(order, line),
        "has_rows": bool(order) or line is not None,
        "champion": order[0] if order else None,
        "champion_margin": signed(order[0].margin) if order else "",
        "is_counted": is_counted,
        "played": load_field(daily.deck_set_id)["players"] if is_counted else 0,
        "histogram": draw_margins(daily.deck_set_id, own_bar) if is_counted else "",
    }


def describe_own(daily: Daily, own: Any) -> dict[str, str] | None:
    """Return a player's own result as text, after their game is over."""
    if own is None or own.margin is None or daily.par is None:
        return None
    return {"margin": signed(own.margin), "par": signed(daily.par, 1), "score": signed(own.score, 1)}


def list_own_throws(decks: str, own: OwnDay | None) -> dict[int, list[str]]:
    """Return a player's discard in each deal of a day that is over."""
    throws = count_throws([own.transcript]) if own else ()
    return {deal: [load_six(decks, deal)[int(place) - 1] for place in places] for deal, places in throws}


def parse_month(text: str) -> date:
    """Return a month from its text, such as 2026-11."""
    try:
        return datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        raise Http404(gettext("There were no daily games in that month.")) from None
