"""An event as files: whole, and harmless in a spreadsheet."""

import csv
from io import StringIO

import pytest
from django.test import Client

from game.engine.state import Seat
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def rows_of(event: Event, name: str) -> list[dict[str, str]]:
    answer = Client().get(f"/events/{event.pk}/{name}.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}-{event.pk}.csv"'
    return list(csv.DictReader(StringIO(answer.content.decode())))


@pytest.fixture
def event() -> Event:
    """An event in which two players have met. The winner no longer deals first."""
    event = announce()
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    win(live(event)[0].game, Seat.A, 80)
    return event


def test_the_standings_are_the_order(event: Event):
    first, last = rows_of(event, "standings")
    assert (first["place"], first["games"], first["points"], first["wins"], first["spread"]) == (
        "1",
        "1",
        "3",
        "1",
        "41",
    )
    assert (last["place"], last["points"], last["spread"]) == ("2", "0", "-41")


def test_the_results_are_all_games(event: Event):
    [game] = rows_of(event, "results")
    assert (game["ending"], {game["score_first"], game["score_second"]}) == ("played", {"121", "80"})
    assert game[game["winner"]] in ("P0", "P1")
    assert game["opened_at"] < game["ended_at"]


def test_pairings_file_includes_their_input(event: Event):
    [pairing] = rows_of(event, "pairings")
    assert {pairing["first"], pairing["second"]} == {"P0", "P1"}
    assert '"free":' in pairing["draw"]


def test_an_announced_event_offers_its_time_for_a_calendar():
    event = announce(minutes_ahead=60)
    address = f"/events/{event.pk}/calendar.ics"
    assert f'href="{address}"' in Client().get(f"/events/{event.pk}").content.decode()
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="event-{event.pk}.ics"'
    lines = answer.content.decode().split("\r\n")
    assert f"DTSTART:{event.starts_at:%Y%m%dT%H%M%SZ}" in lines
    assert f"DTEND:{event.closes_at:%Y%m%dT%H%M%SZ}" in lines
    assert "SUMMARY:Friday night" in lines
    assert f"URL:http://testserver/events/{event.pk}" in lines


def test_a_running_event_offers_no_calendar_file(event: Event):
    assert "calendar.ics" not in Client().get(f"/events/{event.pk}").content.decode()
