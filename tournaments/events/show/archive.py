"""Past events, newest first, each with its podium: three queries per page."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Count, Q

from common.formats.json import Json
from game.models import Player
from people.clubs.models import Club
from tournaments.events.models import Entry, Event
from tournaments.events.record.lines import club_json
from tournaments.events.show.snapshot import is_shown_to

PODIUM = 3
ENDED = (Event.State.OVER, Event.State.VOID)


class Placed(NamedTuple):
    """One of the first places of an event."""

    place: int
    player: str
    points: int


class PlayedEvent(NamedTuple):
    """An event that is over, with its podium."""

    event: Event
    podium: list[Placed]


def load_past(
    before: str, limit: int, viewer: Player | None = None, club: Club | None = None
) -> tuple[list[Json], str | None]:
    """Return a page of ended events, newest first, and the start of the next page.

    `before` is the last event of the page before, or a moment. A club's list has all its own events, as its
    page does.
    """
    ended = Event.objects.filter(state__in=ENDED).select_related("club", "rival")
    ended = ended.filter(is_shown_to(viewer)) if club is None else ended.filter(Q(club=club) | Q(rival=club))
    if (earlier := _earlier_than(before)) is not None:
        ended = ended.filter(earlier)
    found = list(ended.order_by("-starts_at", "-pk")[: limit + 1])
    shown = found[:limit]
    ids = [event.pk for event in shown]
    podiums, entrants = load_podiums(ids), _count_entrants(ids)
    older = shown[-1].pk if len(found) > limit else None
    return [
        _as_json(event) | {"entrants": entrants.get(event.pk, 0), "podium": podiums[event.pk]}
        for event in shown
    ], older


def add_podiums(events: Iterable[Event]) -> list[PlayedEvent]:
    """Return these events, each with its podium."""
    played = list(events)
    podiums = load_podiums([event.pk for event in played])
    return [PlayedEvent(event, podiums[event.pk]) for event in played]


def load_podiums(events: list[str]) -> dict[str, list[Placed]]:
    """Return the first three places of these events, without house bots."""
    podiums: dict[str, list[Placed]] = defaultdict(list)
    people = Entry.objects.filter(event__in=events, player__brain="", place__lte=PODIUM * 2)
    columns = ("event", "place", "player__username", "points")
    for event, *placed in people.order_by("event", "place", "pk").values_list(*columns):
        if len(podiums[event]) < PODIUM:
            podiums[event].append(Placed(*placed))
    return podiums


def _count_entrants(events: list[str]) -> dict[str, int]:
    """Return how many players of these events have played: counted for one page only."""
    played = Entry.objects.filter(event__in=events, played__gt=0).values_list("event").order_by("event")
    return dict(played.annotate(Count("pk")))


def _earlier_than(before: str) -> Q | None:
    """Return the filter for the events before an event or a moment, or None for all."""
    try:
        moment = datetime.fromisoformat(before)
    except ValueError:
        last = Event.objects.filter(pk=before).first() if before.isalnum() else None
        if last is None:
            return None
        # The bound on the start makes the index begin here. The rest separates events that start together.
        return Q(Q(starts_at__lt=last.starts_at) | Q(pk__lt=last.pk), starts_at__lte=last.starts_at)
    return Q(starts_at__lt=moment if moment.tzinfo else moment.replace(tzinfo=UTC))


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
    return own | clubs | {"id": event.pk, "title": event.shown_title}
