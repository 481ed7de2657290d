"""The pages of a duplicate night: nothing of an open board, and every table of a closed one."""

import csv
import io
import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from common import clock
from common.formats.json import Json
from game.models import Player
from tests.worlds.duplicates import (
    Later,
    begin_duplicate,
    close_round,
    commit_all,
    end_round,
    reveal_all,
    winner_of_first,
)
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.event_pages.live_frame import load_live_event
from tournaments.events.manage import entering
from tournaments.events.models import Pairing
from tournaments.events.show.event_page import first_frame
from tournaments.events.show.past_of_player import count_meetings
from tournaments.events.show.snapshot import load_event_page, load_visit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def rows_of(client: Client, path: str) -> list[dict[str, str]]:
    answer = client.get(path)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def tables_in_frames(event: str, viewer: Player | None) -> list[Json]:
    """Return all tables in the first data of a page and a socket."""
    visit = load_visit(event, viewer)
    of_socket = load_live_event(event, [viewer.pk] if viewer else []).shared
    frames = [json.loads(frame) for frame in (first_frame(visit, 0), of_socket)]
    return [table for frame in frames for table in frame["tables"]]


@pytest.mark.slow
def test_open_board_is_hidden_on_every_page_and_socket(later: Later, client: Client):
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
        pairings = client.get(f"/api/events/{event.pk}/pairings").json()["pairings"]
        games = [game for each in pairings for game in each["games"]]
        assert {(game["winner"], *game["scores"]) for game in games} == {(None, 0, 0)}
        assert {(game["winner"], *game["scores"]) for game in tables_in_frames(event.pk, viewer)} == {
            (None, 0, 0)
        }
        if viewer in (done.first.player, done.second.player):
            line = client.get(f"/api/events/{event.pk}/mine").json()["line"]
            assert (line["x"], line["points"], line["games"]) == (0.0, 0, 0)
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


@pytest.mark.slow
def test_closed_board_shows_all_tables_and_compares_mine_with_the_best(later: Later, client: Client):
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


@pytest.mark.slow
def test_returning_viewer_sees_the_progress_of_decks_and_rounds(later: Later):
    event, entrants = announce("duplicate", minutes_ahead=1, games=2), players(8)
    enter_all(event, entrants)
    commit_all(event, entrants)

    def step() -> tuple[str, int, int]:
        found = load_event_page(event.pk, None)["step"]
        return found["stage"], found["round"], found["closed"]

    assert step() == ("announced", 0, 0)
    later(minutes=1)
    steps_until_nothing_is_due(event)
    for player in entrants[:5]:  # too few for a round, so only the decks change
        entering.pause(event_id=event.pk, player=player)
    reveal_all(event, entrants)
    assert step() == ("collecting", 0, 0)
    later(seconds=2)
    steps_until_nothing_is_due(event)
    assert step() == ("started", 0, 0)
    for player in entrants[:5]:
        entering.resume(event_id=event.pk, player=player)
    later(seconds=2)
    steps_until_nothing_is_due(event)
    assert step() == ("started", 1, 0)
    end_round(event, later)
    assert step() == ("started", 2, 1)
    end_round(event, later)
    assert step() == ("closed", 2, 2)


@pytest.mark.slow
def test_the_order_of_a_page_and_ones_own_line_are_by_x(later: Later, client: Client):
    event, _ = begin_duplicate(later)
    first, *_ = end_round(event, later, [50])
    client.force_login(first.first.player, backend="game.accounts.password.ByNameOrEmail")
    line = client.get(f"/api/events/{event.pk}/mine").json()["line"]
    assert (line["x"], line["place"]) == (1.0, 1)
    assert line == load_event_page(event.pk, None)["standings"][0]
    assert ">+1.00</td>" in client.get(reverse("event", args=[event.pk])).content.decode()
    assert (
        ">+1,00</td>"
        in client.get(reverse("event", args=[event.pk]), headers={"Accept-Language": "fr"}).content.decode()
    )


@pytest.mark.slow
def test_the_tables_of_a_round_cannot_be_watched_from_its_page(later: Later, client: Client):
    event, _ = begin_duplicate(later)
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert live(event)[0].game_id in page
    assert not any(reverse("table", args=[one.game_id]) in page for one in live(event))


def test_other_events_have_no_boards(client: Client):
    event = announce("night", minutes_ahead=5)
    assert client.get(f"/events/{event.pk}/boards").status_code == 404
    assert client.get(f"/api/events/{event.pk}/boards").json()["boards"] == []
    assert Pairing.objects.count() == 0
