"""The JSON of an event without its players, for pages and sockets."""

from common.formats.json import Json
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Event
from tournaments.events.record.lines import club_json, ms
from tournaments.events.record.rules import GRACE


def event_json(event: Event) -> Json:
    """Return an event without its players."""
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
        "joins_until": ms(kind_of(event).joins_until(event)),
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
        "hints": event.hints,
        "most_points": event.most_points,
        "most_games": event.most_games,
        "version": event.version,
        "commitment": event.root_commitment,
        "root": event.root or None,
    }
