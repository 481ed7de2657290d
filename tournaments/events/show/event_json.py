"""An event without its players, as pages and sockets are sent it."""

from datetime import datetime

from game.table.wire import Json
from people.clubs.models import Club
from tournaments.events.models import Event
from tournaments.events.record.rules import GRACE, joins_until


def event_json(event: Event) -> Json:
    """An event without its players."""
    return {
        "id": event.pk,
        "url": f"/events/{event.pk}",
        "kind": event.kind,
        "title": event.shown_title,
        "by": event.by and event.by.username,
        "club": club_json(event.club),
        "rival": club_json(event.rival),
        "state": event.state,
        "paused": event.paused_at is not None,
        "reason": event.reason,
        "starts": ms(event.starts_at),
        "closes": ms(event.closes_at),
        "ends": ms(event.closes_at + GRACE),
        "joins_until": ms(joins_until(event)),
        "ended": event.ended_at and ms(event.ended_at),
        "games": event.games,
        "team_size": event.team_size,
        "minutes": event.minutes,
        "target": event.target,
        "counting": event.counting,
        "clock": event.clock,
        "rated": event.rated,
        "best_of": event.best_of,
        "round_days": event.round_days,
        "after": event.source_id,
        "decks": event.deck_set_id,
        "bots": event.bots_allowed,
        "version": event.version,
        "commitment": event.root_commitment,
        "root": event.root or None,
    }


def club_json(club: Club | None) -> Json | None:
    """A club by its name and its page; one that has closed has none."""
    return None if club is None else {"name": club.name, "slug": club.slug}


def ms(at: datetime) -> int:
    """A moment as pages measure it."""
    return int(at.timestamp() * 1000)
