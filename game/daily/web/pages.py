"""The pages of the daily game: today's, each that is over, and the order of a month."""

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from common import clock
from common.refusal import Refusal
from game.api.calls import STATUS_BY_CODE
from game.daily.field import count_throws, six_of
from game.daily.models import Daily, DailyEntry
from game.daily.playing import decks_after, find_today, play_today, require_open
from game.daily.running import ends_at, starts_at
from game.daily.scoring import BEST_DAYS, PAR_GAMES, month_after, month_of, signed
from game.daily.standings import DayLine, count_ranked, load_day, load_month, own_result
from game.daily.web.api import SHOWN, find_closed
from game.daily.web.pictures import draw_deals, draw_histogram
from game.engine.cards import TEXTS
from game.lobby.guests import get_or_create_player
from game.models import Game
from game.places import enter_seat
from game.shared_decks.models import Entrant, Round
from game.table.round_of_game import load_round_decks
from game.table.wire import encode

FEW_SHOWN = 10
DAYS_LISTED = 14


class ShownLine(NamedTuple):
    """A line of an order, in words."""

    place: int
    name: str
    margin: str
    score: str
    lost: str
    game: str
    is_own: bool


@require_safe
@ensure_csrf_cookie
def today(request: HttpRequest) -> HttpResponse:
    """Today's game, and the day before."""
    daily = find_today()
    now = clock.now()
    context: dict[str, Any] = {
        "daily": daily,
        "is_open": daily is not None and daily.stage == Daily.Stage.OPEN,
        "closes_at": ends_at(now.date()),
        "opens_at": starts_at(now.date() + timedelta(days=1)),
        "par_games": PAR_GAMES,
        "best_days": BEST_DAYS,
        "this_month": month_of(now.date()),
        "next_decks": None,
    }
    if daily is not None:
        own = own_result(daily, request.user)
        context |= {"own": own, "own_says": describe_own(daily, own), "mixed": count_mixed(daily)}
        context["entered"] = DailyEntry.objects.filter(daily=daily).count()
        context["next_decks"] = decks_after(daily.day) if own else None
    last = Daily.objects.filter(stage__in=SHOWN).order_by("-day").first()
    if last is not None:
        context |= {"last": last, **describe_order(last, request.user, FEW_SHOWN)}
        context["days"] = list_days(last.day)
    return render(request, "daily/today.html", context)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play today's game from the page's form."""
    enter_seat(request)
    try:
        require_open()
        return redirect("table", play_today(get_or_create_player(request)).pk)
    except Refusal as fault:
        context = {"message": fault.says, "code": fault.code}
        return render(request, "refusal.html", context, status=STATUS_BY_CODE[fault.code])


@require_safe
def one_day(request: HttpRequest, day: str) -> HttpResponse:
    """A day that is over: its order, its margins, and its throws."""
    daily = find_closed(day)
    if daily is None:
        now = find_today()
        if now is not None and now.day.isoformat() == day:
            return redirect("daily")
        raise Http404(gettext("There was no daily game that day, or it isn’t over yet."))
    context = {
        "daily": daily,
        "par": signed(daily.par or 0, 1),
        "par_games": PAR_GAMES,
        "mixed": count_mixed(daily),
        "before": find_closed((daily.day - timedelta(days=1)).isoformat()),
        "after": find_closed((daily.day + timedelta(days=1)).isoformat()),
        "this_month": month_of(daily.day),
        **describe_order(daily, request.user),
    }
    if daily.field is not None:
        context["deals"] = render_deals(daily.deck_set_id, get_language())
        context["own_throws"] = encode(load_own_throws(daily, request.user)).decode()
    return render(request, "daily/day.html", context)


@require_safe
def month(request: HttpRequest, month: str) -> HttpResponse:
    """The order of a month: the best days of each together."""
    first = parse_month(month)
    lines, own = load_month(first, request.user)
    days = list(Daily.objects.filter(day__gte=first, day__lt=month_after(first), stage__in=SHOWN))
    if not days and first != month_of(clock.now().date()):
        raise Http404(gettext("There were no daily games in that month."))
    earlier = Daily.objects.filter(day__lt=first, stage__in=SHOWN).exists()
    context = {
        "month": first,
        "lines": [(line, signed(line.total, 1)) for line in lines],
        "own": (own, signed(own.total, 1)) if own else None,
        "is_own_shown": any(own and line.player == own.player for line in lines),
        "days": sorted(days, key=lambda daily: daily.day, reverse=True),
        "best_days": BEST_DAYS,
        "before": month_of(first - timedelta(days=1)) if earlier else None,
        "after": month_after(first) if month_after(first) <= clock.now().date() else None,
    }
    return render(request, "daily/month.html", context)


def describe_order(daily: Daily, viewer: Any, most: int = 100) -> dict[str, Any]:
    """The order of a day and its margins, as two pages show them."""
    lines, own = load_day(daily, viewer, most)
    shown = [describe_line(line, viewer) for line in lines]
    field = daily.field or {"margins": {}, "players": 0}
    histogram = draw_histogram(field["margins"], daily.par, own.margin if own else None)
    return {
        "lines": shown,
        "own_line": describe_line(own, viewer) if own and own not in lines else None,
        "champion": shown[0] if shown else None,
        "mine": describe_line(own, viewer) if own else find_own_unranked(daily, viewer),
        "ranked": count_ranked(daily),
        "played": field["players"],
        "histogram": histogram,
        "is_counted": daily.field is not None,
    }


def describe_line(line: DayLine, viewer: Any) -> ShownLine:
    """A line of a day's order in words."""
    return ShownLine(
        line.place,
        line.player.shown_name,
        signed(line.margin),
        signed(line.score, 1),
        "" if line.lost is None else f"{100 * line.lost:.1f}",
        line.game,
        line.player.pk == viewer.pk,
    )


