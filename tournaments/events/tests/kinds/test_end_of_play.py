"""An event ends when no two players can be paired any more. It waits a little for paused ones."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from game.engine.state import Rules
from game.models import Player
from game.table.opening import open_game
from people.moderation import bans, rulings
from people.settings.deletion import delete_account
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event
from tournaments.events.show.snapshot import load_event_page

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.rows,
    pytest.mark.usefixtures("newcomers_may_enter"),
]

Later = Callable[..., None]
HALF_TIME = {"minutes": 60}


def begin(count: int, later: Later, kind: str = "night") -> tuple[Event, list[Player]]:
    """Return an event past the time to join, with all entrants free and no live table."""
    event = announce(kind, minutes_ahead=1)
    entrants = players(count)
    enter_all(event, entrants)
    later(minutes=1)
    steps_until_nothing_is_due(event)
    return event, entrants


def pass_half_time(event: Event, later: Later) -> None:
    later(**HALF_TIME)
    for pairing in live(event):
        win(pairing.game)


def ban(player: Player, **more: object) -> None:
    host = Player.objects.filter(username="Hostess").first() or Player.objects.create_superuser("Hostess")
    rulings.ban(by=host, player=player, reason="Cheating.", **more)


@pytest.mark.slow
def test_event_ends_when_one_odd_player_is_left(later: Later):
    event, (one, other, _) = begin(3, later)
    pass_half_time(event, later)
    for player in (one, other):
        entering.leave(event_id=event.pk, player=player)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_an_event_waits_as_long_as_one_may_join(later: Later):
    event, (one, _) = begin(2, later)
    win(live(event)[0].game)
    entering.leave(event_id=event.pk, player=one)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.RUNNING
    assert event.due_at <= event.starts_at + timedelta(minutes=53)  # half time
    later(minutes=53)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_a_paused_player_has_three_minutes_to_resume(later: Later):
    event, (one, _) = begin(2, later)
    later(**HALF_TIME)
    entering.pause(event_id=event.pk, player=one)
    win(live(event)[0].game)
    steps_until_nothing_is_due(event)
    later(minutes=2)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.RUNNING
    assert event.due_at <= clock.now() + timedelta(minutes=1)
    later(seconds=61)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_each_pause_has_its_own_three_minutes(later: Later):
    event, (one, _) = begin(2, later)
    later(**HALF_TIME)
    for _ in range(2):
        entering.pause(event_id=event.pk, player=one)
        win(live(event)[0].game)
        steps_until_nothing_is_due(event)
        later(minutes=2)
        entering.resume(event_id=event.pk, player=one)
        later(minutes=1)
        steps_until_nothing_is_due(event)
        later(minutes=2)
        steps_until_nothing_is_due(event)
        assert event.state == Event.State.RUNNING
        assert len(live(event)) == 1


@pytest.mark.slow
def test_a_player_at_a_table_elsewhere_is_waited_for(later: Later):
    event, (one, _) = begin(2, later)
    later(**HALF_TIME)
    (pairing,) = live(event)
    elsewhere = open_game("elsewhere", (one, players(1, "X")[0]), Rules(), "standard")
    win(pairing.game)
    for _ in range(5):
        steps_until_nothing_is_due(event)
        later(minutes=2)
    assert event.state == Event.State.RUNNING
    win(elsewhere)
    later(seconds=30)
    steps_until_nothing_is_due(event)
    assert len(live(event)) == 1


@pytest.mark.slow
def test_a_ban_takes_a_player_out_of_all_their_events_and_the_page_says_so(later: Later):
    event, (one, other, third) = begin(3, later)
    tomorrow = announce("hour", minutes_ahead=600)
    enter_all(tomorrow, [one, third])
    pass_half_time(event, later)
    ban(one)
    for each in (event, tomorrow):
        entry = entry_of(each, one)
        assert entry.left_at is not None
        assert entry.banned_at is not None
        (line,) = [line for line in load_event_page(each.pk, None)["standings"] if line["name"] == "P0"]
        assert (line["banned"], line["here"]) == (True, False)
        assert "banned" in Client().get(f"/events/{each.pk}").content.decode()
    assert entry_of(tomorrow, third).left_at is None
    entering.leave(event_id=event.pk, player=other)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_a_player_may_join_again_after_the_ban(later: Later):
    tomorrow = announce("hour", minutes_ahead=600)
    (one,) = players(1)
    enter_all(tomorrow, [one])
    ban(one, until=clock.now() + timedelta(hours=1))
    later(hours=2)
    bans.lift_expired_bans()
    entering.join(event_id=tomorrow.pk, player=Player.objects.get(pk=one.pk))
    entry = entry_of(tomorrow, one)
    assert (entry.left_at, entry.banned_at) == (None, None)


@pytest.mark.slow
def test_a_deleted_account_leaves_its_events(later: Later):
    event, (one, _) = begin(2, later)
    pass_half_time(event, later)
    delete_account(one)
    assert Entry.objects.get(player=one.pk).left_at is not None
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_bracket_goes_on_without_a_player_who_stays_paused(later: Later):
    event, _ = begin(4, later, "bracket")
    first, second = live(event)
    entering.pause(event_id=event.pk, player=first.first.player)
    for pairing in (first, second):
        win(pairing.game, pairing.game.seat_of(pairing.first.player))
    for _ in range(40):
        steps_until_nothing_is_due(event)
        if event.state == Event.State.OVER:
            break
        for pairing in live(event):
            win(
                pairing.game,
                pairing.game.seat_of(max(pairing.first, pairing.second, key=lambda one: one.pk).player),
            )
        later(minutes=1)
    assert event.state == Event.State.OVER
    assert Entry.objects.get(pk=first.first_id).left_at is not None
    assert Entry.objects.filter(event=event, place=1).count() == 1
    assert clock.now() < event.starts_at + timedelta(minutes=35)


@pytest.mark.slow
def test_a_round_robin_ends_when_only_paused_players_have_games_left(later: Later):
    event, entrants = begin(3, later, "robin")
    entering.pause(event_id=event.pk, player=entrants[0])
    for _ in range(30):
        steps_until_nothing_is_due(event)
        if event.state == Event.State.OVER:
            break
        for pairing in live(event):
            win(pairing.game)
        later(minutes=1)
    assert event.state == Event.State.OVER
