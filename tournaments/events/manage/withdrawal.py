"""Withdraw banned and deleted players from their events."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from common import clock
from common.database.thread import on_the_database_thread
from game.accounts.sanctions import is_banned
from game.models import Player
from tournaments.events.models import Entry
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import load_and_lock


def withdraw_on_commit(player: Player) -> None:
    """Withdraw a player from all events after the current transaction commits.

    Not within the transaction: pairings lock entries before standings, and a ban or deletion already holds
    standings.
    """
    transaction.on_commit(partial(withdraw_player, player))


def withdraw_player(player: Player) -> None:
    """Withdraw a banned or deleted player from all events that are not over."""
    _withdraw(Q(player=player))


def withdraw_all() -> None:
    """Withdraw all banned or deleted players from the events that are not over."""
    _withdraw(Q())


withdraw_all_async = on_the_database_thread(withdraw_all)


def _withdraw(whom: Q) -> None:
    now = clock.now()
    for event_id in sorted({*_unable(now).filter(whom).values_list("event", flat=True)}):
        _withdraw_from(event_id, whom, now)


@transaction.atomic
def _withdraw_from(event_id: str, whom: Q, now: datetime) -> None:
    load_and_lock(event_id)
    unable = _unable(now).filter(whom, event=event_id).select_related("player").order_by("pk")
    for entry in unable.select_for_update(of=("self",), no_key=True):
        entry.left_at, entry.free_since, entry.has_changed = now, None, True
        entry.banned_at = now if is_banned(entry.player) else None
        entry.save(update_fields=["left_at", "free_since", "has_changed", "banned_at"])
    show_change(event_id)


def _unable(now: datetime) -> QuerySet[Entry]:
    """Return the entries of players who may no longer play, in events that are not over."""
    may_not_play = Q(player__banned_until__gt=now) | Q(player__is_active=False)
    return Entry.objects.filter(may_not_play, left_at=None, event__due_at__isnull=False)
