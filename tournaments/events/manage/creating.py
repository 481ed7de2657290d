"""Create events, for a host or for the scheduler."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.models import Club
from rng import entropy
from tournaments.events.kinds.lookup import kind_named, kind_of
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.actions import require_may_create
from tournaments.events.models import Event
from tournaments.events.record.notify import invite_members
from tournaments.events.record.root import give_root

TITLE_LENGTHS = range(3, 61)
LATEST = timedelta(days=90)
MOST_OF_A_CLUB = 20  # announced at the same time
LIMITS = range(1, 100_000)


@transaction.atomic
def create_event(*, by: Player, settings: EventSettings, club: Club | None = None) -> Event:
    """Create an event, optionally of a club for its members.

    An identical second request returns the first event.
    """
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # serializes the host's requests
    require_may_create(by, club)
    if kind_named(settings.kind).is_made_by_offer:
        raise Refusal("bad_request", gettext("To make a duel, invite another club to it."))
    check_settings(settings)
    same = Event.objects.filter(
        by=by, club=club, kind=settings.kind, title=settings.title.strip(), starts_at=settings.starts_at
    )
    if (made := same.exclude(state=Event.State.VOID).first()) is not None:
        return made
    event = build_event(settings, by=by)
    if club is not None:
        check_has_room(club)
        event.club = club
    save_new(event)
    kind_of(event).make_teams(event, by, settings)
    invite_members(event)
    publish_on_commit("lobby")
    return event


@transaction.atomic
def save_new(event: Event) -> None:
    """Store a new event, after everything that has to exist before it."""
    kind_of(event).prepare(event)
    event.save(force_insert=True)


def check_has_room(club: Club) -> None:
    """Refuse a new event if a club has too many. The club's row is locked."""
    announced = Event.objects.filter(club=club, state=Event.State.ANNOUNCED)
    if announced.count() >= MOST_OF_A_CLUB:
        message = gettext("%(club)s has %(most)s events announced, the most a club can have.")
        raise Refusal("too_many", message % {"club": club, "most": MOST_OF_A_CLUB})


def build_event(settings: EventSettings, by: Player | None = None, slot: str | None = None) -> Event:
    """Return an announced event with these settings, without saving it."""
    kind = kind_named(settings.kind)
    games, minutes = kind.length(settings)
    event = Event(
        id=entropy.game_id(),
        kind=settings.kind,
        title=settings.title.strip(),
        by=by,
        slot=slot,
        created_at=clock.now(),
        starts_at=settings.starts_at,
        closes_at=settings.starts_at + timedelta(minutes=minutes),
        games=games,
        minutes=minutes,
        counting=settings.counting,
        clock=settings.clock,
        rated=settings.rated,
        bots_allowed=settings.bots_allowed,
        round_days=settings.round_days,
        source=settings.source,
        hints=settings.hints,
        most_points=settings.most_points,
        most_games=settings.most_games,
        due_at=clock.now(),
    )
    kind.adapt(event, settings)
    give_root(event)
    return event


def check_settings(settings: EventSettings) -> None:
    """Refuse invalid settings."""
    now, kind = clock.now(), kind_named(settings.kind)
    if len(settings.title.strip()) not in TITLE_LENGTHS or not settings.title.isprintable():
        raise Refusal("bad_request", gettext("Give the event a name of 3 to 60 letters."))
    if not now <= settings.starts_at <= now + LATEST:
        raise Refusal("bad_request", gettext("Choose a start within the next 90 days."))
    kind.check_settings(settings)
    if settings.hints and (settings.rated or not kind.allows_hints):
        raise Refusal(
            "bad_request", gettext("Hints are for events that aren’t rated, and have their own cards.")
        )
    if any(limit not in LIMITS for limit in (settings.most_points, settings.most_games) if limit is not None):
        raise Refusal("bad_request", gettext("A limit is a number from 1 to 99,999."))
    if settings.round_days and settings.clock != "relaxed":
        raise Refusal("bad_request", gettext("With one round a week, each move has a day."))
    if settings.clock == "relaxed" and not settings.round_days:
        raise Refusal("bad_request", gettext("A round robin with a day for each move has one round a week."))
    if settings.bots_allowed and not kind.allows_bots:
        raise Refusal("bad_request", gettext("House bots can fill a seat only in nights and hours."))
    if settings.source is not None and not kind.follows_a_night:
        raise Refusal("bad_request", gettext("Only a bracket can follow a night."))
    if settings.source is not None and not kind_of(settings.source).feeds_a_bracket:
        raise Refusal("bad_request", gettext("A bracket can only follow a night."))
