"""Past events, newest first, each with its podium: two queries per page."""

from collections import defaultdict
from datetime import UTC, datetime

from django.db.models import Count, Q

from common.formats.json import Json
from game.models import Player
from tournaments.events.models import Entry, Event
from tournaments.events.record.lines import club_json
from tournaments.events.show.snapshot import is_shown_to

PODIUM = 3
ENDED = (Event.State.OVER, Event.State.VOID)


def load_past(before: str, limit: int, viewer: Player | None = None) -> tuple[list[Json], str | None]:
    """Return a page of ended events, optionally before a moment, and the start of the next page."""
    ended = Event.objects.filter(is_shown_to(viewer), state__in=ENDED).select_related("club", "rival")
    if (moment := _parse(before)) is not None:
        ended = ended.filter(starts_at__lt=moment)
    counted = ended.annotate(entrants=Count("entries", filter=Q(entries__played__gt=0)))
    found = list(counted.order_by("-starts_at")[: limit + 1])
    shown = found[:limit]
    podiums = load_podiums([event.pk for event in shown])
    older = shown[-1].starts_at.isoformat() if len(found) > limit else None
    return [_as_json(event) | {"podium": podiums[event.pk]} for event in shown], older


def load_podiums(events: list[str]) -> dict[str, list[Json]]:
    """Return the first three places of these events, without house bots."""
    podiums: dict[str, list[Json]] = defaultdict(list)
    people = Entry.objects.filter(event__in=events, player__brain="", place__lte=PODIUM * 2)
    for entry in people.select_related("player").order_by("event", "place", "pk"):
        podium = podiums[entry.event_id]
        if len(podium) < PODIUM:
            podium.append({"place": entry.place, "player": entry.player.username, "points": entry.points})
    return podiums


def _parse(moment: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _as_json(event: Event) -> Json:
    columns = (
        "kind",
        "state",
        "reason",
        "games",
        "team_size",
        "target",
        "counting",
        "clock",
        "best_of",
        "minutes",
        "rated",
        "hints",
        "most_points",
        "most_games",
        "starts_at",
    )
    own = {name: getattr(event, name) for name in columns}
    clubs = {"club": club_json(event.club), "rival": club_json(event.rival)}
    return own | clubs | {"id": event.pk, "title": event.shown_title, "entrants": event.entrants}  # type: ignore[attr-defined]
