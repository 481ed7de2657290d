"""The barrier: whether the board of a game is still open, which every door asks before it shows any of it.

The same decks lie at other tables. Until the last of these is done, nobody is shown any of it but a seat,
while it plays, what the game itself shows it.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Player
from game.shared_decks.models import SharedGame

Rows = TypeVar("Rows", bound="QuerySet[Any]")

OPEN = SharedGame.objects.filter(round__closed_at=None)


def is_open(game_id: str) -> bool:
    """Whether a game is dealt from decks that are still played elsewhere."""
    return OPEN.filter(game=game_id).exists()


def closed_among(game_ids: Iterable[str]) -> list[str]:
    """Those of these games that may be shown, in their order."""
    ids = list(game_ids)
    hidden = set(OPEN.filter(game__in=ids).values_list("game", flat=True))
    return [game_id for game_id in ids if game_id not in hidden]


def without_open(rows: Rows, game: str = "pk") -> Rows:
    """The rows whose game, by the name of the field that has its id, may be shown."""
    return rows.exclude(**{f"{game}__in": OPEN.values("game")})


def open_games_of(player_id: int) -> list[str]:
    """The games of a player that may not be shown yet: hardly ever any."""
    seats = Q(game__seat_a=player_id) | Q(game__seat_b=player_id)
    return list(OPEN.filter(seats).values_list("game", flat=True))


def is_hidden_from(game_id: str, player: object) -> bool:
    """Whether a board is open and this is nobody who plays it at this moment."""
    shared = OPEN.select_related("game").filter(game=game_id).first()
    if shared is None:
        return False
    is_player = isinstance(player, Player) and shared.game.seat_of(player) is not None
    return not is_player or shared.game.finished_at is not None


def check_shown(game_id: str) -> None:
    """Refuse whatever would tell of a board that is still open."""
    if is_open(game_id):
        raise Refusal("open_board", describe(game_id))


def describe(game_id: str) -> str:
    """When a game can be looked at, as one sentence."""
    closes_at = OPEN.filter(game=game_id).values_list("round__closes_at", flat=True).first()
    if closes_at is None:
        return gettext(
            "Other tables still play these cards. You can replay this game once all of them are done."
        )
    return gettext("Others still play these cards. You can replay this game from %(day)s, %(time)s UTC.") % {
        "day": date_format(closes_at, "j F"),
        "time": f"{closes_at:%H:%M}",
    }
