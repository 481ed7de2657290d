"""The barrier: whether a game's board is still open. Every view checks it before it shows any of the game.

Other tables play the same decks. Until the last of them is done, a seat sees only what the game itself shows
it while it plays. All others see nothing. If a finished game's cards are played again, its own players keep
access to what they could see before.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext

from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from common.refusal import Refusal
from game.models import Player
from game.shared_decks.models import SharedGame

Rows = TypeVar("Rows", bound="QuerySet[Any]")

NO_PLAYER = -1
OPEN = SharedGame.objects.filter(round__closed_at=None)
# The same for statements in SQL, with {game} for a game's id.
IS_OPEN_SQL = """EXISTS (
    SELECT 1 FROM shared_decks_sharedgame JOIN shared_decks_round ON shared_decks_round.id = round_id
    WHERE game_id = {game} AND closed_at IS NULL
)"""


def _select_open(game_id: str) -> "QuerySet[SharedGame, tuple[str]]":
    return OPEN.filter(game=game_id).values_list("pk")[:1]


_OPEN = CompiledQuery(_select_open, "a game's id")


def is_open(game_id: str) -> bool:
    """Return whether other tables still play the decks of this game."""
    return _OPEN.fetch(game_id) is not None


def closed_among(game_ids: Iterable[str]) -> list[str]:
    """Return those of these games that may be shown, in order."""
    return [game_id for game_id in game_ids if not is_open(game_id)]


def without_open(rows: Rows, game: str = "pk") -> Rows:
    """Filter rows whose game may be shown. `game` names the field with the game's id."""
    return rows.filter(~_has_one_of(OPEN, game))


def without_hidden(rows: Rows, viewer: object, game: str = "pk") -> Rows:
    """Filter rows whose game the viewer may see: games that may be shown, and what they could see before."""
    return rows.filter(~hidden_from(viewer, game))


def hidden_from(viewer: object, game: str = "pk") -> Exists:
    """Return the condition that the game of a row is hidden from the viewer."""
    return hidden_from_player(viewer.pk if isinstance(viewer, Player) else NO_PLAYER, game)


def hidden_from_player(player_id: int, game: str = "pk") -> Exists:
    """Return the condition that the game of a row is hidden from a player, or from NO_PLAYER."""
    return _has_one_of(_boards_hidden_from(player_id), game)


def _boards_hidden_from(player_id: int) -> QuerySet[SharedGame]:
    return OPEN.exclude(_seats(player_id), was_shown=True)


def _has_one_of(boards: QuerySet[SharedGame], game: str) -> Exists:
    """Return whether the game of a row has one of these boards. A subquery per row: a page shows few rows."""
    return Exists(boards.filter(game=OuterRef(game)))


def uncounted_games_of(player_id: int) -> list[str]:
    """Return a player's games that no total may include yet; rarely any.

    Games that a total already includes stay in it. Otherwise the change of the total would reveal the result.
    """
    return [game for (game,) in _UNCOUNTED.fetch_all(player_id)]


def _seats(player_id: int) -> Q:
    return Q(game__seat_a=player_id) | Q(game__seat_b=player_id)


_NEVER_SHOWN = CompiledQuery(
    lambda game: OPEN.filter(game=game, was_shown=False).values_list("pk")[:1], "a game's id"
)
_SHARED = CompiledModelQuery(
    SharedGame, lambda game: OPEN.filter(game=game), "a game's id", related=("game",)
)
_UNCOUNTED = CompiledQuery(
    lambda player: OPEN.filter(_seats(player), was_shown=False).values_list("game"), -1
)


def was_never_shown(game_id: str) -> bool:
    """Return whether a board is open and was never shown, so that nothing may be computed from it."""
    return _NEVER_SHOWN.fetch(game_id) is not None


def is_closed_to(game_id: str, player: object) -> bool:
    """Return whether a board is open and the player is not one of its own players who could see it before."""
    shared = _SHARED.fetch(game_id)
    if shared is None:
        return False
    is_own = isinstance(player, Player) and shared.game.seat_of(player) is not None
    return not (is_own and shared.was_shown)


def check_shown(game_id: str, player: object) -> None:
    """Refuse access to a board that is still open."""
    if is_closed_to(game_id, player):
        raise Refusal("open_board", describe(game_id))


def describe(game_id: str) -> str:
    """Return one sentence that says when the game can be viewed."""
    times = OPEN.filter(game=game_id).values_list("round__closes_at", "round__of_game")
    closes_at, of_game = times.first() or (None, None)
    if of_game is not None:
        return gettext(
            "Another player is invited to play these cards. You can replay this game once that "
            "invitation has ended."
        )
    if closes_at is None:
        return gettext(
            "Other tables are still playing these cards. You can replay this game once they have finished."
        )
    return gettext(
        "Other players are still playing these cards. You can replay this game from %(day)s, %(time)s UTC."
    ) % {
        "day": date_format(closes_at, "j F"),
        "time": f"{closes_at:%H:%M}",
    }
