"""Repeating events of a club: each date becomes an event of its own, some weeks ahead."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.lookup import check_may_direct, lock_club
from people.clubs.models import Club
from people.notices.notice_kinds import INVITATION
from people.notices.record import find_told
from rng import entropy
from tournaments.events.kinds.lookup import kind_named
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.actions import directs_any
from tournaments.events.manage.creating import (
    build_event,
    check_has_room,
    check_settings,
    create_event,
    save_new,
)
from tournaments.events.manage.repeating_dates import monthly, weekly
from tournaments.events.models import Event, Series
from tournaments.events.record.notify import invite_members

INTERVAL_SECONDS = 600.0
# How far ahead events are made, and members are invited to the next one. A month has at most 31 days, so one
# event of a monthly series is always announced.
AHEAD, INVITES_BEFORE = timedelta(days=35), timedelta(days=7)
MOST_OF_A_CLUB = 3
DATES = {Series.Rule.WEEKLY: weekly, Series.Rule.MONTHLY: monthly}
# Each event has a time, and these belong to one event only.
NOT_REPEATED = ("starts_at", "source", "teams", "invited", "team_size")


@transaction.atomic
def create_series(*, by: Player, club: Club, settings: EventSettings, rule: str, zone: str) -> Event:
    """Make an event that repeats, and return the first one. An identical second request returns that too."""
    if rule not in DATES:
        raise Refusal("bad_request", gettext("Choose how often the event repeats."))
    if kind_named(settings.kind).has_team_links:
        raise Refusal("bad_request", gettext("A duel of teams can’t repeat, because it has its own teams."))
    first = create_event(by=by, settings=settings, club=club)
    active = Series.objects.filter(club=club, ended_at=None)
    if first.slot is not None:
        return first
    if active.count() >= MOST_OF_A_CLUB:
        says = gettext("%(club)s has %(most)s repeating events. End one of them first.")
        raise Refusal("too_many", says % {"club": club, "most": MOST_OF_A_CLUB})
    chosen = {name: value for name, value in asdict(settings).items() if name not in NOT_REPEATED}
    series = Series.objects.create(
        id=entropy.game_id(),
        club=club,
        by=by,
        created_at=clock.now(),
        rule=rule,
        starts_at=first.starts_at,
        zone=zone if zone in available_timezones() else "UTC",
        settings=chosen | {"title": first.title},
    )
    first.slot = next(slots_of(series))[0]
    first.save(update_fields=["slot"])
    _make_missing(series)
    return first


@transaction.atomic
def end_series(*, by: Player, club: Club, series_id: str) -> None:
    """End a series. The events that are announced stay. The call is idempotent."""
    if is_banned(by):
        raise Refusal("banned", gettext("You’re banned, so you can’t make events."))
    check_may_direct(lock_club(club), by)
    Series.objects.filter(pk=series_id, club=club, ended_at=None).update(ended_at=clock.now())


def end_series_of(club: Club) -> None:
    """End all series of a closing club."""
    Series.objects.filter(club=club, ended_at=None).update(ended_at=clock.now())


def load_series(club: Club) -> list[Series]:
    """Return the series of a club that go on, the oldest first."""
    return list(
        Series.objects.filter(club=club, ended_at=None).select_related("by").order_by("created_at", "pk")
    )


async def announce_repeating_events() -> None:
    """Announce the events of all series that are due."""
    await on_the_database_thread(announce)()


def announce() -> None:
    """Make the missing events of every series. End a series whose maker may no longer make events."""
    for key in Series.objects.filter(ended_at=None).order_by("pk").values_list("pk", flat=True):
        _announce_one(key)


@transaction.atomic
def _announce_one(key: str) -> None:
    found = Series.objects.select_related("by", "club").get(pk=key)
    Club.objects.select_for_update(no_key=True).get(pk=found.club_id)
    series = Series.objects.select_related("by", "club").get(pk=key)
    if series.ended_at is not None:
        return
    if not _may_go_on(series):
        series.ended_at = clock.now()
        series.save(update_fields=["ended_at"])
        return
    _make_missing(series)
    _invite_to_next(series)


def _may_go_on(series: Series) -> bool:
    maker = series.by
    may = maker.is_active and not is_banned(maker) and directs_any(maker, (series.club_id,))
    return may and series.club.closed_at is None


def _make_missing(series: Series) -> None:
    """Make the events of the next weeks. One that was called off keeps its slot, so it is not made again."""
    slots = dict(slots_of(series))
    there = set(Event.objects.filter(slot__in=slots).values_list("slot", flat=True))
    for slot, starts_at in slots.items():
        if slot in there or starts_at <= clock.now():
            continue
        settings = EventSettings(**series.settings, starts_at=starts_at)
        try:
            check_settings(settings)
            check_has_room(series.club)
        except Refusal:
            return  # the next run tries again
        event = build_event(settings, by=series.by, slot=slot)
        event.club = series.club
        save_new(event)
        publish_on_commit("lobby")


def _invite_to_next(series: Series) -> None:
    """Invite the members to the next event of a series, a week before it starts."""
    coming = Event.objects.filter(slot__startswith=slot_prefix(series), state=Event.State.ANNOUNCED)
    soon = coming.filter(starts_at__gt=clock.now(), starts_at__lt=clock.now() + INVITES_BEFORE)
    event = soon.order_by("starts_at").first()
    if event is not None and not find_told(INVITATION, f"event:{event.pk}:invitation").exists():
        invite_members(event)


def slots_of(series: Series) -> Iterator[tuple[str, datetime]]:
    """Yield the slots of a series until some weeks from now, each with its start by the clock of its zone."""
    zone = ZoneInfo(series.zone)
    first = series.starts_at.astimezone(zone)
    for day in DATES[Series.Rule(series.rule)](first.date()):
        starts_at = datetime.combine(day, first.time(), zone).astimezone(UTC)
        if day > first.date() and starts_at > clock.now() + AHEAD:
            return
        yield f"{slot_prefix(series)}{day:%Y-%m-%d}", starts_at


def slot_prefix(series: Series) -> str:
    """Return the beginning of the slots of a series."""
    return f"r {series.pk} "
