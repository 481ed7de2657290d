"""The summary of a finished game, for its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext

from common.page_parts import load_parts
from game.web.calls import get_call
from game.web.finished_game import load_finished_game
from people.profiles.first_times import load_first_times_in
from people.profiles.game_summary import build_game_summary


@get_call
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Return the sources of the points, what the game means to its player, and other apps' parts."""
    game = load_finished_game(game_id, request.user)
    summary = asdict(build_game_summary(game, request.user))
    firsts = [gettext("%(first)s!") % {"first": one.name} for one in load_first_times_in(game, request.user)]
    return JsonResponse(summary | {"firsts": firsts, "luck": False} | load_parts("game_summary", game))
