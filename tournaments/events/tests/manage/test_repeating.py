"""A club's event repeats: each date is an event of its own, made ahead."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.clubs import founding
from people.clubs.models import Club
from people.notices.models import Notice
from tests.worlds.event_clubs import add, create_club, owner_of
from tests.worlds.stepped_evenings import players
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import actions
from tournaments.events.manage.editing import edit_event
from tournaments.events.manage.repeating import announce, create_series, end_series
from tournaments.events.models import Event, Series

pytestmark = pytest.mark.django_db

START = datetime(2027, 3, 4, 19, 0, tzinfo=UTC)  # a Thursday, at eight in the evening in Paris
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets the time."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_to(START - timedelta(days=2))
    return set_to


@pytest.fixture
def club() -> Club:
    return create_club("Night Owls", *players(12))


def repeat(club: Club, by: Player | None = None, rule: str = "weekly", **more: Any) -> Event:
    settings = EventSettings("night", "Owls at dusk", START, **{"games": 5, **more})
    return create_series(
        by=by or owner_of(club), club=club, settings=settings, rule=rule, zone="Europe/Paris"
    )


def starts() -> list[datetime]:
    return [event.starts_at for event in Event.objects.exclude(state="void").order_by("starts_at")]


def test_weeks_are_made_ahead_by_the_clock_of_the_zone(club: Club):
    first = repeat(club)
    local = [moment.astimezone(PARIS) for moment in starts()]
    assert local[0] == START == first.starts_at
    assert [moment.day for moment in local] == [4, 11, 18, 25, 1]
    assert {moment.hour for moment in local} == {20}
    assert starts()[-1].hour == 18  # summer time began on 28 March
    assert {event.club for event in Event.objects.all()} == {club}


def test_a_month_ahead_is_always_made(club: Club, now: Any):
    repeat(club, rule="monthly")
    assert [moment.day for moment in starts()] == [4, 1]
    now(START + timedelta(days=29))
    announce()
    assert [moment.astimezone(PARIS).date().isoformat() for moment in starts()] == [
        "2027-03-04", "2027-04-01", "2027-05-06",
    ]  # fmt: skip


def test_making_it_twice_makes_one_series(club: Club):
    assert repeat(club) == repeat(club)
    announce()
    assert Series.objects.count() == 1
    assert Event.objects.count() == 5


def test_a_date_that_was_called_off_or_moved_is_not_made_again(club: Club):
    repeat(club)
    _, second, third, *_ = Event.objects.order_by("starts_at")
    owner = owner_of(club)
    actions.void_event(by=owner, event_id=second.pk, reason="A holiday.")
    later = third.starts_at + timedelta(days=1)
    edit_event(by=owner, event_id=third.pk, changes={"starts_at": later}, reason="The hall.")
    announce()
    assert Event.objects.count() == 5
    assert second.starts_at not in starts()
    assert later in starts()


def test_members_are_invited_to_the_next_one_a_week_before(club: Club, now: Any):
    first = repeat(club)
    announce()
    invited = Notice.objects.filter(kind="invitation")
    assert {*invited.values_list("about", flat=True)} == {f"event:{first.pk}:invitation"}
    assert invited.count() == 12
    now(START + timedelta(days=1))
    announce()
    announce()
    assert Notice.objects.filter(kind="invitation").count() == 24


@pytest.mark.parametrize("reason", ["member", "banned", "gone"])
def test_a_series_ends_when_its_maker_is_no_longer_an_organizer(club: Club, now: Any, reason: str):
    director = Player.objects.create(username="Dora")
    add(club, director, role="director")
    repeat(club, by=director)
    if reason == "member":
        club.members.filter(player=director).update(role="member")
    elif reason == "banned":
        Player.objects.filter(pk=director.pk).update(banned_until=START + timedelta(days=900))
    else:
        Player.objects.filter(pk=director.pk).update(is_active=False)
    now(START + timedelta(days=30))
    announce()
    assert Event.objects.count() == 5
    assert Series.objects.get().ended_at is not None


def test_ended_and_closed_make_no_more(club: Club, now: Any):
    repeat(club)
    member = club.members.exclude(role="owner").first()
    assert member is not None
    key = Series.objects.get().pk
    with pytest.raises(Refusal):
        end_series(by=member.player, club=club, series_id=key)
    end_series(by=owner_of(club), club=club, series_id=key)
    now(START + timedelta(days=30))
    announce()
    assert Event.objects.count() == 5
    now(START - timedelta(days=2))
    founding.close(player=owner_of(club), club=club, name="Night Owls")
    assert not starts()


def test_a_member_a_stranger_and_a_wrong_rule_make_nothing(club: Club):
    member = club.members.exclude(role="owner").first()
    assert member is not None
    for by, rule in (
        (member.player, "weekly"),
        (Player.objects.create(username="Nora"), "weekly"),
        (owner_of(club), "daily"),
    ):
        with pytest.raises(Refusal):
            repeat(club, by=by, rule=rule)
    assert not Event.objects.exists()


def test_a_club_has_three_series_and_twenty_events(club: Club):
    owner = owner_of(club)
    for number in range(4):
        settings = EventSettings("hour", f"Hour {number}", START + timedelta(hours=number), minutes=60)
        made = {"by": owner, "club": club, "settings": settings, "rule": "weekly", "zone": "nowhere"}
        if number < 3:
            create_series(**made)
        else:
            with pytest.raises(Refusal) as fault:
                create_series(**made)
            assert fault.value.code == "too_many"
    assert {*Series.objects.values_list("zone", flat=True)} == {"UTC"}
    assert Event.objects.count() == 15


def test_a_duel_of_teams_does_not_repeat(club: Club):
    with pytest.raises(Refusal):
        create_series(
            by=owner_of(club),
            club=club,
            settings=EventSettings("teams", "Two teams", START, team_size=2, teams=("A team", "B team")),
            rule="weekly",
            zone="UTC",
        )
