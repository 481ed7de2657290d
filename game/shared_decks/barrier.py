"""The barrier: whether the board of a game is still open, which every door asks before it shows any of it.

The same decks lie at other tables. Until the last of these is done, nobody is shown any of it but a seat,
while it plays, what the game itself shows it; and where a finished game's cards are played once more, its
own player what they had of it.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
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
    return rows.filter(~_has_one_of(OPEN, game))


def without_hidden(rows: Rows, viewer: object, game: str = "pk") -> Rows:
    """The rows whose game somebody may see: those that may be shown, and what they had before."""
    hidden = OPEN.exclude(_seats(viewer.pk), was_shown=True) if isinstance(viewer, Player) else OPEN
    return rows.filter(~_has_one_of(hidden, game))


def _has_one_of(boards: QuerySet[SharedGame], game: str) -> Exists:
    """Whether the game of a row has one of these boards, asked of each row: a page of many has few."""
    return Exists(boards.filter(game=OuterRef(game)))


def uncounted_games_of(player_id: int) -> list[str]:
    """The games of a player that no total may have yet: hardly ever any.

    Totals that had a game keep it, or its result would follow from what they lose.
    """
    return list(OPEN.filter(_seats(player_id), was_shown=False).values_list("game", flat=True))


def _seats(player_id: int) -> Q:
    return Q(game__seat_a=player_id) | Q(game__seat_b=player_id)


def was_never_shown(game_id: str) -> bool:
    """Whether a board is open and was never shown, so that nothing may be worked out of it."""
    return OPEN.filter(game=game_id, was_shown=False).exists()


def is_closed_to(game_id: str, player: object) -> bool:
    """Whether a board is open, and this is not its player, who had it before."""
    shared = OPEN.select_related("game").filter(game=game_id).first()
    if shared is None:
        return False
    is_own = isinstance(player, Player) and shared.game.seat_of(player) is not None
    return not (is_own and shared.was_shown)


def check_shown(game_id: str, player: object) -> None:
    """Refuse whatever would tell somebody of a board that is still open."""
    if is_closed_to(game_id, player):
        raise Refusal("open_board", describe(game_id))


def describe(game_id: str) -> str:
    """When a game can be looked at, as one sentence."""
    times = OPEN.filter(game=game_id).values_list("round__closes_at", "round__of_game")
    closes_at, of_game = times.first() or (None, None)
    if of_game is not None:
        return gettext(
            "Someone is invited to play these cards once more. This game is shown again once that is over."
        )
    if closes_at is None:
        return gettext(
            "Other tables still play these cards. You can replay this game once all of them are done."
        )
    return gettext("Others still play these cards. You can replay this game from %(day)s, %(time)s UTC.") % {
        "day": date_format(closes_at, "j F"),
        "time": f"{closes_at:%H:%M}",
    }
