"""A player's past events for their profile and for a prize, and the record of two players in events."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from game.shared_decks.barrier import without_open
from tournaments.events.models import Entry, Event, Pairing, counts_for_honours

SHOWN = 20


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
    counted = _ranked(player_id).annotate(
        players=Count("event__entries", filter=Q(event__entries__place__isnull=False))
    )
    newest = counted.select_related("event").order_by("-event__starts_at", "-pk")[:SHOWN]
    return [
        PastEvent(
            entry.event_id,
            entry.event.shown_title,
            entry.event.starts_at,
            entry.place or 0,
            entry.players,
            entry.points,
            entry.wins,
            entry.played,
        )
        for entry in newest
    ]


def find_first_event(player_id: int) -> Event | None:
    """Return the first event that a player has finished, with a game that counts."""
    finished = _ranked(player_id).filter(played__gt=0).select_related("event")
    first = finished.order_by("event__starts_at", "pk").first()
    return first.event if first else None


def has_finished_ten(player_id: int) -> bool:
    """Return whether a player has a place in ten events, with a game that counts in each."""
    counted = _ranked(player_id).filter(counts_for_honours("event__"), played__gt=0)
    return counted.exclude(event__by__is_sample=True, player__is_sample=False)[9:].exists()


def _ranked(player_id: int) -> QuerySet[Entry]:
    return Entry.objects.filter(player=player_id, event__state=Event.State.OVER).exclude(place=None)


def count_meetings(player_id: int, other_id: int) -> tuple[int, int]:
    """Return how many games in events a player has won and lost against another."""
    met = without_open(Pairing.objects.filter(winner__isnull=False), "game").filter(
        Q(first__player=player_id, second__player=other_id)
        | Q(first__player=other_id, second__player=player_id)
    )
    won = Q(first__player=player_id, winner=0) | Q(second__player=player_id, winner=1)
    counts = met.aggregate(all=Count("pk"), won=Count("pk", filter=won))
    return counts["won"], counts["all"] - counts["won"]
