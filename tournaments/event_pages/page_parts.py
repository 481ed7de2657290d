"""Events on other pages: the front page, profiles and the sitemap."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from msgspec import to_builtins

from common import clock
from common.formats.json import Json
from game.models import Player
from people.profiles.first_times import FirstTime
from tournaments.events.models import Event
from tournaments.events.show.next_event import load_next_event, minutes_until
from tournaments.events.show.past_of_player import count_meetings, find_first_event, load_past_events
from tournaments.events.show.snapshot import is_shown_to
from tournaments.events.show.trophies import load_trophies

EVENTS_LISTED = 1000


def describe_on_front(visitor: Any) -> dict[str, Any]:
    return {"next_event": find_next_event(visitor)}


def find_next_event(visitor: Any) -> Json | None:
    """Return the running or next event, in the form of the front page's line."""
    event = load_next_event()
    if event is None:
        return None
    shown = to_builtins(event.announced_to(visitor if isinstance(visitor, Player) else None))
    return add_countdown(shown) | {"next": shown["next"] and add_countdown(shown["next"])}


def add_countdown(event: Json) -> Json:
    """Return an event with the time until its start in hours and minutes."""
    hours, minutes = divmod(minutes_until(event["starts"], clock.now()), 60)
    return event | {"hours": hours, "minutes": minutes}


def describe_in_profile(player: Player) -> dict[str, Any]:
    return {
        "events": tuple(load_past_events(player.pk)),
        "trophies": tuple(load_trophies(player.pk)),
    }


def describe_first_event(player: Player) -> dict[str, Any]:
    name, event = gettext("First event"), find_first_event(player.pk)
    if event is None:
        return {"first_event": FirstTime(name)}
    return {"first_event": FirstTime(name, event.starts_at, reverse("event", args=[event.pk]))}


def describe_meetings(visitor: Player, player: Player) -> dict[str, Any]:
    return {"met_in_events": count_meetings(visitor.pk, player.pk)}


def list_paths() -> Iterator[str]:
    """Yield the paths of the newest events that are visible to all visitors."""
    events = Event.objects.filter(is_shown_to(None)).exclude(state=Event.State.VOID).order_by("-starts_at")
    for event in events.values_list("pk", flat=True)[:EVENTS_LISTED]:
        yield reverse("event", args=[event])
