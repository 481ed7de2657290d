"""Load the input of a pairing: the players of an event who wait for a table."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet

from game.accounts.sanctions import is_banned
from game.models import Game
from tournaments.events.models import Entry, Event
from tournaments.events.record.changes import show_change
from tournaments.events.record.load_encounters import load_encounters
from tournaments.formats.encounters import pair_of
from tournaments.formats.format import Format
from tournaments.formats.hall import Hall, Present

CLOCKS_THAT_BIND = ("quick", "standard")


class Waits(NamedTuple):
    """The number of waiting players, since when the first one waits, and how many are playing."""

    free: int
    since: datetime
    playing: int


def count_waiting(event: Event) -> Waits:
    """Count waiting and playing players.

    A present player who is not free is at a table, or has played all games.
    """
    counts = _here(event).aggregate(
        free=Count("free_since"),
        since=Min("free_since"),
        playing=Count("pk", filter=Q(free_since=None, played__lt=event.games - 1)),
    )
    return Waits(**counts)


def load_hall(event: Event, format_: Format, now: datetime) -> Hall:
    """Load the input of a pairing.

    A player at a table outside the event is not free, and their wait begins again.
    """
    entries = list(_here(event).select_related("player").order_by("pk"))
    free = [entry for entry in entries if entry.free_since is not None]
    elsewhere = find_at_tables([entry.player_id for entry in free if not entry.player.is_bot])
    away = {entry.pk for entry in free if entry.player_id in elsewhere}
    _begin_waits_anew(event, away, now)
    return _build_hall(event, format_, entries, [entry for entry in entries if entry.pk not in away], now)


def can_be_paired(event: Event, format_: Format, now: datetime, *, with_paused: bool) -> bool:
    """Return whether two entrants with games left may meet, now or after they return from other tables."""
    entries = _staying(event) if with_paused else _here(event)
    candidates = list(entries.select_related("player").order_by("pk"))
    return _build_hall(event, format_, candidates, candidates, now).can_go_on


def _build_hall(
    event: Event, format_: Format, entries: Sequence[Entry], candidates: Sequence[Entry], now: datetime
) -> Hall:
    here = [entry for entry in candidates if _may_play(entry)]
    people = [entry for entry in here if not entry.player.is_bot and entry.played < event.games]
    bots = [entry for entry in here if entry.player.is_bot]
    # A house bot fills a seat: it waits only if the number of players is odd.
    bots_seat = bots[: len(people) % 2]
    return Hall(
        event=event.pk,
        format=format_,
        present=tuple(
            Present(entry.pk, to_milliseconds(entry.free_since or now), entry.club_id)
            for entry in people + bots_seat
        ),
        encounters=tuple(load_encounters(event)),
        blocked=frozenset(pair_of(entry.pk, other) for entry in here for other in entry.apart),
        entrants=tuple(entry.pk for entry in entries),
    )


def _begin_waits_anew(event: Event, away: Collection[int], now: datetime) -> None:
    """Restart the wait of players who are at a table outside the event.

    Skip locked entries: another transaction is changing them anyway.
    """
    if away:
        with transaction.atomic():
            still_free = Entry.objects.filter(pk__in=away).exclude(free_since=None)
            locked = list(still_free.select_for_update(skip_locked=True).values_list("pk", flat=True))
            Entry.objects.filter(pk__in=locked).update(free_since=now)
            if locked:
                show_change(event.pk)


def find_at_tables(players: Collection[int]) -> set[int]:
    """Return the players who are in a live game whose clock leaves no time for another."""
    live = Game.objects.unfinished().filter(clock__in=CLOCKS_THAT_BIND)
    seats = live.filter(Q(seat_a__in=players) | Q(seat_b__in=players)).values_list("seat_a", "seat_b")
    return {player for game in seats for player in game}


def to_milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _staying(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event, left_at=None, is_disqualified=False)


def _here(event: Event) -> QuerySet[Entry]:
    return _staying(event).filter(is_paused=False)


def _may_play(entry: Entry) -> bool:
    return entry.player.is_active and not is_banned(entry.player)
