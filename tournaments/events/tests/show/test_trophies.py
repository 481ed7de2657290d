"""Trophies: nine wins of nine, and hands of 28 and 29."""

from typing import Any

import pytest
from django.test import Client

from game.accounts.guests import create_guest
from game.engine.state import Seat
from game.models import Player, Scoresheet
from tests.worlds.scoresheets import create_scoresheet
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
from tournaments.events.show.trophies import load_trophies

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def names(player: Player) -> list[str]:
    return [str(trophy.name) for trophy in load_trophies(player.pk)]


def hold(player: Player, opponent: Player, hand: int, **columns: Any) -> Scoresheet:
    sheet = create_scoresheet(player, opponent)
    Scoresheet.objects.filter(pk=sheet.pk).update(best_hand=hand, **columns)
    return sheet


@pytest.mark.parametrize(
    ("hand", "expected"), [(29, ["A hand of 29"]), (28, ["A hand of 28"]), (24, []), (0, [])]
)
def test_hands_that_are_trophies(hand: int, expected: list[str], ann: Player, bob: Player):
    sheet = hold(ann, bob, hand)
    assert names(ann) == expected
    assert names(bob) == []
    for trophy in load_trophies(ann.pk):
        assert (trophy.url, trophy.at) == (f"/game/{sheet.game_id}", sheet.at)


def test_hands_against_bots_and_guests_are_none(ann: Player, bob: Player):
    for opponent in (create_guest(), Player.objects.create(username="Robot", brain="expert")):
        hold(ann, opponent, 29)
    hold(ann, bob, 29, voided=True)
    assert names(ann) == []


@pytest.mark.slow
def test_a_private_profile_hides_them_from_others(ann: Player, bob: Player):
    sheet = hold(ann, bob, 29)
    other, own = Client(), Client()
    other.force_login(bob)
    own.force_login(ann)
    pages = {who: browser.get("/@Ann").content.decode() for who, browser in (("bob", other), ("ann", own))}
    assert all("A hand of 29" in page and f"/game/{sheet.game_id}" in page for page in pages.values())
    Player.objects.filter(pk=ann.pk).update(is_private=True)
    assert "A hand of 29" not in other.get("/@Ann").content.decode()
    assert "A hand of 29" in own.get("/@Ann").content.decode()


def slam(*, absent_once: bool = False) -> list[Player]:
    """Return a night of nine games that the first player wins; optionally one opponent never came."""
    event, people = announce(), players(2)
    enter_all(event, people)
    steps_until_nothing_is_due(event)
    [pairing] = live(event)
    win(pairing.game, Seat.A if pairing.game.seat_a_id == people[0].pk else Seat.B)
    Entry.objects.filter(player=people[0]).update(wins=9, played=9)
    if absent_once:
        Pairing.objects.update(ending="no_show")
    Event.objects.update(state="over")
    return people


def test_nine_of_nine_is_one():
    people = slam()
    assert [names(one) for one in people] == [["Grand Slam"], []]
    assert load_trophies(people[0].pk)[0].url == f"/events/{Event.objects.get().pk}"


def test_walkover_win_prevents_a_grand_slam():
    assert names(slam(absent_once=True)[0]) == []


def test_called_off_night_gives_no_trophy():
    event, people = announce(), players(2)
    enter_all(event, people)
    Entry.objects.filter(player=people[0]).update(wins=9, played=9)
    host = Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
    actions.void_event(by=host, event_id=event.pk, reason="It rains.")
    assert names(people[0]) == []
