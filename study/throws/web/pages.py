"""The pages of the discard of the day: one per day, and the months."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common.formats.json import encode
from common.months import BEST_DAYS, month_after, month_of
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.models import Player
from study.throws.board import load_board
from study.throws.models import DailyThrow, Vote
from study.throws.voting import find_vote, labels_of, load_throw, throw_json, today
from study.throws.web.sharing import share_throw


@require_safe
@ensure_csrf_cookie
def todays_throw(request: HttpRequest) -> HttpResponse:
    """Show today's discard, or a page that explains that none is chosen yet."""
    throw = load_throw(today())
    return render(request, "study/throws/none_yet.html") if throw is None else _render_throw(request, throw)


@require_safe
@ensure_csrf_cookie
def throw_of_day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the discard of a day."""
    throw = load_throw(day)
    if throw is None:
        raise Http404(gettext("There’s no discard for this day."))
    return _render_throw(request, throw)


def _render_throw(request: HttpRequest, throw: DailyThrow) -> HttpResponse:
    context: dict[str, Any] = {
        "throw": throw,
        "is_todays": throw.day == today(),
        "sort": "win",
        "rows": (),
        "sharing": share_throw(throw),
    }
    try:
        require_no_rated_game(request.user)
    except Refusal as fault:
        return render(request, "study/throws/throw.html", context | {"refused": fault.says})
    context["data"] = encode(throw_json(throw, find_vote(throw, request.user))).decode()
    context["before"] = _neighbour(DailyThrow.objects.filter(day__lt=throw.day).order_by("-day"))
    context["after"] = _neighbour(
        DailyThrow.objects.filter(day__gt=throw.day, day__lte=today()).order_by("day")
    )
    return render(request, "study/throws/throw.html", context)


def _neighbour(throws: Any) -> date | None:
    day: date | None = throws.values_list("day", flat=True).first()
    return day


@require_safe
def throws(request: HttpRequest, month: date) -> HttpResponse:
    """Show a month: its discards, newest first, and its standings."""
    first = month_of(month)
    if first > today():
        raise Http404(gettext("This month hasn’t come yet."))
    following = month_after(first)
    days = list(
        DailyThrow.objects.filter(day__gte=first, day__lt=following, day__lte=today()).order_by("-day")
    )
    votes = _own_votes(request.user, days)
    context = {
        "month": first,
        "is_now": following > today(),
        "days": [{"throw": one, "cards": labels_of(one), "vote": votes.get(one.day)} for one in days],
        "board": load_board(first),
        "most_days": BEST_DAYS,
        "before": _month_with(DailyThrow.objects.filter(day__lt=first).order_by("-day")),
        "after": following if following <= today() else None,
    }
    return render(request, "study/throws/throws.html", context)


def _month_with(throws: Any) -> date | None:
    day = _neighbour(throws)
    return day and month_of(day)


def _own_votes(visitor: object, days: Sequence[DailyThrow]) -> dict[date, Vote]:
    if not isinstance(visitor, Player):
        return {}
    return {vote.throw_id: vote for vote in Vote.objects.filter(player=visitor, throw__in=days)}
