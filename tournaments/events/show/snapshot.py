"""The data of events for pages, sockets and the lobby: plain JSON, in few queries for events of any size."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, F, Q

from common import clock
from common.formats.json import Json
from game.models import Player
from people.clubs.models import Membership
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.manage.actions import is_host, may_direct
from tournaments.events.models import Entry, Event, EventAction, Pairing, Round
from tournaments.events.record.lines import ms
from tournaments.events.record.locking import load_event
from tournaments.events.show.event_json import event_json
from tournaments.events.show.overview import Overview, load_line, load_mine, load_overview, table_json

State = Event.State
SHOWN_AFTER = timedelta(hours=12)  # how long a finished event stays in the list of upcoming ones


@dataclass(frozen=True, slots=True)
class Visit:
    """An event for one visitor: its public part, and the visitor's own data."""

    overview: Overview
    me: Json | None
    is_host: bool
    may_direct: bool
    actions: list[Json]

    @property
    def entry(self) -> int | None:
        """Return their own entry, if they are in it."""
        return self.me["entry"] if self.me else None

    @property
    def plays(self) -> bool:
        """Return whether they are in it and have not left."""
        return self.me is not None and self.entry is not None and not self.me["left"]


def load_visit(event_id: str, viewer: Player | None) -> Visit:
    """Return an event for one visitor."""
    overview = load_overview(event_id)
    me = None if viewer is None else load_mine(overview, [viewer.pk])[viewer.pk]
    is_director = may_direct(viewer, overview.row)
    actions = load_actions(event_id, viewer, is_director=is_director)
    return Visit(overview, me, is_host(viewer), is_director, actions)


def load_event_page(event_id: str, viewer: Player | None) -> Json:
    """Return an event with everything that the API offers."""
    visit = load_visit(event_id, viewer)
    overview = visit.overview
    return overview.event | {
        "may_direct": visit.may_direct,
        "is_host": visit.is_host,
        "standings": overview.standings,
        "sides": overview.sides,
        "tables": overview.tables,
        "plan": overview.plan,
        "me": visit.me,
        "actions": visit.actions,
    }


def load_standings(event_id: str) -> Sequence[Json]:
    """Return the standings of an event."""
    return load_overview(event_id).standings


def load_own_line(event_id: str, player: Player) -> tuple[Event, Json | None]:
    """Return an event and a player's row of its standings, which is None if they have not entered."""
    event = Event.objects.filter(pk=event_id).first() or load_event(event_id)
    return event, load_line(event, player.pk)


def load_pairings(event_id: str) -> Json:
    """Return every pairing of an event with its input, and the root if the event is over.

    Blocks stay secret. If one mattered, only a host can check the pairing.
    """
    event = load_event(event_id)
    games: dict[int, list[Json]] = {}
    pairings = Pairing.objects.filter(event=event).order_by("pk")
    for pairing in kind_of(event).hide_open_boards(event, pairings):
        games.setdefault(pairing.round_id, []).append(table_json(pairing))
    return {
        "event": event.pk,
        "commitment": event.root_commitment,
        "root": event.root or None,
        "entries": [
            {"entry": entry.pk, "player": entry.player.username, "joined": ms(entry.joined_at)}
            for entry in Entry.objects.filter(event=event).select_related("player").order_by("pk")
        ],
        "pairings": [
            {
                "number": each.version,
                "at": ms(each.at),
                "draw": _without_blocks(json.loads(each.draw)),
                "tables": each.tables,
                "games": games.get(each.pk, []),
            }
            for each in Round.objects.filter(event=event).order_by("version")
        ],
    }


def load_upcoming(limit: int = 5, viewer: Player | None = None) -> list[Json]:
    """Return running events, then coming ones, then those that have just ended."""
    now = clock.now()
    lasting = Q(due_at__isnull=False) | Q(state=State.OVER, ended_at__gt=now - SHOWN_AFTER)
    order = F("ended_at").asc(nulls_first=True), "starts_at", "pk"
    # The clubs of all other coming events are not joined.
    shown = Event.objects.filter(lasting & is_shown_to(viewer)).order_by(*order).values("pk")[:limit]
    found = Event.objects.filter(pk__in=shown).select_related("by", "club", "rival")
    events = list(found.order_by(*order))
    entrants = _count_entrants([event.pk for event in events])
    mine = set()
    if viewer is not None:
        theirs = Entry.objects.filter(player=viewer, left_at=None, event__in=events)
        mine = set(theirs.values_list("event_id", flat=True))
    return [
        event_json(event) | {"entrants": entrants.get(event.pk, 0), "joined": event.pk in mine}
        for event in events
    ]


def _count_entrants(events: Collection[str]) -> dict[str, int]:
    """Return how many players are in each of these events: counted only for those that are shown."""
    entered = Entry.objects.filter(event__in=events, left_at=None).order_by().values_list("event")
    return dict(entered.annotate(Count("pk")))


# An event and its visitor.


def is_shown_to(viewer: Player | None) -> Q:
    """Return the filter of events that lists show a viewer.

    Of clubs' own events, members see those of their clubs. All visitors see duels and all other events.
    """
    of_the_site = Q(club=None) | Q(rival__isnull=False)
    if viewer is None:
        return of_the_site
    return of_the_site | Q(club__in=Membership.objects.filter(player=viewer).values("club"))


def load_actions(event_id: str, viewer: Player | None, *, is_director: bool) -> list[Json]:
    """Return the directors' actions on an event, newest first, as far as the viewer may see them.

    Only directors see who acted. Only the player and the directors see the reason of a disqualification.
    """
    actions = EventAction.objects.filter(event=event_id).select_related("by", "player")
    return [
        {
            "kind": action.kind,
            "by": action.by.username if is_director else None,
            "player": action.player and action.player.username,
            "minutes": action.minutes,
            "details": action.details,
            "reason": action.reason
            if is_director or action.player is None or action.player == viewer
            else None,
            "at": ms(action.at),
        }
        for action in actions.order_by("-at", "-pk")
    ]


def _without_blocks(draw: Any) -> Json:
    """Return a draw without the blocks."""
    return {**draw, "apart": []}
