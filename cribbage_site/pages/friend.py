"""Invite a friend by link: the page that makes the link, and the pages behind the link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from common.refusal import Refusal
from game.accounts import nicknames
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.lobby import friends, seeks
from game.lobby.display.settings_text import describe_invitation, describe_own_link
from game.lobby.matchmaking import is_open, settings_of
from game.models import Game, Player, Seek
from game.sharing.page import share_invitation
from game.web.codes import status_of
from game.web.game_request import arrange_game, parse_form
from game.web.refusal_page import render_refusal


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def invite(request: HttpRequest) -> HttpResponse:
    """Make a link for a friend with one button. All other settings have defaults."""
    if request.method == "GET":
        return _render_form(request)
    enter_seat(request)
    form = request.POST.copy()
    form["against"] = "link"
    try:
        nickname = _checked_nickname(request)
        place = arrange_game(request, parse_form(form))
        _set_nickname(request, nickname)
    except Refusal as fault:
        return _render_form(request, fault)
    assert place.invite is not None
    return redirect(place.invite)


def _render_form(request: HttpRequest, fault: Refusal | None = None) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    context = {
        "fault": fault,
        "chosen": {
            "target": "121",
            "best_of": "1",
            "clock": "none",
            "counting": "auto",
            "ahead": "0",
            **request.POST.dict(),
        },
        "nickname": _nickname_to_show(request),
        "links": friends.open_links(player) if player else [],
        "waiting_games": friends.games_waiting_for(player) if player else [],
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
        nickname = _checked_nickname(request)
    except Refusal as fault:
        return _render_invitation(request, seek, fault)
    player = get_or_create_player(request, seek.rated)
    _set_nickname(request, nickname)
    return redirect("table", seeks.join(code=str(seek.code), player=player).pk)


def _render_invitation(request: HttpRequest, seek: Seek, fault: Refusal | None = None) -> HttpResponse:
    context = {
        "seek": seek,
        "by": seek.player.shown_name,
        "rules": describe_invitation(settings_of(seek), seek.player.shown_name),
        "nickname": _nickname_to_show(request),
        "fault": fault,
        "sharing": share_invitation(seek),
    }
    return render(request, "cribbage_site/pages/friend/invitation.html", context, status=status_of(fault))


def _checked_nickname(request: HttpRequest) -> str:
    """Return the nickname that a guest sends with a form, if it is free, or "" for other visitors."""
    nickname = request.POST.get("nickname", "").strip()
    if not nickname or (isinstance(request.user, Player) and not request.user.is_guest):
        return ""
    nicknames.check_nickname(nickname)
    return nickname


def _set_nickname(request: HttpRequest, nickname: str) -> None:
    if isinstance(request.user, Player):
        nicknames.set_nickname(request, request.user, nickname)


def _nickname_to_show(request: HttpRequest) -> str:
    """Return the value for the nickname field: the text typed last, or the nickname chosen before."""
    return request.POST.get("nickname", getattr(request.user, "nickname", ""))
