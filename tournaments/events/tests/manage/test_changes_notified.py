"""Entrants are notified of directors' actions, and the event's page gives the reason."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.notices.models import Notice
from people.notices.sentences import describe
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    live,
    players,
    steps_until_nothing_is_due,
)
from tournaments.events.manage import actions
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.notice_kinds import EVENT_CHANGED, EVENT_SOON
from tournaments.events.run.flow import next_step

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

WHY = "The power is out."
ENTRANTS = 14

Act = Callable[[Event, Player], None]


def host() -> Player:
    return Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)


def evening(minutes_ahead: float = 0) -> tuple[Event, list[Player]]:
    event, people = announce(minutes_ahead=minutes_ahead), players(ENTRANTS)
    enter_all(event, people)
    if not minutes_ahead:
        steps_until_nothing_is_due(event)
        event.refresh_from_db()
    return event, people


def notified(kind: Any = EVENT_CHANGED) -> dict[str, str]:
    """Return the sentence that each notified player reads."""
    with override("en"):
        return {
            notice.player.username: describe(notice)
            for notice in Notice.objects.filter(kind=kind.name).select_related("player")
        }


def page_for(reader: Player | None, event: Event) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    return client.get(f"/events/{event.pk}").content.decode()


def void(event: Event, by: Player) -> None:
    actions.void_event(by=by, event_id=event.pk, reason=WHY)


def extend(event: Event, by: Player) -> None:
    actions.extend_event(by=by, event_id=event.pk, minutes=20, reason=WHY)


def end(event: Event, by: Player) -> None:
    actions.end_event(by=by, event_id=event.pk, reason=WHY)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (void, "Friday night is called off: The power is out."),
        (extend, "Friday night lasts 20 minutes longer: The power is out."),
        (end, "Friday night ends early: The power is out."),
    ],
)
def test_every_remaining_entrant_is_notified_with_the_reason(act: Act, sentence: str):
    event, people = evening()
    Entry.objects.filter(player=people[0]).update(left_at=clock.now())
    act(event, host())
    assert notified() == {player.username: sentence for player in people[1:]}
    for reader in (people[1], None):
        page = page_for(reader, event)
        assert WHY in page
        assert "Hostess" not in page


@pytest.mark.slow
def test_two_extensions_are_two_notices():
    event, people = evening()
    by = host()
    for _ in range(2):
        extend(event, by)
    assert Notice.objects.filter(kind=EVENT_CHANGED.name, player=people[0]).count() == 2


def test_entrants_are_notified_when_too_few_came():
    event = announce(kind="bracket", minutes_ahead=5)
    enter_all(event, players(1))
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    next_step(event.pk)
    assert notified() == {"P0": "Friday night is called off: Fewer than two players came."}


class TestADisqualification:
    @pytest.fixture
    def seated(self) -> tuple[Event, Pairing]:
        event, _ = evening()
        pairing = live(event)[0]
        actions.disqualify(by=host(), event_id=event.pk, player=pairing.first.player, reason=WHY)
        return event, pairing

    @pytest.mark.slow
    def test_is_notified_to_its_player_alone(self, seated: tuple[Event, Pairing]):
        _, pairing = seated
        sentence = f"You’re disqualified from Friday night: {WHY}"
        assert notified() == {pairing.first.player.username: sentence}

    @pytest.mark.slow
    def test_is_seen_by_all_and_its_reason_by_its_player(self, seated: tuple[Event, Pairing]):
        event, pairing = seated
        for reader, may_read in ((pairing.first.player, True), (pairing.second.player, False)):
            page = page_for(reader, event)
            assert f"{pairing.first.player.username} disqualified" in page
            assert (WHY in page) is may_read

    @pytest.mark.slow
    def test_is_no_table_that_its_player_did_not_come_to(self, seated: tuple[Event, Pairing]):
        event, pairing = seated
        out, other = pairing.first.player, pairing.second.player
        for reader, sentence in ((out, "you were disqualified"), (other, "they were disqualified")):
            page = page_for(reader, event)
            assert sentence in page
            assert "didn’t come" not in page
        assert entry_of(event, out).no_shows == 0
        assert not out.suspensions.exists()
        assert entry_of(event, other).points == 2


@pytest.mark.slow
@pytest.mark.parametrize("act", [extend, end, void])
def test_director_who_plays_may_not_change_the_running_event_but_a_host_may(act: Act):
    (dan,) = players(1, "Dan")
    event = announce(by=dan)
    enter_all(event, [dan, *players(ENTRANTS)])
    steps_until_nothing_is_due(event)
    with pytest.raises(Refusal, match="You play in this event"):
        act(event, dan)
    with pytest.raises(Refusal, match="You play in this event"):
        actions.pause_event(by=dan, event_id=event.pk, reason=WHY)
    assert notified() == {}
    act(event, host())
    assert len(notified()) == ENTRANTS + 1


@pytest.mark.slow
def test_player_who_joins_within_ten_minutes_gets_no_start_notification(later: Any):
    event, people = evening(minutes_ahead=20)
    later(minutes=11)
    next_step(event.pk)
    enter_all(event, players(1, "Late"))
    next_step(event.pk)
    assert notified(EVENT_SOON).keys() == {player.username for player in people}
