"""What a duplicate night shows: nothing of a board that is open, and every table of one that is closed."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from common import clock
from game.events.models import Pairing
from game.events.past_of_player import count_meetings
from game.events.snapshot import load_event_page
from game.events.tests.duplicates import Later, begin_duplicate, close_round, winner_of_first
from game.events.tests.evenings import live, steps_until_nothing_is_due, win
from game.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def rows_of(client: Client, path: str) -> list[dict[str, str]]:
    answer = client.get(path)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_no_door_tells_of_a_board_that_is_open(later: Later, client: Client):
    event, _ = begin_duplicate(later)
    done, *others = live(event)
    win(done.game, winner_of_first(done), 57)
    steps_until_nothing_is_due(event)
    host = Player.objects.create(username="Host", is_staff=True, is_superuser=True)
    for viewer in (None, done.first.player, done.second.player, host):
        page = load_event_page(event.pk, viewer)
        assert page["step"]["done"] == 1
        (table,) = [one for one in page["tables"] if one["ending"]]
        assert (table["ending"], table["winner"], table["scores"]) == ("hidden", None, [0, 0])
        assert {(line["x"], line["points"], line["games"]) for line in page["standings"]} == {(0.0, 0, 0)}
        if viewer:
            client.force_login(viewer, backend="game.accounts.password.ByNameOrEmail")
        for name in ("event", "event_boards", "event_pairings"):
            assert " – 57" not in client.get(reverse(name, args=[event.pk])).content.decode()
        assert client.get(f"/api/events/{event.pk}/boards").json()["boards"] == []
        assert {one["winner"] for one in client.get(f"/api/events/{event.pk}").json()["tables"]} == {None}
        assert rows_of(client, f"/events/{event.pk}/boards.csv") == []
        (row,) = [
            one for one in rows_of(client, f"/events/{event.pk}/results.csv") if one["ending"] != "live"
        ]
        assert (row["ending"], row["winner"], row["score_second"]) == ("hidden", "", "0")
        assert {one["x"] for one in rows_of(client, f"/events/{event.pk}/standings.csv")} == {"0.0"}
    assert client.get(reverse("admin:events_pairing_changelist")).content.decode().count(done.game_id) == 0
    assert count_meetings(done.first.player_id, done.second.player_id) == (0, 0)
    for pairing in others:
        win(pairing.game, winner_of_first(pairing))
    close_round(event, later)
    assert count_meetings(done.first.player_id, done.second.player_id) == (1, 0)
    assert " – 57" in client.get(reverse("event", args=[event.pk])).content.decode()


def test_a_closed_board_has_all_its_tables_and_mine_beside_the_best_of_my_seat(later: Later, client: Client):
    event, _ = begin_duplicate(later)
    best, mine, *others = live(event)
    win(best.game, winner_of_first(best), 57)
    win(mine.game, winner_of_first(mine).other, 100)
    for pairing in others:
        win(pairing.game, winner_of_first(pairing))
    close_round(event, later)
    client.force_login(mine.first.player, backend="game.accounts.password.ByNameOrEmail")
    (board,) = client.get(f"/api/events/{event.pk}/boards").json()["boards"]
    assert [table["first"]["says"] for table in board["tables"]] == ["+1.67", "+0.33", "+0.33", "−2.33"]
    assert board["beside"]["own"]["game"] == mine.game_id
    assert board["beside"]["best"]["game"] == best.game_id
    client.force_login(best.first.player, backend="game.accounts.password.ByNameOrEmail")
    (board,) = client.get(f"/api/events/{event.pk}/boards").json()["boards"]
    assert board["beside"]["best"] is None
    rows = rows_of(client, f"/events/{event.pk}/boards.csv")
    assert len(rows) == 8
    assert sum(float(row["x"]) for row in rows) == pytest.approx(0)


def test_a_host_makes_a_duplicate_night_by_the_form_and_by_the_call(client: Client):
    host = Player.objects.create(username="Host", is_staff=True, is_superuser=True)
    client.force_login(host, backend="game.accounts.password.ByNameOrEmail")
    tomorrow = clock.now() + timedelta(days=1)
    chosen = {
        "kind": "duplicate", "title": "Same cards", "games": 9, "minutes": 60, "best_of": 3, "round_days": 0,
        "starts": tomorrow.strftime("%Y-%m-%dT20:00"), "clock": "quick", "counting": "auto", "rated": "on",
        "utc_offset": 0,
    }  # fmt: skip
    starts = clock.milliseconds() + 3_600_000
    made = client.post(
        "/api/events",
        {"kind": "duplicate", "title": "By call", "starts": starts, "games": 7},
        content_type="application/json",
    )
    assert made.status_code == 201
    refused = client.post(
        "/api/events",
        {"kind": "duplicate", "title": "By call", "starts": starts, "games": 9},
        content_type="application/json",
    )
    assert refused.status_code == 400
    answer = client.post("/events/new", chosen)
    assert answer.status_code == 302
    page = client.get(answer.url)
    assert "Duplicate night" in page.content.decode()
    assert page.context["event"]["rated"] is False


def test_other_events_have_no_boards(client: Client):
    from game.events.tests.evenings import announce

    event = announce("night", minutes_ahead=5)
    assert client.get(f"/events/{event.pk}/boards").status_code == 404
    assert client.get(f"/api/events/{event.pk}/boards").json()["boards"] == []
    assert Pairing.objects.count() == 0
