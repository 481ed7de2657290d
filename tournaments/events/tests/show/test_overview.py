"""The cached overview of an event: names that change elsewhere are updated at once."""

import pytest
from django.test import Client

from common import clock
from game.models import Player
from people.clubs import founding
from people.clubs.models import Club
from people.settings.deletion import delete_account
from tests.worlds.event_clubs import announce_for, create_club, owner_of
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due
from tournaments.events.models import Event
from tournaments.events.show.overview import load_overview

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return create_club("Night Owls", *players(2))


@pytest.mark.slow
def test_an_event_is_read_once_until_something_changes(club: Club):
    event = announce_for(club)
    assert load_overview(event.pk) is load_overview(event.pk)


def test_a_club_is_shown_under_its_new_name(club: Club):
    event = announce_for(club)
    assert load_overview(event.pk).event["club"]["name"] == "Night Owls"
    founding.save_name(club, "Day Owls")
    assert load_overview(event.pk).event["club"]["name"] == "Day Owls"


def test_a_club_that_closes_has_no_page(club: Club):
    event = announce_for(club)
    assert load_overview(event.pk).event["club"]["slug"]
    founding.close(player=owner_of(club), club=club, name="Night Owls")
    assert load_overview(event.pk).event["club"]["slug"] is None


def test_host_who_deletes_their_account_is_no_longer_named():
    host = Player.objects.create(username="Hanna")
    event = announce(minutes_ahead=5, by=host)
    assert load_overview(event.pk).event["by"] == "Hanna"
    delete_account(host)
    assert load_overview(event.pk).event["by"] != "Hanna"


@pytest.mark.slow
@pytest.mark.usefixtures("newcomers_may_enter")
def test_panel_is_drawn_whatever_was_cached_before(client: Client):
    event = announce("robin", minutes_ahead=5)
    enter_all(event, players(4))
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    steps_until_nothing_is_due(event)
    assert '<ol id="plan"' in client.get(f"/events/{event.pk}").content.decode()
