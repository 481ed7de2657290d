"""Events of a club: permissions, entering, and what happens when the club closes."""

from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.clubs import founding, roles
from people.clubs.models import Club, Membership
from people.notices.models import Notice
from tests.worlds.event_clubs import add, announce_for, create_club, owner_of
from tests.worlds.stepped_evenings import announce, enter_all, live, players, steps_until_nothing_is_due
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import actions, entering
from tournaments.events.manage.creating import MOST_OF_A_CLUB, create_event
from tournaments.events.models import Entry, Event
from tournaments.events.show.next_event import read_next_event
from tournaments.events.show.snapshot import load_upcoming

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

WHY = "It rains."


@pytest.fixture
def members() -> list[Player]:
    return players(2)


@pytest.fixture
def club(members: list[Player]) -> Club:
    return create_club("Night Owls", *members)


@pytest.fixture
def stranger() -> Player:
    return Player.objects.create(username="Nora")


def run(event: Event) -> None:
    """Start an event as if its time had come."""
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    steps_until_nothing_is_due(event)


class TestMaking:
    def test_an_owner_makes_one_and_all_members_are_invited(self, club: Club, members: list[Player]):
        event = announce_for(club)
        told = Notice.objects.filter(kind="invitation", about=f"event:{event.pk}:invitation")
        assert {notice.player for notice in told} == {*members}
        assert {notice.parts["url"] for notice in told} == {f"/events/{event.pk}"}

    def test_same_request_twice_makes_one_event(self, club: Club):
        settings = EventSettings("night", "Owls at dusk", clock.now() + timedelta(hours=1))
        made = {create_event(by=owner_of(club), settings=settings, club=club).pk for _ in range(2)}
        assert len(made) == 1

    @pytest.mark.parametrize("role", ["member", None])
    def test_other_members_cannot_announce_events(self, role: str | None, club: Club, stranger: Player):
        if role:
            add(club, stranger, role)
        with pytest.raises(Refusal, match="owners and directors"):
            announce_for(club, by=stranger)

    def test_a_director_does_unless_they_are_banned(self, club: Club, stranger: Player):
        add(club, stranger, Membership.Role.DIRECTOR)
        assert announce_for(club, by=stranger).club == club
        stranger.banned_until = clock.now() + timedelta(days=1)
        with pytest.raises(Refusal, match="banned"):
            announce_for(club, minutes_ahead=90, by=stranger)

    @pytest.mark.slow
    def test_club_announces_a_limited_number_of_events(self, club: Club):
        for minutes in range(MOST_OF_A_CLUB):
            announce_for(club, minutes_ahead=60 + minutes)
        with pytest.raises(Refusal, match="the most a club can have"):
            announce_for(club, minutes_ahead=300)

    def test_closed_club_announces_no_event(self, club: Club):
        owner = owner_of(club)
        founding.close(player=owner, club=club, name="Night Owls")
        with pytest.raises(Refusal, match="no such club"):
            announce_for(club, by=owner)


class TestEntering:
    def test_members_enter(self, club: Club, members: list[Player]):
        event = announce_for(club)
        enter_all(event, members)
        assert Entry.objects.filter(event=event).count() == 2

    def test_member_of_another_club_is_refused_with_the_reason(self, club: Club, stranger: Player):
        create_club("Early Birds", stranger)
        with pytest.raises(Refusal, match="Only members of Night Owls can enter this event") as fault:
            entering.join(event_id=announce_for(club).pk, player=stranger)
        assert fault.value.code == "not_yours"

    @pytest.mark.slow
    def test_player_who_leaves_the_club_stays_in_the_event_but_cannot_return(
        self, club: Club, members: list[Player]
    ):
        event, [ann, _] = announce_for(club), members
        enter_all(event, members)
        roles.leave(player=ann, club=club)
        run(event)
        assert len(live(event)) == 1
        entering.leave(event_id=event.pk, player=ann)
        with pytest.raises(Refusal, match="Only members"):
            entering.join(event_id=event.pk, player=ann)


class TestDirecting:
    def test_all_owners_and_directors_of_the_club_direct_it(self, club: Club, stranger: Player):
        event = announce_for(club)
        add(club, stranger, Membership.Role.DIRECTOR)
        actions.pause_event(by=stranger, event_id=event.pk, reason=WHY)
        actions.resume_event(by=owner_of(club), event_id=event.pk, reason=WHY)

    def test_director_who_lost_the_role_no_longer_directs_it(self, club: Club, stranger: Player):
        add(club, stranger, Membership.Role.DIRECTOR)
        event = announce_for(club, by=stranger)
        run(event)
        roles.set_role(player=owner_of(club), club=club, other=stranger, role="member")
        with pytest.raises(Refusal, match="Only hosts and the event’s director") as fault:
            actions.end_event(by=stranger, event_id=event.pk, reason=WHY)
        assert fault.value.code == "not_yours"
        actions.end_event(by=owner_of(club), event_id=event.pk, reason=WHY)

    def test_members_and_directors_of_others_do_not(
        self, club: Club, members: list[Player], stranger: Player
    ):
        event = announce_for(club)
        create_club("Early Birds", owner=stranger)
        assert not any(actions.may_direct(one, event) for one in (*members, stranger))


class TestAClubThatCloses:
    def test_closing_club_calls_off_its_announced_events_with_a_reason(self, club: Club):
        event = announce_for(club)
        founding.close(player=owner_of(club), club=club, name="Night Owls")
        event.refresh_from_db()
        assert (event.state, event.reason) == ("void", "Night Owls has closed.")
        page = Client().get(f"/events/{event.pk}").content.decode()
        assert "Night Owls has closed." in page
        assert "/club/" not in page.split('id="event"')[0].split("events-head")[1]

    def test_club_cannot_close_while_its_event_is_running(self, club: Club, members: list[Player]):
        event = announce_for(club)
        enter_all(event, members)
        run(event)
        with pytest.raises(Refusal, match="Owls at dusk is being played"):
            founding.close(player=owner_of(club), club=club, name="Night Owls")
        club.refresh_from_db()
        assert club.closed_at is None

    def test_hosts_direct_the_running_event_of_a_dissolved_club(self, club: Club, members: list[Player]):
        event, owner = announce_for(club), owner_of(club)
        enter_all(event, members)
        run(event)
        founding.dissolve(club)
        event.refresh_from_db()
        assert event.state == "running"
        assert not actions.may_direct(owner, event)
        assert actions.may_direct(host(), event)


class TestLists:
    def test_those_of_a_club_are_listed_to_its_members(
        self, club: Club, members: list[Player], stranger: Player
    ):
        event = announce_for(club)
        listed = {
            who and who.username: [one["id"] for one in load_upcoming(viewer=who)]
            for who in (members[0], stranger, None)
        }
        assert listed == {"P0": [event.pk], "Nora": [], None: []}

    def test_front_page_announces_no_club_events(self, club: Club):
        announce_for(club, minutes_ahead=5)
        later = announce(minutes_ahead=30)
        told = read_next_event()
        assert told is not None
        assert told.id == later.pk

    def test_the_page_of_the_club_has_them_all(self, club: Club):
        event = announce_for(club)
        page = Client().get("/club/night-owls").content.decode()
        assert f'href="/events/{event.pk}"' in page
        assert "New event" not in page


def host() -> Player:
    return Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
