"""The turning points of a past night of twelve: from recorded games, once, and never of cards in play."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from game.models import Player
from game.shared_decks.models import SharedGame
from game.table.record.ledger import Ledger
from tests.worlds.shared_decks import create_round
from tests.worlds.stepped_evenings import announce, enter_all, live, players, steps_until_nothing_is_due
from tests.worlds.tables import begin, load_dealt_table, play_to_end
from tournaments.archive import night
from tournaments.events.manage import actions
from tournaments.events.models import Event, Pairing

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("newcomers_may_enter"),
    pytest.mark.slow,
]


def play_night(ledger: Ledger, rounds: int = 2) -> Event:
    """A night of twelve that is over, all of whose games were really played."""
    event = announce()
    enter_all(event, players(12))
    for _ in range(rounds):
        steps_until_nothing_is_due(event)
        for pairing in live(event):
            begin(pairing.game)
            asyncio.run(_play(pairing.game_id, ledger))
    return event


async def _play(game: str, ledger: Ledger) -> None:
    await play_to_end(await load_dealt_table(game, ledger))


def end(event: Event) -> None:
    host = Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
    actions.end_event(by=host, event_id=event.pk, reason="It is late.")
    steps_until_nothing_is_due(event)
    event.refresh_from_db()


def test_a_night_has_turning_points_with_links_to_its_games(ledger: Ledger, monkeypatch: Any):
    event = play_night(ledger)
    address = f"/events/{event.pk}/night"
    assert Client().get(address).status_code == 404  # while it lasts
    end(event)
    assert event.state == Event.State.OVER
    replayed: list[str] = []
    read = night._read_deals
    monkeypatch.setattr(night, "_read_deals", lambda one: replayed.append(one.game_id) or read(one))
    page = Client().get(address)
    points = page.context["points"]
    assert points
    assert 0 < len(replayed) <= 8
    assert len(points) <= 8 + 2 * 8
    games = set(Pairing.objects.filter(event=event).values_list("game", flat=True))
    assert {point.game for point in points} <= games
    for point in points:
        assert point.top
        if point.ply:
            assert f'/game/{point.game}?ply={point.ply}"' in page.content.decode()
    assert [point.at for point in points] == sorted(point.at for point in points)
    assert f'href="{address}"' in Client().get(f"/events/{event.pk}").content.decode()
    replayed.clear()
    assert _queries(lambda: Client().get(address)) <= 6
    assert replayed == []  # computed once
    _hide_and_look(event, address, points)


def _hide_and_look(event: Event, address: str, points: Any) -> None:
    """While another player is invited to the cards of a game, its replay is neither linked nor read."""
    hidden = next(point.game for point in points if point.game)
    round_, _ = create_round()
    SharedGame.objects.create(game_id=hidden, round=round_, was_shown=True)
    later = Client().get(address)
    assert hidden not in later.content.decode()
    assert all(point.ply is None for point in later.context["points"] if point.game is None)
    SharedGame.objects.all().delete()


def _queries(load: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert load().status_code == 200
    return len(queries)


@pytest.mark.parametrize("event_id", ["nothing", "e%00"])
def test_an_event_that_is_not_there_has_no_night(event_id: str):
    assert Client().get(f"/events/{event_id}/night").status_code == 404


def test_an_event_that_was_called_off_has_no_night():
    event = announce()
    Event.objects.filter(pk=event.pk).update(state=Event.State.VOID)
    assert Client().get(f"/events/{event.pk}/night").status_code == 404
