"""Invite a friend by link: the page that makes the link, and the pages behind the link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from common import clock
from common.refusal import Refusal
from cribbage_site.pages.guest_name import checked_nickname, nickname_to_show, set_nickname
from game.accounts.blocks import load_player_by_name
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.lobby import friends, seeks
from game.lobby.display.settings_text import describe_invitation, describe_own_link
from game.lobby.matchmaking import is_open, settings_of
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Seek
from game.sharing.page import share_invitation
from game.web.codes import status_of
from game.web.game_request import arrange_game, parse_form, parse_settings
from game.web.refusal_page import render_refusal
from game.web.start_form import StartForm, usual_start
from people.appointments import appointments
from people.appointments.models import Appointment


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def invite(request: HttpRequest) -> HttpResponse:
    """Make a link for a friend with one button, or suggest a time. All other settings have defaults."""
    if request.method == "GET":
        return _render_form(request)
    enter_seat(request)
    form = request.POST.copy()
    form["against"] = "link"
    try:
        if form.get("when") == "at":
            return redirect("appointment", _suggest_time(request, parse_settings(parse_form(form))).pk)
        nickname = checked_nickname(request)
        place = arrange_game(request, parse_form(form))
        set_nickname(request, nickname)
    except Refusal as fault:
        return _render_form(request, fault)
    assert place.invite is not None
    return redirect(place.invite)


def _suggest_time(request: HttpRequest, settings: GameSettings) -> Appointment:
    """Suggest a time to the player that the form names, or by link."""
    to = load_player_by_name(name) if (name := request.POST.get("to", "")) else None
    appointments.check_may_suggest(request.user, to)
    assert isinstance(request.user, Player)
    form = StartForm(request.POST)
    if not form.is_valid():
        raise Refusal("bad_request", form.first_error())
    return appointments.suggest(player=request.user, to=to, starts_at=form.starts_at(), settings=settings)


def _render_form(request: HttpRequest, fault: Refusal | None = None) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    to = None
    if name := (request.POST if fault else request.GET).get("to"):
        try:
            to = load_player_by_name(name)
            appointments.check_may_suggest(player, to)
        except Refusal as refusal:
            return render_refusal(request, fault or refusal)
    context = {
        "fault": fault,
        "to": to,
        "chosen": {
            "target": "121",
            "best_of": "1",
            "clock": "none",
            "counting": "auto",
            "ahead": "0",
            "when": "at" if to else "now",
            "starts": usual_start(clock.now()),
            "utc_offset": "0",
            **request.POST.dict(),
        },
        "nickname": nickname_to_show(request),
        "links": friends.open_links(player) if player and not to else [],
        "waiting_games": friends.games_waiting_for(player) if player and not to else [],
        "upcoming": appointments.load_upcoming(player) if player and not to else [],
    }
    return render(request, "cribbage_site/pages/friend/make_link.html", context, status=status_of(fault))


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page behind a link: the invitation, the owner's waiting room, or after use the game."""
    try:
        seek = seeks.load_seek_by_code(code)
        is_own = seek.player == request.user
        if seek.game is not None and (is_own or seek.game.seat_of(request.user) is not None):
            return _redirect_to_game(seek.game)
        if not is_open(seek):
            raise seeks.closed_link_refusal(seek)
        if is_own:
            return _render_room(request, seek)
        if request.method == "POST":
            return _sit_down(request, seek)
    except Refusal as fault:
        return render_refusal(request, fault)
    return _render_invitation(request, seek)


def _redirect_to_game(game: Game) -> HttpResponse:
    return redirect("table" if game.finished_at is None else "replay", game.pk)


def _render_room(request: HttpRequest, seek: Seek) -> HttpResponse:
    may_commit_ahead = friends.may_commit_ahead(seek)
    context = {
        "seek": seek,
        "link": request.build_absolute_uri(),
        "rules": describe_own_link(settings_of(seek)),
        "may_commit_ahead": may_commit_ahead,
        "is_pending": may_commit_ahead and not seek.commitment,
    }
    return render(request, "cribbage_site/pages/friend/room.html", context)


def _sit_down(request: HttpRequest, seek: Seek) -> HttpResponse:
    enter_seat(request)
    try:
        nickname = checked_nickname(request)
    except Refusal as fault:
        return _render_invitation(request, seek, fault)
    player = get_or_create_player(request, seek.rated)
    set_nickname(request, nickname)
    return redirect("table", seeks.join(code=str(seek.code), player=player).pk)


def _render_invitation(request: HttpRequest, seek: Seek, fault: Refusal | None = None) -> HttpResponse:
    context = {
        "seek": seek,
        "by": seek.player.shown_name,
        "rules": describe_invitation(settings_of(seek), seek.player.shown_name),
        "nickname": nickname_to_show(request),
        "fault": fault,
        "sharing": share_invitation(seek),
    }
    return render(request, "cribbage_site/pages/friend/invitation.html", context, status=status_of(fault))
