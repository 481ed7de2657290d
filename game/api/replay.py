"""The replay of a finished game."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.api.calls import get_call
from game.api.opened import refusing_sealed_secrets
from game.models import Game
from game.review.replay.wire import replay_json
from game.shared_decks.barrier import check_shown
from game.table import ledger
from game.table.wire import encode

# Only the players' names may still change.
CACHE_CONTROL = "private, max-age=600"


@get_call
def replay_of(request: HttpRequest, game_id: str) -> HttpResponse:
    """Every move of a finished game, and all its cards."""
    return replay_response(request, game_id)


def replay_response(request: HttpRequest, game_id: str) -> HttpResponse:
    """The same, refused where it may not be shown."""
    with refusing_sealed_secrets():
        row = ledger.load_row(load_finished_game(game_id, request.user).pk)
    return HttpResponse(
        encode(replay_json(row)), content_type="application/json", headers={"Cache-Control": CACHE_CONTROL}
    )


def load_finished_game(game_id: str, viewer: object) -> Game:
    """Load a finished game; a live one is refused, since only its table may tell of it."""
    game = Game.objects.filter(pk=game_id).only("finished_at").first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    if game.finished_at is None:
        raise Refusal("not_over", gettext("This game isn’t over yet. You’ll see its cards when it is."))
    check_shown(game_id, viewer)
    return game
