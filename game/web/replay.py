"""The replay of a finished game, for pages and programs."""

from django.http import HttpRequest, HttpResponse

from common.formats.json import encode
from game.table.record import ledger
from game.web.finished_game import CACHE_CONTROL, load_finished_game
from game.web.opened import refusing_sealed_secrets
from game.web.replay_wire import replay_json


def replay_response(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return every move of a finished game and all its cards. Refuse if they may not be shown."""
    with refusing_sealed_secrets():
        row = ledger.load_row(load_finished_game(game_id, request.user).pk)
    return HttpResponse(
        encode(replay_json(row)), content_type="application/json", headers={"Cache-Control": CACHE_CONTROL}
    )
