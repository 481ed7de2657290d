"""Loads a finished game for a call, and sets how long a browser may cache the answer."""

from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Game
from game.shared_decks.barrier import check_shown

# Of a finished game, only the players' names can still change.
CACHE_CONTROL = "private, max-age=600"


def load_finished_game(game_id: str, viewer: object) -> Game:
    """Load a finished game. A live one is refused, because only its table may show it."""
    game = Game.objects.filter(pk=game_id).only("finished_at").first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    if game.finished_at is None:
        raise Refusal("not_over", gettext("This game isn’t over yet. You’ll see its cards when it is."))
    check_shown(game_id, viewer)
    return game
