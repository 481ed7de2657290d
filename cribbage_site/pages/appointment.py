"""The page of an appointment, which is also its link, and its calendar file."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from common import clock
from common.formats.calendar_file import calendar_file
from common.refusal import Refusal
from cribbage_site.pages.guest_name import checked_nickname, nickname_to_show, set_nickname
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.lobby.display.settings_text import describe_invitation, describe_own_link
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.web.codes import status_of
from game.web.refusal_page import render_refusal
from people.appointments import appointments
from people.appointments.calendar import calendar_event
from people.appointments.models import Appointment


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
@never_cache
def appointment(request: HttpRequest, appointment_id: str) -> HttpResponse:
    """Show an appointment to its players, or to a visitor with its link, and run their actions."""
    try:
        found = appointments.load(appointment_id)
        if found.to is not None and request.user.is_anonymous:
            return redirect_to_login(request.get_full_path())
        appointments.check_may_see(found, request.user)
        if request.method == "POST":
            enter_seat(request)
            return _act(request, found)
    except Refusal as fault:
        return render_refusal(request, fault)
    return _render_page(request, found)


@require_safe
def calendar(request: HttpRequest, appointment_id: str) -> HttpResponse:
    """Return the calendar file of an appointment, to visitors who may see its page."""
    try:
        found = appointments.load(appointment_id)
        appointments.check_may_see(found, request.user)
        appointments.check_stands(found)
    except Refusal as fault:
        return render_refusal(request, fault)
    return calendar_file("cribbage", calendar_event(found, request.user, request))


def _act(request: HttpRequest, found: Appointment) -> HttpResponse:
    match request.POST.get("do"):
        case "accept":
            return _accept(request, found)
        case "call_off" if isinstance(request.user, Player):
            appointments.call_off(appointment_id=found.pk, player=request.user)
        case "play" if isinstance(request.user, Player):
            return redirect("table", appointments.play(appointment_id=found.pk, player=request.user).game)
        case _:
            raise Refusal(
                "bad_request", gettext("Can’t read this request. Go back, reload the page and try again.")
            )
    return redirect("appointment", found.pk)


def _accept(request: HttpRequest, found: Appointment) -> HttpResponse:
    try:
        nickname = checked_nickname(request)
    except Refusal as fault:
        return _render_page(request, found, fault)
    player = get_or_create_player(request, GameSettings(**found.settings).rated)
    set_nickname(request, nickname)
    appointments.accept(appointment_id=found.pk, player=player)
    return redirect("appointment", found.pk)


def _render_page(request: HttpRequest, found: Appointment, fault: Refusal | None = None) -> HttpResponse:
    is_own, now = found.by == request.user, clock.now()
    other = found.other_than(request.user)
    settings = GameSettings(**found.settings)
    rules = describe_own_link(settings) if is_own else describe_invitation(settings, found.by.shown_name)
    is_past = now > found.closes_at
    game = Game.objects.filter(pk=found.game).first() if found.game else None
    context: dict[str, Any] = {
        "appointment": found,
        "is_own": is_own,
        "other": other,
        "rules": rules,
        "is_open": found.is_standing and not is_past and game is None,
        "is_past": is_past,
        "may_play": now >= found.opens_at,
        "opens_in_ms": int((found.opens_at - now).total_seconds() * 1000),
        "game": game,
        "link": request.build_absolute_uri(),
        "nickname": nickname_to_show(request),
        "fault": fault,
    }
    return render(request, "cribbage_site/pages/friend/appointment.html", context, status=status_of(fault))
