"""Concurrent actions on a club's events: each takes effect once, and none outlives its club."""

from datetime import timedelta
from functools import partial

import pytest

from common import clock
from people.clubs import founding
from people.clubs.models import Club
from tests.worlds.event_clubs import create_club, owner_of
from tests.worlds.stepped_evenings import players
from tests.worlds.threads import at_once
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import duels, entering
from tournaments.events.manage.creating import create_event
from tournaments.events.models import DuelOffer, Event
from tournaments.seasons import calendar
from tournaments.seasons.deciding import advance
from tournaments.seasons.models import Season
from tournaments.seasons.tests.test_seasons import play_season

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

ROUNDS = 3


@pytest.fixture(autouse=True)
def newcomers_may_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "GAMES_BEFORE", 0)


def offer(club: Club, rival: Club, hours: float = 24) -> DuelOffer:
    starts_at = clock.now() + timedelta(hours=hours)
    return duels.offer(by=owner_of(club), club=club, rival=rival, starts_at=starts_at, games=9, pace="quick")


@pytest.mark.slow
def test_concurrent_acceptances_make_one_duel():
    owls, birds = create_club("Owls"), create_club("Birds")
    made = offer(owls, birds)
    at_once(*[partial(duels.accept, by=owner_of(birds), offer_id=made.pk)] * 4)
    assert Event.objects.count() == 1


@pytest.mark.slow
def test_of_two_overlapping_duels_a_club_plays_one():
    owls, rivals = create_club("Owls"), [create_club(name) for name in ("Birds", "Bats", "Bees")]
    for _ in range(ROUNDS):
        offers = [offer(owls, rival) for rival in rivals]
        came_of_it = at_once(
            *[partial(duels.accept, by=owner_of(each.rival), offer_id=each.pk) for each in offers]
        )
        assert came_of_it.count("engaged") == len(offers) - 1
        assert Event.objects.filter(state="announced").count() == 1
        DuelOffer.objects.all().delete()
        Event.objects.all().delete()


@pytest.mark.slow
def test_two_clubs_that_invite_each_other_wait_for_one_answer():
    owls, birds = create_club("Owls"), create_club("Birds")
    for _ in range(ROUNDS):
        at_once(partial(offer, owls, birds), partial(offer, birds, owls), partial(offer, owls, birds))
        assert DuelOffer.objects.count() == 1
        DuelOffer.objects.all().delete()


@pytest.mark.slow
def test_no_event_is_announced_by_a_club_that_has_closed():
    for number in range(ROUNDS):
        club = create_club(f"Club {number}")
        owner = owner_of(club)
        settings = EventSettings("night", "Owls at dusk", clock.now() + timedelta(hours=1))
        at_once(
            partial(create_event, by=owner, settings=settings, club=club),
            partial(founding.close, player=owner, club=club, name=club.name),
        )
        club.refresh_from_db()
        assert club.closed_at is not None
        assert not Event.objects.filter(club=club, state="announced").exists()


def test_a_season_begins_once():
    club = create_club("Owls")
    today = clock.now().date()
    days = [today, today, today + timedelta(days=1), today + timedelta(days=2)]
    at_once(*[partial(calendar.begin, by=owner_of(club), club=club, starts_on=day) for day in days])
    assert Season.objects.count() == 1


@pytest.mark.slow
def test_a_season_has_one_final():
    club = create_club("Owls")
    ends_at = clock.now() - timedelta(hours=2)
    season = Season.objects.create(
        club=club, number=1, starts_at=ends_at - timedelta(weeks=13), ends_at=ends_at
    )
    play_season(season, players(3))
    at_once(*[partial(advance, season.pk)] * 4)
    assert Event.objects.filter(kind="bracket").count() == 1
