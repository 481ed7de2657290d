"""The pages that start a game, and the table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from common.http.refusal_shapes import shape_of
from common.page_parts import load_parts
from common.refusal import Refusal
from game.accounts.places import enter_seat
from game.accounts.preferences import Questions, preferences_of
from game.engine.state import Seat
from game.lobby.display.own_start import find_last_bot_game, load_next_bot
from game.lobby.matchmaking import closed_seek_refusal, is_open
from game.models import Game, Seek
from game.sharing.page import share_table
from game.table.record.seated_games import SeatedGames
from game.web.event_of_game import load_event_of
from game.web.frame import refusal_response
from game.web.game_request import arrange_game, parse_form
from game.web.refusal_page import render_refusal
from game.web.seeks import accept_seek

FIELDS = ("clock", "rated", "committed_ahead", "ply")
_games = SeatedGames(lambda game_id: Game.objects.filter(pk=game_id), FIELDS, "a game's id")


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Start a game from a page's form, or accept a waiting player, and redirect to the table."""
    enter_seat(request)
    try:
        if seek_id := request.POST.get("seek"):
            return redirect("table", accept_seek(request, seek_id))
        return redirect("table", arrange_game(request, parse_form(request.POST)).game)
    except Refusal as fault:
        return render_refusal(request, fault)


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the table of a game, for its players and for watchers."""
    game = _games.fetch(game_id)
    if game is None:
        return render_waiting_table(request, game_id)
    seat = game.seat_of(request.user)
    opponent = {Seat.A: game.seat_b, Seat.B: game.seat_a, None: None}[seat]
    against = opponent.brain if opponent else ""
    title = gettext("%(one)s v %(other)s") % {"one": game.seat_a.shown_name, "other": game.seat_b.shown_name}
    return render_table(
        request,
        game_id=game.pk,
        title=title,
        sharing=share_table(title),
        against=against,
        clock=game.clock,
        rated=game.rated,
        watching=seat is None,
        committed_ahead=game.committed_ahead,
        event=load_event_of(game.pk, game.clock),
        **load_parts("table", game, seat),
    )


def render_waiting_table(request: HttpRequest, seek_id: str) -> HttpResponse:
    """Show the table of an open seek, where its owner waits for an opponent or withdraws the seek."""
    own_seeks = (
        Seek.objects.filter(pk=seek_id, player=request.user.pk) if request.user.pk else Seek.objects.none()
    )
    seek = own_seeks.first()
    if seek is None:
        raise Http404(gettext("There’s no such game."))
    if seek.game_id is not None:
        return redirect("table", seek.game_id)
    if not (is_open(seek) or seek.declined):
        return render_refusal(request, closed_seek_refusal(seek_id))
    title = gettext("Waiting for an opponent")
    meanwhile = load_next_bot(request.user, find_last_bot_game(request.user)).bot
    return render_table(
        request,
        game_id=seek_id,
        title=title,
        against="",
        clock=seek.clock,
        waits=True,
        meanwhile=meanwhile,
    )


def render_table(request: HttpRequest, *, watching: bool = False, **context: object) -> HttpResponse:
    asked = Questions(preferences_of(request), watching=watching)
    shown = {**load_parts("any_table"), **context, "watching": watching, "questions": asked}
    return render(request, "game/table/table.html", shown)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be parsed. A page would parse its form or its host again."""
    message = gettext("Can’t read this request. Go back, reload the page and try again.")
    if (shape := shape_of(request.path)) is not None:
        return refusal_response(shape, "bad_request", message)
    return HttpResponse(message, status=400, content_type="text/plain; charset=utf-8")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form or call that did not come from one of our own pages."""
    message = gettext("This page is out of date. Reload it and try again.")
    if (shape := shape_of(request.path)) is not None:
        return refusal_response(shape, "csrf", message)
    return render_refusal(request, Refusal("csrf", message))
