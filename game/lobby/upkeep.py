"""The periodic jobs for seeks: keep alive, pair and delete."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.accounts import blocks
from game.lobby import rated
from game.lobby.matchmaking import match_seek, open_seek_filter, open_seeks, public_seeks
from game.lobby.pairing import pairs
from game.lobby.seeks import KEEP_ALIVE_DURATION, to_waiting_seeks
from game.models import Seek

TWO_WAIT = """
    SELECT 1 FROM game_seek
    WHERE game_id IS NULL AND declined = '' AND expires_at > %(now)s AND to_id IS NULL AND code IS NULL
    LIMIT 1 OFFSET 1
"""
BATCH_SIZE = 200
# The most games opened in one run before other work gets the database.
MAX_GAMES_OPENED = 10
DELETED_AFTER = timedelta(days=1)


def pair_waiting() -> int:
    """Pair waiting seeks, the oldest first. Return how many games started, at most MAX_GAMES_OPENED."""
    seeks = {seek.pk: seek for seek in rated.startable_seeks(_eldest.fetch_all(clock.now()))}
    if len(seeks) < 2:
        return 0
    apart = blocks.blocked_pairs({seek.player_id for seek in seeks.values()})
    started = 0
    for elder, younger, settings in pairs(to_waiting_seeks(seeks.values()), clock.now(), apart):
        opponent_seek = seeks[younger.id]
        try:
            match_seek(seeks[elder.id], opponent_seek.player, settings, opponent_seek=opponent_seek)
            started += 1
        except Refusal:
            continue  # another process paired them, or a player has left
        if started == MAX_GAMES_OPENED:
            break
    return started


_eldest = CompiledModelQuery(
    Seek,
    lambda now: public_seeks(Seek.objects.filter(open_seek_filter(now))).order_by("created_at", "pk")[
        :BATCH_SIZE
    ],
    datetime(1, 1, 1, tzinfo=UTC),
    without=[f"player__{name}" for name in ("last_login", "date_joined", "seen_at", "banned_until")],
    related=("player",),
)


@transaction.atomic
def keep_alive(*, seeks: Collection[str], players: Collection[str]) -> int:
    """Keep alive the public seeks whose page is open, and those of players in the lobby."""
    somebody_waits = Q(pk__in=seeks) | Q(player__in=players)
    kept = public_seeks(open_seeks()).filter(somebody_waits)
    # A row that another transaction has locked is being paired or kept alive at this moment.
    locked = list(kept.select_for_update(skip_locked=True).values_list("pk", flat=True))
    if not locked:
        return 0
    return Seek.objects.filter(pk__in=locked).update(expires_at=clock.now() + KEEP_ALIVE_DURATION)


def delete_unmet_seeks() -> int:
    """Delete the seeks that found no opponent, once no page can ask for them."""
    long_over = clock.now() - DELETED_AFTER
    unmet = Seek.objects.filter(game=None, declined="", rematch_of=None, expires_at__lt=long_over)
    return unmet.delete()[0]
