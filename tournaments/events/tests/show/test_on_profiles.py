"""Events on a player's profile and in a game's replay."""

from typing import Any

import pytest
from django.test import Client

from game.engine.state import Seat
from game.models import Player
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage import actions
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.show.past_of_player import (
    count_meetings,
    find_first_event,
    has_finished_ten,
    load_past_events,
)
from tournaments.events.show.trophies import load_trophies

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def end(event: Event) -> None:
    host, _ = Player.objects.get_or_create(username="Hostess", is_staff=True, is_superuser=True)
    actions.end_event(by=host, event_id=event.pk, reason="It is late.")
    steps_until_nothing_is_due(event)


def win_for(player: Player, pairing: Pairing) -> None:
    win(pairing.game, Seat.A if pairing.game.seat_a_id == player.pk else Seat.B, 90)


@pytest.fixture
def people() -> list[Player]:
    """Two players who met in an event, where the first won with a skunk."""
    event, people = announce(), players(2)
    enter_all(event, people)
    steps_until_nothing_is_due(event)
    win_for(people[0], live(event)[0])
    end(event)
    return people


def page_of(player: Player, viewer: Player | None = None) -> str:
    browser = Client()
    if viewer is not None:
        browser.force_login(viewer)
    return browser.get(f"/@{player.username}").content.decode()


@pytest.mark.slow
def test_a_player_has_their_events_with_place_and_points(people: list[Player]):
    [event] = load_past_events(people[0].pk)
    assert (event.title, event.place, event.players) == ("Friday night", 1, 2)
    assert (event.points, event.wins, event.games) == (3, 1, 1)
    page = page_of(people[0])
    assert "1 of 2" in page
    assert f'href="/events/{event.id}"' in page


@pytest.mark.slow
def test_events_of_a_private_player_are_hidden(people: list[Player]):
    Player.objects.filter(pk=people[0].pk).update(is_private=True)
    assert "Friday night" not in page_of(people[0], people[1])
    assert "Friday night" in page_of(people[0], Player.objects.get(pk=people[0].pk))


def test_profile_without_events_has_no_list_of_events():
    [ann] = players(1)
    assert 'id="events-head"' not in page_of(ann)


def test_an_event_that_is_void_or_still_runs_is_not_listed():
    event, people = announce(), players(2)
    enter_all(event, people)
    steps_until_nothing_is_due(event)
    assert load_past_events(people[0].pk) == []
    host = Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
    actions.void_event(by=host, event_id=event.pk, reason="Nobody has time.")
    assert load_past_events(people[0].pk) == []


def test_two_players_see_how_they_met_in_events(people: list[Player]):
    ann, bob = people
    assert (count_meetings(ann.pk, bob.pk), count_meetings(bob.pk, ann.pk)) == ((1, 0), (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize(("wins", "games", "slams"), [(9, 9, 1), (8, 9, 0), (5, 5, 0)])
def test_nine_of_nine_is_a_grand_slam(wins: int, games: int, slams: int, people: list[Player]):
    Event.objects.update(games=games)
    Entry.objects.filter(player=people[0]).update(wins=wins)
    assert len(load_trophies(people[0].pk)) == slams
    assert ("Grand Slam" in page_of(people[0])) == bool(slams)


@pytest.mark.slow
def test_a_replay_names_the_event(people: list[Player]):
    pairing = Pairing.objects.get()
    page = Client().get(f"/game/{pairing.game_id}").content.decode()
    assert f'<a href="/events/{pairing.event_id}">Friday night</a>' in page


@pytest.mark.slow
def test_profile_list_needs_as_many_queries_for_many_events_as_for_one(
    people: list[Player], django_assert_num_queries: Any
):
    entry = Entry.objects.get(player=people[0])
    for n in range(5):
        event = announce(minutes_ahead=n)
        Event.objects.filter(pk=event.pk).update(state="over")
        Entry.objects.create(event=event, player=entry.player, joined_at=entry.joined_at, place=1)
    with django_assert_num_queries(1):
        assert len(load_past_events(people[0].pk)) == 6


def test_ten_finished_events_earn_a_prize(ann: Player, bob: Player):
    for event in (announce() for _ in range(10)):
        assert not has_finished_ten(ann.pk)
        Event.objects.filter(pk=event.pk).update(state="over")
        for player, played in ((ann, 1), (bob, 0)):
            Entry.objects.create(
                event=event, player=player, joined_at=event.starts_at, place=1, played=played
            )
    assert has_finished_ten(ann.pk)
    assert not has_finished_ten(bob.pk), "no game of theirs counts"
    Entry.objects.filter(player=ann, event=event).update(place=None)
    assert not has_finished_ten(ann.pk), "a disqualified player has no place"


@pytest.mark.slow
def test_the_first_finished_event_is_a_first_time(people: list[Player]):
    event = Event.objects.get()
    assert f'<a href="/events/{event.pk}">First event</a>' in page_of(people[0])
    later = announce(minutes_ahead=5)
    Event.objects.filter(pk=later.pk).update(state="over")
    Entry.objects.create(event=later, player=people[0], joined_at=later.starts_at, place=1, played=1)
    assert find_first_event(people[0].pk) == event
    Entry.objects.filter(event=event).update(played=0)
    assert find_first_event(people[0].pk) == later
    Entry.objects.filter(event=later).update(place=None)
    assert find_first_event(people[0].pk) is None
    assert "First event" not in page_of(people[0])
    assert "<span>First event</span>" in page_of(people[0], people[0])
