"""Delete unused guests, and end games without a clock that neither player touches.

The time of the last move is not stored, to keep moves cheap. Once a day, the job stores how far each such
game has come, and since when it has been there.
"""

import logging
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.fields.reverse_related import ForeignObjectRel

from common import clock
from common.database.thread import on_the_database_thread
from game.models import ForgottenGames, Game, GameQuerySet, IdleGame, Player
from game.runtime.pubsub import publish_on_commit
from game.table.forced_endings import void_untouched
from rng.seal import KeyMissing, SealBroken

log = logging.getLogger(__name__)

FORGOTTEN_AFTER = timedelta(days=90)
INTERVAL_SECONDS = 24 * 60 * 60.0
# Unfinished games older than a day are few, and their players are rarely at the table.
WATCHED_AFTER = timedelta(days=1)
TOLD_FOR = timedelta(days=30)
# Rows per transaction, so that moves do not wait long. Watching a game is cheap. Deleting a guest queries
# every table that could refer to them, and ending a game replays it.
BATCH_SIZE = 100
MAX_DELETED, MAX_ENDED = 20, 2

Cursor = tuple[Any, ...] | None


async def forget_untouched() -> None:
    """Delete unused guests and end abandoned games, in batches."""
    for step in (forget_some_guests, watch_some_games, end_some_games, drop_some_over):
        cursor = await on_the_database_thread(step)(None)
        while cursor is not None:
            cursor = await on_the_database_thread(step)(cursor)
    await on_the_database_thread(delete_old_notices)()


@transaction.atomic
def forget_some_guests(after: Cursor) -> Cursor:
    """Delete a batch of guests whom nothing refers to. Return where to continue, or None at the end."""
    long_ago = clock.now() - FORGOTTEN_AFTER
    away = Q(seen_at=None) | Q(seen_at__lt=long_ago)
    guests = Player.objects.filter(away, is_guest=True, date_joined__lt=long_ago, banned_until=None)
    some = guests.filter(pk__gt=after[0] if after else 0).order_by("pk")[:BATCH_SIZE]
    # The lock prevents new games of these guests before they are deleted.
    ids = list(some.select_for_update().values_list("pk", flat=True))
    unneeded = set(ids)
    for relation in _references_to_players():
        referring = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": unneeded})
        unneeded -= set(referring.values_list(relation.field.attname, flat=True))
    now = sorted(unneeded)[:MAX_DELETED]
    Player.objects.filter(pk__in=now).delete()
    if len(now) < len(unneeded):
        return (now[-1],)
    return (ids[-1],) if len(ids) == BATCH_SIZE else None


def _references_to_players() -> list[ForeignObjectRel]:
    """Return every relation by which a row can refer to a player, also in later versions."""
    fields = Player._meta.get_fields(include_hidden=True)
    return [field for field in fields if isinstance(field, ForeignObjectRel) and not field.many_to_many]


def watch_some_games(after: Cursor) -> Cursor:
    """Store the progress of a batch of live games without a clock. Return where to continue, or None."""
    games = _untimed_games().filter(created_at__lt=clock.now() - WATCHED_AFTER)
    if after is not None:
        created_at, pk = after
        later = Q(created_at__gt=created_at) | Q(created_at=created_at, pk__gt=pk)
        games = games.filter(later, created_at__gte=created_at)
    some = list(
        games.order_by("created_at", "pk").values_list("created_at", "pk", "ply", "idle__ply")[:BATCH_SIZE]
    )
    now = clock.now()
    moved_on = [IdleGame(game_id=pk, ply=ply, since=now) for _, pk, ply, known in some if ply != known]
    IdleGame.objects.bulk_create(
        moved_on, update_conflicts=True, unique_fields=["game"], update_fields=["ply", "since"]
    )
    return some[-1][:2] if len(some) == BATCH_SIZE else None


def end_some_games(after: Cursor) -> Cursor:
    """Void a batch of abandoned games. Return where to continue, or None at the end."""
    idle = IdleGame.objects.filter(
        game__finished_at=None, since__lt=clock.now() - FORGOTTEN_AFTER, ply=F("game__ply")
    )
    some = list(
        idle.filter(pk__gt=after[0] if after else "")
        .order_by("pk")
        .select_related("game__seat_a", "game__seat_b")[:MAX_ENDED]
    )
    for one in some:
        _end_game(one)
    return (some[-1].pk,) if len(some) == MAX_ENDED else None


@transaction.atomic
def _end_game(idle: IdleGame) -> None:
    try:
        is_ended = void_untouched(idle.game_id, idle.ply)
    # The game waits for its key, and so for its players; or it is void for that reason.
    except (KeyMissing, SealBroken):
        return
    except ValueError:
        log.exception("game %s: cannot be read, so it cannot be ended", idle.game_id)
        return
    if is_ended:
        for player in (idle.game.seat_a, idle.game.seat_b):
            if player.has_account and player.is_active:
                _note_forgotten(player)


def _note_forgotten(player: Player) -> None:
    """Notify a player once of all their games that end."""
    now = clock.now()
    theirs, is_first = ForgottenGames.objects.get_or_create(player=player, defaults={"games": 1, "at": now})
    if not is_first:
        ForgottenGames.objects.filter(pk=theirs.pk).update(games=F("games") + 1, at=now)
    publish_on_commit("notices", [player.pk])


def drop_some_over(after: Cursor) -> Cursor:
    """Delete the stored progress of a batch of finished games. Return where to continue, or None."""
    idle = IdleGame.objects.filter(pk__gt=after[0] if after else "").order_by("pk")
    some = list(idle.values_list("pk", "game__finished_at")[:BATCH_SIZE])
    IdleGame.objects.filter(pk__in=[pk for pk, finished_at in some if finished_at is not None]).delete()
    return (some[-1][0],) if len(some) == BATCH_SIZE else None


def delete_old_notices() -> None:
    """Delete old notifications of ended games."""
    ForgottenGames.objects.filter(at__lt=clock.now() - TOLD_FOR).delete()


def _untimed_games() -> GameQuerySet:
    return Game.objects.unfinished().filter(clock="none")
