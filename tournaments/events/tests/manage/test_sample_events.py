"""A host may enter a demo's event at any time. No other player may, and it changes no result of the site."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.clubs.models import Club, Membership
from tests.worlds.people import host, moderator
from tests.worlds.stepped_evenings import (
    announce,
    entry_of,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event, Seating, Suspension
from tournaments.events.run.closing import close_event, finish_event
from tournaments.events.show.past_of_player import has_finished_ten, load_past_events
from tournaments.events.show.trophies import load_trophies

pytestmark = pytest.mark.django_db

Later = Callable[..., None]


def samples(count: int) -> list[Player]:
    made = players(count, prefix="Sample")
    Player.objects.filter(pk__in=[player.pk for player in made]).update(is_sample=True)
    return list(Player.objects.filter(is_sample=True).order_by("pk"))


def running_for_samples(later: Later, many: int = 4, **about: Any) -> Event:
    """A night of sample players after half time, as a demo leaves it."""
    made = samples(many)
    event = announce(by=made[0], **{"rated": False, **about})
    now = clock.now()
    Entry.objects.bulk_create(Entry(event=event, player=player, joined_at=now) for player in made)
    steps_until_nothing_is_due(event)
    later(minutes=event.minutes // 2 + 1)
    return event


def refusal(event: Event, player: Player) -> str:
    with pytest.raises(Refusal) as caught:
        entering.join(event_id=event.pk, player=player)
    assert not Entry.objects.filter(event=event, player=player).exists()
    return caught.value.code


class TestAHost:
    def test_enters_without_a_game_and_after_half_time_and_gets_a_table(self, later: Later):
        event, visitor = running_for_samples(later), host()
        entering.join(event_id=event.pk, player=visitor)
        win(live(event)[0].game)
        later(minutes=1)
        steps_until_nothing_is_due(event)
        pairing = Seating.objects.get(entry=entry_of(event, visitor)).pairing
        assert not pairing.game.rated
        assert {pairing.game.seat_a.is_sample, pairing.game.seat_b.is_sample} == {True, False}

    def test_may_leave_and_come_back(self, later: Later):
        event, visitor = running_for_samples(later), host()
        entering.join(event_id=event.pk, player=visitor)
        entering.leave(event_id=event.pk, player=visitor)
        entering.join(event_id=event.pk, player=visitor)
        assert entry_of(event, visitor).left_at is None

    def test_is_not_suspended_from_the_events_of_the_site(self, later: Later):
        event, visitor = running_for_samples(later, many=3, games=22), host()
        entering.join(event_id=event.pk, player=visitor)
        for _ in range(2):
            while not Seating.objects.filter(entry__player=visitor, is_live=True).exists():
                if tables := live(event):
                    win(tables[0].game)
                later(seconds=61)
                steps_until_nothing_is_due(event)
            game = Seating.objects.get(entry__player=visitor, is_live=True).pairing.game
            later(seconds=61)
            nobody_begins(game, there=[game.seat_of(visitor).other])
            if entry_of(event, visitor).left_at is None:
                entering.resume(event_id=event.pk, player=visitor)
        assert entry_of(event, visitor).left_at is not None
        assert not Suspension.objects.exists()

    def test_is_refused_while_banned_and_once_it_closes(self, later: Later):
        event, visitor = running_for_samples(later), host()
        visitor.banned_until = clock.now() + timedelta(days=1)
        visitor.save()
        assert refusal(event, visitor) == "banned"
        visitor.banned_until = None
        visitor.save()
        later(minutes=event.minutes)
        steps_until_nothing_is_due(event)
        assert refusal(event, visitor) == "too_late"

    def test_is_any_player_in_an_event_of_the_site(self, later: Later, monkeypatch: pytest.MonkeyPatch):
        event, visitor = announce(by=host("Other")), host()
        assert refusal(event, visitor) == "newcomer"
        monkeypatch.setattr(entering, "GAMES_BEFORE", 0)
        later(minutes=event.minutes // 2 + 1)
        assert refusal(event, visitor) == "too_late"

    def test_is_any_player_if_points_depend_on_it_or_a_club_invites(self, later: Later):
        visitor = host()
        rated = running_for_samples(later, rated=True)
        assert refusal(rated, visitor) == "newcomer"
        owner = rated.by
        assert owner is not None
        club = Club.objects.create(name="S", slug="s", likeness="s", created_at=clock.now())
        Membership.objects.create(club=club, player=owner, role="owner", since=clock.now())
        Event.objects.filter(pk=rated.pk).update(rated=False, club=club)
        assert refusal(rated, visitor) == "too_late"

    def test_wins_no_trophy_there(self, later: Later):
        event, visitor = announce(by=samples(1)[0], rated=False), host()
        entering.join(event_id=event.pk, player=visitor)
        event.state = Event.State.RUNNING
        event.save()
        close_event(event)
        finish_event(event)
        Entry.objects.filter(event=event, player=visitor).update(wins=9, played=9, place=1)
        assert load_trophies(visitor.pk) == []
        assert [past.id for past in load_past_events(visitor.pk)] == [event.pk]
        assert not has_finished_ten(visitor.pk)
        Event.objects.filter(pk=event.pk).update(by=visitor)
        assert len(load_trophies(visitor.pk)) == 1


class TestOthers:
    def test_no_other_player_enters(self, later: Later, ann: Player, newcomers_may_enter: None):
        event = running_for_samples(later)
        for player in (ann, moderator()):
            assert refusal(event, player) == "too_late"

    def test_newcomers_need_ten_games_before_half_time(self, ann: Player):
        event = announce(by=samples(1)[0])
        for player in (ann, moderator()):
            assert refusal(event, player) == "newcomer"


def test_page_offers_it_to_hosts_only(later: Later, client: Client, ann: Player):
    event = running_for_samples(later)
    for player, state in ((host(), "open"), (ann, "refused"), (None, "refused")):
        client.logout()
        if player is not None:
            client.force_login(player)
        answer = client.get(f"/events/{event.pk}")
        assert answer.context["state"] == state
        assert ("data-joins-late" in answer.content.decode()) == (state == "open")


def test_form_lets_a_host_in(later: Later, client: Client):
    event, visitor = running_for_samples(later), host()
    client.force_login(visitor)
    client.post(f"/events/{event.pk}/enter", {"act": "join"})
    assert entry_of(event, visitor).left_at is None
