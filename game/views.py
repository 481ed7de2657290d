"""The pages: the front page, and the table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from game.api import GameWanted, Refusal, agreed, refusal
from game.engine.state import Seat
from game.models import Game
from game.table.house import BOTS
from game.table.opening import open_bot_game
from game.visitors import player_of


@require_GET
@ensure_csrf_cookie
def front(request: HttpRequest) -> HttpResponse:
    """The front page is the lobby: a game is one click away."""
    return render(request, "front.html", {"bots": BOTS.values()})


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """A new game from the front page, and to its table."""
    try:
        rules = agreed(wanted := GameWanted(against=request.POST.get("against", "")))
    except Refusal as fault:
        return render(request, "refused.html", {"says": fault.says}, status=fault.status)
    return redirect("table", open_bot_game(player_of(request), wanted.against, rules).pk)


@require_GET
@ensure_csrf_cookie
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table of a game, for those who sit at it."""
    game = Game.objects.select_related("seat_a", "seat_b").filter(pk=game_id).first()
    seat = None if game is None else game.seat_of(request.user)
    if game is None or seat is None:
        raise Http404("There is no such game of yours.")
    opponent = game.seat_b if seat is Seat.A else game.seat_a
    return render(request, "table.html", {"game_id": game.pk, "title": str(game), "against": opponent.brain})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form or call that did not come from one of our own pages."""
    says = "This did not come from a page of ours, or the page is too old. Load it again and repeat."
    if request.path.startswith("/api/"):
        return refusal("csrf", says, 403)
    return render(request, "refused.html", {"says": says}, status=403)
