"""The start of seasons: clubs choose it, and the site's seasons follow one another."""

from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.clubs.lookup import check_may_direct, lock_club
from people.clubs.models import Club
from tournaments.formats.season import WEEKS
from tournaments.seasons.models import Season

LASTS = timedelta(weeks=WEEKS)
LATEST = timedelta(days=90)


@transaction.atomic
def begin(*, by: Player, club: Club, starts_on: date) -> Season:
    """Begin a season of a club on a day, from midnight UTC. A repeated request returns the same season."""
    locked = lock_club(club)
    check_may_direct(locked, by)
    today, starts_at = clock.now().date(), datetime.combine(starts_on, time(), UTC)
    if not today <= starts_on <= today + LATEST:
        raise Refusal("bad_request", gettext("A season begins today, or within the next 90 days."))
    seasons = Season.objects.filter(club=locked).order_by("-number")
    last = seasons.first()
    if last is not None and last.starts_at == starts_at:
        return last
    if last is not None and last.ends_at > starts_at:
        message = gettext("Season %(n)s lasts until %(day)s. The next one can begin then.")
        raise Refusal("too_late", message % {"n": last.number, "day": date_format(last.ends_at)})
    number = last.number + 1 if last else 1
    return Season.objects.create(
        club=locked, number=number, by=by, starts_at=starts_at, ends_at=starts_at + LASTS
    )


@transaction.atomic
def call_off(*, by: Player, club: Club, number: int) -> None:
    """Call off a season that has not begun. The call is idempotent."""
    locked = lock_club(club)
    check_may_direct(locked, by)
    season = Season.objects.filter(club=locked, number=number).first()
    if season is None:
        return
    if season.starts_at <= clock.now():
        raise Refusal("too_late", gettext("This season has begun. It ends after 13 weeks."))
    season.delete()


def keep_up_seasons_of_the_site() -> None:
    """Create the site's current season if it has standing nights. Only the first process creates it."""
    if not settings.EVENT_NIGHTS:
        return
    now = clock.now()
    last = Season.objects.filter(club=None).order_by("-number").first()
    if last is not None and last.ends_at > now:
        return
    is_next = last is not None and last.ends_at + LASTS > now
    starts_at = last.ends_at if last is not None and is_next else _monday_of(now)
    number = last.number + 1 if last else 1
    season = Season(number=number, starts_at=starts_at, ends_at=starts_at + LASTS)
    Season.objects.bulk_create([season], ignore_conflicts=True)


def end_seasons(club: Club) -> None:
    """End the seasons of a club that closes. A live final goes on."""
    undecided = Season.objects.filter(club=club, decided_at=None, final=None)
    undecided.filter(starts_at__gt=clock.now()).delete()
    undecided.update(decided_at=clock.now())


def _monday_of(moment: datetime) -> datetime:
    day = moment.date() - timedelta(days=moment.weekday())
    return datetime.combine(day, time(), UTC)