def find_own_unranked(daily: Daily, viewer: Any) -> Any:
    """The game of a viewer who has no place: a guest, or one who did not play to the end."""
    own = own_result(daily, viewer)
    return own and {"game": own.game, "margin": None if own.margin is None else signed(own.margin)}


def describe_own(daily: Daily, own: Any) -> dict[str, str] | None:
    """A player's own result in words, once their game is over."""
    if own is None or own.margin is None or daily.par is None:
        return None
    return {"margin": signed(own.margin), "par": signed(daily.par, 1), "score": signed(own.score, 1)}


def count_mixed(daily: Daily) -> int:
    """How many players' secrets are in a day's decks."""
    return Entrant.objects.filter(deck_set=daily.deck_set_id).exclude(secret="").count()


@lru_cache(maxsize=64)
def render_deals(deck_set: str, language: str) -> SafeString:
    """How the field threw, which is the same for all who read a language, and never changes once counted."""
    field = Daily.objects.values_list("field", flat=True).get(deck_set=deck_set)
    assert field is not None
    return render_to_string("daily/deals.html", {"deals": draw_deals(field)})


def load_own_throws(daily: Daily, viewer: Any) -> dict[int, list[str]]:
    """What a viewer threw in each deal of a day that is over."""
    if viewer.pk is None:
        return {}
    game = Game.objects.filter(daily_entry__daily=daily, daily_entry__player=viewer.pk).first()
    if game is None:
        return {}
    decks = load_round_decks(Round.objects.get(deck_set=daily.deck_set_id).pk)
    return {
        deal: [TEXTS[six_of(decks, deal)[0][int(place) - 1]] for place in places]
        for deal, places in count_throws([game.transcript])
    }


def list_days(newest: date) -> list[date]:
    """The last days that are over, the newest first."""
    days = Daily.objects.filter(stage__in=SHOWN, day__lte=newest).order_by("-day")
    return list(days.values_list("day", flat=True)[:DAYS_LISTED])


def parse_month(text: str) -> date:
    """A month by its text, as 2026-11."""
    try:
        return datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        raise Http404(gettext("There were no daily games in that month.")) from None
