"""Edit an announced event: what its entrants agreed to changes for all of them, on record."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.actions import (
    change_event,
    check_few_notices,
    load_to_direct,
    record_action,
)
from tournaments.events.manage.creating import build_event, check_settings
from tournaments.events.models import Event, EventAction
from tournaments.events.record.lines import ms
from tournaments.events.record.load_teams import load_teams
from tournaments.events.record.notify import move_start, notify_entrants

ALWAYS = ("title", "starts_at", "clock", "most_points", "most_games")
# An earlier start is at least this far ahead, so that the entrants can notice it.
NOTICE = timedelta(hours=1)


def editable_fields(event: Event) -> tuple[str, ...]:
    """Return the settings of an event that can change. The announcement of shared decks fixes some."""
    if event.deck_set_id is not None:
        return ("title", "most_points", "most_games")
    fixed = ("clock",) if event.round_days else ()
    return tuple(name for name in (*ALWAYS, *kind_of(event).length_fields) if name not in fixed)


@transaction.atomic
def edit_event(*, by: Player, event_id: str, changes: Mapping[str, Any], reason: str) -> None:
    """Change settings of an announced event, and notify its entrants. They all stay entered.

    An identical second request does nothing.
    """
    event = load_to_direct(by, event_id, reason)
    check_can_be_edited(event)
    settings = settings_of(event)
    allowed = editable_fields(event)
    if any(name not in allowed and value != getattr(settings, name) for name, value in changes.items()):
        raise Refusal(
            "bad_request", gettext("This can’t be changed. Call the event off, and announce another.")
        )
    planned_settings = replace(settings, **{name: changes[name] for name in allowed if name in changes})
    _check_start(event, planned_settings)
    planned = build_event(planned_settings)
    details = {
        name: [_plain(getattr(event, name)), _plain(getattr(planned, name))]
        for name in allowed
        if getattr(event, name) != getattr(planned, name)
    }
    if not details:
        return
    check_few_notices(event)
    extended = event.closes_at - event.starts_at - timedelta(minutes=event.minutes)
    fields = {name: getattr(planned, name) for name in (*details, "minutes")}
    change_event(event, **fields, closes_at=planned.closes_at + extended)
    if "starts_at" in details:
        move_start(event)
    notify_entrants(event, record_action(event, EventAction.Kind.EDIT, by, reason, details=details))


def check_can_be_edited(event: Event) -> None:
    """Refuse an event that has started, and a duel on which two clubs agreed."""
    if event.state != Event.State.ANNOUNCED or clock.now() >= event.starts_at:
        raise Refusal("too_late", gettext("This event has started, so it can’t be changed any more."))
    if event.rival_id is not None:
        raise Refusal(
            "not_yours", gettext("Two clubs agreed on this duel. Call it off, and invite the club again.")
        )


def settings_of(event: Event) -> EventSettings:
    """Return the settings by which an announced event would be made again."""
    usual = EventSettings(event.kind, event.title, event.starts_at)
    return replace(
        usual,
        games=event.games or usual.games,
        minutes=event.minutes or usual.minutes,
        counting=event.counting,
        clock=event.clock,
        rated=event.rated,
        bots_allowed=event.bots_allowed,
        best_of=event.best_of,
        round_days=event.round_days,
        source=event.source,
        hints=event.hints,
        most_points=event.most_points,
        most_games=event.most_games,
        team_size=event.team_size,
        teams=tuple(team.name for team in load_teams(event)) if event.team_size else (),
    )


def _check_start(event: Event, planned: EventSettings) -> None:
    check_settings(planned)
    if planned.starts_at < min(event.starts_at, clock.now() + NOTICE):
        raise Refusal("bad_request", gettext("An earlier start has to be at least an hour from now."))


def _plain(value: Any) -> Any:
    return ms(value) if isinstance(value, datetime) else value
