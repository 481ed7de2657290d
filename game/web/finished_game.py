"""Loads a game for a page or a finished one for a call, and sets how long a browser may cache the answer."""

from django.http import Http404
from django.utils.translation import gettext

from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.models import Game
from game.shared_decks.barrier import check_shown

# Of a finished game, only the players' names can still change.
CACHE_CONTROL = "private, max-age=600"


_games = CompiledModelQuery(
    Game, lambda game: Game.objects.filter(pk=game), "a game's id", related=("seat_a", "seat_b")
)


def load_game_or_404(game_id: str) -> Game:
    """Load a game with its players."""
    game = _games.fetch(game_id)
    if game is None:
        raise Http404
    return game


def load_finished_game(game_id: str, viewer: object) -> Game:
    """Load a finished game. A live one is refused, because only its table may show it."""
    game = Game.objects.filter(pk=game_id).only("finished_at").first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    if game.finished_at is None:
        raise Refusal("not_over", gettext("This game isn’t over yet. You’ll see its cards when it is."))
    check_shown(game_id, viewer)
    return game
