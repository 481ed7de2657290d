"""The board for an iframe on another site."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from common.formats.json import Json
from game.models import Game
from game.sharing.frame import check_embeds, find_shown, parse_place
from programs.embedding.parts import build_policy, code, style
from programs.embedding.replays import load_replay

# Only the players' names, and whether they hide their games, can still change.
CACHE_CONTROL = "public, max-age=600"


@require_safe
@xframe_options_exempt
def embedded_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a finished game move by move in an iframe. For any other game, explain why there is no board."""
    check_embeds(request)
    game = find_shown(game_id)
    replay = None if game is None else load_replay(game)
    if game is None or replay is None:
        return answer_shut(request, _why_shut(game_id))
    names = (game.seat_a.shown_name, game.seat_b.shown_name)
    return answer_board(request, replay, names, reverse("replay", args=[game_id]), CACHE_CONTROL)


def answer_board(
    request: HttpRequest, replay: Json, names: tuple[str, str], page: str, cache_control: str
) -> HttpResponse:
    """Return the board of a replay. `page` is the path of the whole replay."""
    shown = {
        "names": names,
        "replay_address": request.build_absolute_uri(page),
        "replay": replay,
        "place": parse_place(request.GET.get("ply", "")),
        "bottom": 1 if request.GET.get("seat") == "1" else 0,
    }
    return _answer(request, "programs/embedding/board.html", shown, cache_control)


def answer_shut(request: HttpRequest, says: str) -> HttpResponse:
    """Return an explanation why there is no board."""
    return _answer(request, "programs/embedding/shut.html", {"says": says}, "no-cache", status=404)


def _why_shut(game_id: str) -> str:
    """Return an explanation that reveals only whether the game is live, which its table shows anyway."""
    if Game.objects.filter(pk=game_id, finished_at=None).exists():
        return gettext("This game isn’t over yet. Its replay appears here when the game is over.")
    return gettext("There’s no game to show here.")


def _answer(
    request: HttpRequest, template: str, shown: Mapping[str, object], cache_control: str, status: int = 200
) -> HttpResponse:
    """Return a page without any context processor, so that it does not depend on the visitor."""
    parts = {"code": code(), "style": style()}
    site = {"site": request.build_absolute_uri("/")}
    response = HttpResponse(render_to_string(template, {**shown, **parts, **site}), status=status)
    response.headers["Content-Security-Policy"] = build_policy(**parts)
    # With another policy, browsers do not open a page without an origin in its own tab.
    response.headers["Cross-Origin-Opener-Policy"] = "unsafe-none"
    response.headers["Cache-Control"] = cache_control
    return response
