"""A player's past events for their profile and for a prize, and the record of two players in events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from game.models import Player
from game.shared_decks.barrier import without_open
from tournaments.events.models import Entry, Event, Pairing, counts_for_honours
from tournaments.events.show.snapshot import is_shown_to

SHOWN = 20
OF_EVENT = ("event", "event__title", "event__counting", "event__bots_allowed", "event__starts_at")


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event in which a player has a final place."""

    id: str
    title: str
    at: datetime
    place: int
    players: int
    points: int
    wins: int
    games: int


def load_past_events(player_id: int) -> list[PastEvent]:
    """Return the newest events in which a player has a place: one query."""
    return [_build_past_event(row) for row in _newest.fetch_all(player_id)]


def load_events_before(player: Player, before: str, limit: int, viewer: object) -> list[PastEvent]:
    """Return a player's newest events that a viewer's lists show, optionally before one of these events."""
    ranked = _ranked(player.pk)
    if viewer != player:
        shown = is_shown_to(viewer if isinstance(viewer, Player) else None)
        ranked = ranked.filter(event__in=Event.objects.filter(shown))
    last = ranked.filter(event=before).select_related("event").first() if before.isalnum() else None
    if last is not None:
        start = last.event.starts_at
        ranked = ranked.filter(Q(event__starts_at__lt=start) | Q(pk__lt=last.pk), event__starts_at__lte=start)
    return [_build_past_event(row) for row in _newest_of(ranked, limit)]


def _newest_of(ranked: QuerySet[Entry], limit: int) -> QuerySet[Entry, Any]:
    """Return the newest of these entries, each with the size of its event."""
    counted = ranked.annotate(players=Count("event__entries", filter=Q(event__entries__place__isnull=False)))
    newest = counted.order_by("-event__starts_at", "-pk")
    return newest.values_list(*OF_EVENT, "players", "place", "points", "wins", "played")[:limit]


def _build_past_event(row: Sequence[Any]) -> PastEvent:
    event_id, title, counting, bots_allowed, starts_at, players, place, points, wins, played = row
    event = Event(title=title, counting=counting, bots_allowed=bots_allowed)
    return PastEvent(event_id, event.shown_title, starts_at, place, players, points, wins, played)


def find_first_event(player_id: int) -> Event | None:
    """Return the first event that a player has finished, with a game that counts."""
    first = _first.fetch(player_id)
    return first.event if first else None


def has_finished_ten(player_id: int) -> bool:
    """Return whether a player has a place in ten events, with a game that counts in each."""
    counted = _ranked(player_id).filter(counts_for_honours("event__"), played__gt=0)
    return counted.exclude(event__by__is_sample=True, player__is_sample=False)[9:].exists()


def _ranked(player_id: int) -> QuerySet[Entry]:
    return Entry.objects.filter(player=player_id, event__state=Event.State.OVER).exclude(place=None)


def count_meetings(player_id: int, other_id: int) -> tuple[int, int]:
    """Return how many games in events a player has won and lost against another."""
    games = {0: 0, 1: 0}
    for first, winner, n in _meetings.fetch_all(player_id, other_id):
        games[winner if first == player_id else 1 - winner] += n
    return games[0], games[1]


def _select_meetings(player_id: int, other_id: int) -> QuerySet[Pairing, Any]:
    met = without_open(Pairing.objects.filter(winner__isnull=False), "game").filter(
        Q(first__player=player_id, second__player=other_id)
        | Q(first__player=other_id, second__player=player_id)
    )
    return met.order_by().values_list("first__player", "winner").annotate(Count("pk"))


_newest = CompiledQuery(lambda player: _newest_of(_ranked(player), SHOWN), -1)
_first = CompiledModelQuery(
    Entry,
    lambda player: _ranked(player).filter(played__gt=0).order_by("event__starts_at", "pk")[:1],
    -1,
    related=("event",),
)
_meetings = CompiledQuery(_select_meetings, -1, -2)
