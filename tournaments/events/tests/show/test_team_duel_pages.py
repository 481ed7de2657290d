"""The pages of a duel of two teams: open boards hidden, closed ones table by table, and joining."""

import csv
import io
import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from common import clock
from common.formats.json import Json
from game.models import Player
from people.notices.models import Notice
from tests.worlds.duplicates import Later, close_round
from tests.worlds.event_clubs import create_club, owner_of
from tests.worlds.stepped_evenings import entry_of, live, players, steps_until_nothing_is_due, win
from tournaments.event_pages.live_frame import load_live_event
from tournaments.events.models import Event, Team
from tournaments.events.show.event_page import first_frame
from tournaments.events.show.past_of_player import count_meetings
from tournaments.events.show.snapshot import load_event_page, load_visit
from tournaments.events.tests.team_duels import announce_duel, begin_duel, end_board, enter_teams, hares_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

BACKEND = "game.accounts.password.ByNameOrEmail"
SCORE_OF_A_SKUNK = " – 57"


def as_player(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def host() -> Player:
    return Player.objects.create(username="Host", is_staff=True, is_superuser=True)


def rows_of(client: Client, path: str) -> list[dict[str, str]]:
    answer = client.get(path)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def frames_of(event: Event, viewer: Player | None) -> list[Json]:
    """Return the first data of a page and a socket."""
    visit = load_visit(event.pk, viewer)
    of_socket = load_live_event(event.pk, [viewer.pk] if viewer else []).shared
    return [json.loads(frame) for frame in (first_frame(visit, 0), of_socket)]


@pytest.mark.slow
def test_open_board_of_a_duel_is_hidden_on_every_page_and_socket(later: Later):
    event, *_ = begin_duel(later)
    done, other = live(event)
    win(done.game, hares_seat(done), 57)
    steps_until_nothing_is_due(event)
    for viewer in (None, done.first.player, other.first.player, other.second.player, host()):
        client = as_player(viewer) if viewer else Client()
        for shown in (load_event_page(event.pk, viewer), *frames_of(event, viewer)):
            assert {(one["winner"], *one["scores"]) for one in shown["tables"]} == {(None, 0, 0)}
            assert {(line["points"], line["games"], line["spread"]) for line in shown["standings"]} == {
                (0, 0, 0)
            }
            assert {(side["points"], side["games"], side["spread"]) for side in shown["sides"]} == {(0, 0, 0)}
        for name in ("event", "event_boards", "event_pairings"):
            assert SCORE_OF_A_SKUNK not in client.get(reverse(name, args=[event.pk])).content.decode()
        assert client.get(f"/api/events/{event.pk}/boards").json()["boards"] == []
        pairings = client.get(f"/api/events/{event.pk}/pairings").json()["pairings"]
        assert {(game["winner"], *game["scores"]) for each in pairings for game in each["games"]} == {
            (None, 0, 0)
        }
        if viewer in (done.first.player, done.second.player):
            line = client.get(f"/api/events/{event.pk}/mine").json()["line"]
            assert (line["points"], line["games"], line["spread"]) == (0, 0, 0)
        assert rows_of(client, f"/events/{event.pk}/boards.csv") == []
        results = rows_of(client, f"/events/{event.pk}/results.csv")
        assert {(row["winner"], row["score_first"], row["score_second"]) for row in results} == {
            ("", "0", "0")
        }
        standings = rows_of(client, f"/events/{event.pk}/standings.csv")
        assert {(row["points"], row["spread"]) for row in standings} == {("0", "0")}
        assert client.get(reverse("replay", args=[done.game_id])).status_code in (302, 403, 404)
    assert count_meetings(done.first.player_id, done.second.player_id) == (0, 0)
    win(other.game, hares_seat(other), 100)
    close_round(event, later)
    assert SCORE_OF_A_SKUNK in Client().get(reverse("event", args=[event.pk])).content.decode()


@pytest.mark.slow
def test_closed_board_shows_its_tables_and_the_winner(later: Later):
    event, hares, _ = begin_duel(later)
    end_board(event, later, 57)  # 64 ahead, 21 behind
    (board,) = as_player(hares[0]).get(f"/api/events/{event.pk}/boards").json()["boards"]
    assert (board["margin"], board["points"], board["says"]) == (43, [2, 0], "Hares +43")
    first, second = board["tables"]
    assert (first["one"]["name"], first["one"]["score"], first["one"]["mine"]) == ("H0", 121, True)
    assert (first["one"]["dealt_first"], second["one"]["dealt_first"]) == (True, False)
    assert (first["margin"], second["margin"]) == (64, -21)
    page = Client().get(reverse("event", args=[event.pk])).content.decode()
    assert "Hares +43" in page
    assert "1–0–0" in page


@pytest.mark.slow
def test_file_has_every_seat_of_every_board(later: Later):
    event, *_ = begin_duel(later)
    end_board(event, later, 57)
    rows = rows_of(Client(), f"/events/{event.pk}/boards.csv")
    columns = ("team", "name", "margin", "board_margin", "board_points")
    assert [tuple(row[name] for name in columns) for row in rows] == [
        ("Hares", "H0", "64", "43", "2"), ("Owls", "O0", "-64", "-43", "0"),
        ("Hares", "H1", "-21", "43", "2"), ("Owls", "O1", "21", "-43", "0"),
    ]  # fmt: skip
    standings = rows_of(Client(), f"/events/{event.pk}/standings.csv")
    assert [(row["name"], row["side"], row["place"]) for row in standings] == [
        ("H0", "Hares", "1"), ("H1", "Hares", "1"), ("O0", "Owls", "2"), ("O1", "Owls", "2"),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_host_makes_a_duel_by_the_form_and_gives_away_a_link_for_each_team():
    hosts, (ann, bob) = as_player(host()), players(2, "Friend")
    tomorrow = clock.now() + timedelta(days=1)
    chosen = {
        "kind": "teams", "title": "Same cards", "games": 9, "minutes": 60, "best_of": 3, "round_days": 0,
        "starts": tomorrow.strftime("%Y-%m-%dT20:00"), "clock": "quick", "counting": "auto", "rated": "on",
        "utc_offset": 0, "team_size": 2, "team_one": "Hares", "team_other": "Owls",
        "players_one": "@Friend0, friend1",
    }  # fmt: skip
    made = hosts.post("/events/new", chosen)
    assert made.status_code == 302
    event = Event.objects.get()
    assert (event.games, event.team_size, event.rated) == (8, 2, False)
    assert set(Notice.objects.values_list("player", flat=True)) == {ann.pk, bob.pk}
    links = re.findall(r"http://testserver(/events/join/\w+)", hosts.get(made.url).content.decode())
    assert len(links) == 2
    assert "/events/join/" not in as_player(ann).get(made.url).content.decode()
    as_player(ann).post(reverse("enter_event_page", args=[event.pk]), {"act": "join"})
    assert entry_of(event, ann).team.name == "Hares"
    (carl,) = players(1, "Carl")
    assert "play for Owls" in as_player(carl).get(links[1]).content.decode()
    assert as_player(carl).post(links[1]).url == made.url
    assert entry_of(event, carl).team.name == "Owls"


@pytest.mark.parametrize(
    "wrong",
    [
        {"team_other": "hares"},
        {"team_one": ""},
        {"players_one": "Nobody-Here"},
        {"players_one": "Host", "players_other": "Host"},
        {"team_size": 3},
    ],
)
def test_impossible_teams_are_refused_with_an_explanation(wrong: dict[str, object]):
    chosen = {
        "kind": "teams", "title": "Same cards", "games": 9, "minutes": 60, "best_of": 3, "round_days": 0,
        "starts": (clock.now() + timedelta(days=1)).strftime("%Y-%m-%dT20:00"), "clock": "quick",
        "counting": "auto", "utc_offset": 0, "team_size": 2, "team_one": "Hares", "team_other": "Owls",
    }  # fmt: skip
    assert as_player(host()).post("/events/new", chosen | wrong).status_code == 400
    assert not Event.objects.exists()


def test_a_duel_is_made_and_joined_by_the_calls():
    hosts, (ann, bob) = as_player(host()), players(2, "Friend")
    teams = [{"name": "Hares", "players": ["Friend0"]}, {"name": "Owls"}]
    body = {"kind": "teams", "title": "By call", "starts": clock.milliseconds() + 3_600_000, "team_size": 2}
    made = hosts.post("/api/events", body | {"teams": teams}, content_type="application/json")
    assert made.status_code == 201
    path = f"/api/events/{made.json()['event']}/join"
    assert as_player(ann).post(path, {}, content_type="application/json").status_code == 200
    assert as_player(bob).post(path, {}, content_type="application/json").json()["error"] == "not_yours"
    link = {"team": Team.objects.get(name="Owls").token}
    assert as_player(bob).post(path, link, content_type="application/json").status_code == 200
    refused = hosts.post("/api/events", body | {"title": "None"}, content_type="application/json")
    assert refused.json()["error"] == "bad_request"


def test_a_link_that_leads_nowhere_and_a_visitor_without_an_account():
    event = announce_duel()
    assert Client().get("/events/join/forged").status_code == 404
    link = reverse("join_team", args=[event.teams.first().token])
    assert "Sign up" in Client().get(link).content.decode()
    assert "/accounts/login" in Client().post(link).url
    assert not event.entries.exists()


def test_visitor_without_a_link_sees_how_to_join():
    event = announce_duel()
    (stranger,) = players(1, "S")
    page = as_player(stranger).get(reverse("event", args=[event.pk])).content.decode()
    assert "This duel is for two teams." in page


@pytest.mark.slow
def test_the_page_names_the_team_of_each_player_and_no_table_can_be_watched(later: Later):
    event, *_ = begin_duel(later)
    page = Client().get(reverse("event", args=[event.pk])).content.decode()
    assert page.count('data-part="side">Hares<') == 2
    assert not any(reverse("table", args=[one.game_id]) in page for one in live(event))


@pytest.mark.slow
def test_finished_duel_shows_the_teams_on_the_podium(later: Later):
    event, *_ = begin_duel(later)
    for _ in range(8):
        end_board(event, later)
    page = Client().get(reverse("event", args=[event.pk]))
    assert [(one["place"], one["name"], one["points"]) for one in page.context["podium"]] == [
        (1, "Owls", 16), (2, "Hares", 0),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_club_invites_another_to_a_duel_of_two_and_two():
    owls, hares = create_club("Owls", *players(2, "O")), create_club("Hares", *players(2, "H"))
    starts = (clock.now() + timedelta(days=1)).strftime("%Y-%m-%dT20:00")
    form = {"rival": "hares", "starts": starts, "utc_offset": 0, "games": 9, "clock": "quick", "team_size": 2}
    assert as_player(owner_of(owls)).post("/club/owls/duel", form).status_code == 302
    page = as_player(owner_of(hares)).get("/club/hares").content.decode()
    assert "2 + 2" in page
    offer = hares.duels_to_answer.get()
    as_player(owner_of(hares)).post("/club/hares", {"do": "accept_duel", "offer": offer.pk})
    event = Event.objects.get()
    assert (event.kind, event.team_size) == ("teams", 2)
    shown = load_event_page(event.pk, None)["sides"]
    assert [side["club"] for side in shown] == [
        {"name": each.name, "slug": each.slug} for each in (owls, hares)
    ]
    page = as_player(owner_of(owls)).get(reverse("event", args=[event.pk])).content.decode()
    assert "/events/join/" not in page  # members need no link


def test_short_team_sees_why_no_board_is_played(later: Later):
    event = announce_duel()
    enter_teams(event, (players(2, "H"), players(1, "O")))
    later(minutes=1)
    steps_until_nothing_is_due(event)
    page = Client().get(reverse("event", args=[event.pk])).content.decode()
    assert "Fewer than 2 players of Owls came." in page
