"""Calendars to subscribe to: a club's, and a player's by a secret address."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from game.accounts import blocks
from game.following.models import Follow
from game.lobby.pairing import GameSettings
from game.models import Player
from people.appointments import appointments
from tests.worlds.event_clubs import announce_for, create_club
from tests.worlds.stepped_evenings import announce, enter_all, players
from tournaments.events.manage import actions, entering
from tournaments.events.models import CalendarFeed, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def make_address(player: Player) -> str:
    client = client_of(player)
    assert client.post("/events/calendar", {"do": "make"}).status_code == 302
    page = client.get("/events/calendar").content.decode()
    found = re.search(r"http://testserver(/events/calendar/\w+\.ics)", page)
    assert found
    return found[1]


def titles(address: str) -> list[str]:
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer.headers["Cache-Control"]
    text = answer.content.decode()
    assert text.count("BEGIN:VCALENDAR") == 1
    return re.findall(r"(?m)^SUMMARY:(.*)\r$", text)


def test_a_players_calendar_has_events_entered_and_appointments():
    ann, bob = players(2)
    joined, left, void = (announce(minutes_ahead=60 * hours) for hours in (1, 2, 3))
    announce(minutes_ahead=90)
    for event in (joined, left, void):
        enter_all(event, [ann])
    entering.leave(event_id=left.pk, player=ann)
    host = Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
    actions.void_event(by=host, event_id=void.pk, reason="No power.")
    Follow.objects.create(by=ann, followed=bob, at=clock.now())
    at = clock.now() + timedelta(days=1)
    appointments.suggest(player=ann, to=bob, starts_at=at, settings=GameSettings())
    address = make_address(ann)
    assert titles(address) == ["Friday night", "Cribbage with P1"]
    assert f"UID:{joined.pk}@testserver" in Client().get(address).content.decode()
    blocks.block(player=bob, other=ann)
    assert titles(address) == ["Friday night"]
    Entry.objects.filter(event=joined).update(is_disqualified=True)
    assert titles(address) == []


def test_a_new_address_ends_the_old_one():
    ann, bob = players(2)
    old = make_address(ann)
    assert old != make_address(bob)
    new = make_address(ann)
    assert CalendarFeed.objects.count() == 2
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    client_of(ann).post("/events/calendar", {"do": "end"})
    assert Client().get(new).status_code == 404


def test_the_address_is_for_accounts():
    guest = Player.objects.create(username="Guest", is_guest=True)
    assert Client().get("/events/calendar").status_code == 302
    assert client_of(guest).post("/events/calendar", {"do": "make"}).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_a_clubs_calendar_has_its_events():
    club, other = create_club("Owls"), create_club("Hares")
    event = announce_for(club, minutes_ahead=60)
    announce_for(other, minutes_ahead=90)
    assert titles("/club/owls/calendar.ics") == ["Owls at dusk"]
    page = Client().get("/club/owls").content.decode()
    assert 'href="/club/owls/calendar.ics"' in page
    actions.void_event(by=event.by, event_id=event.pk, reason="No power.")
    assert titles("/club/owls/calendar.ics") == []
    assert Client().get("/club/nothing/calendar.ics").status_code == 404
