"""A player's events, as their page lists them, and how two players have met in events."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from game.shared_decks.barrier import without_open
from tournaments.events.models import Entry, Event, Pairing

SHOWN = 20


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event that a player was in to its end."""

    id: str
    title: str
    at: datetime
    place: int
    players: int
    points: int
    wins: int
    games: int


def load_past_events(player_id: int) -> list[PastEvent]:
    """The newest events that a player has a place in: one query."""
    ranked = Entry.objects.filter(player=player_id, event__state=Event.State.OVER).exclude(place=None)
    counted = ranked.annotate(players=Count("event__entries", filter=Q(event__entries__place__isnull=False)))
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


def count_meetings(player_id: int, other_id: int) -> tuple[int, int]:
    """How many games in events a player has won and lost against another."""
    met = without_open(Pairing.objects.filter(winner__isnull=False), "game").filter(
        Q(first__player=player_id, second__player=other_id)
        | Q(first__player=other_id, second__player=player_id)
    )
    won = Q(first__player=player_id, winner=0) | Q(second__player=player_id, winner=1)
    counts = met.aggregate(all=Count("pk"), won=Count("pk", filter=won))
    return counts["won"], counts["all"] - counts["won"]
