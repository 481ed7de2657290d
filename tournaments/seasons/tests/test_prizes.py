"""Boards, pegs and backs of cards can be chosen by the players who have earned them, and by no others."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from msgspec import UNSET, to_builtins

from common import clock
from game.accounts.preferences import PRIZES, Preferences
from game.models import Player
from game.table.record.ledger import load_row
from game.table.wire import players_json
from game.web.replay_wire import replay_json
from people.clubs.models import Club
from people.settings.deletion import delete_account
from tests.worlds.event_clubs import create_club
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db


def crown(champion: Player, club: Club | None = None) -> Season:
    """Return a season that a player has won."""
    now, number = clock.now(), 1 + Season.objects.count()
    return Season.objects.create(
        club=club, number=number, champion=champion, starts_at=now - timedelta(weeks=13), ends_at=now
    )


def logged_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def choose(client: Client, **choices: str) -> tuple[int, str]:
    """Return the status of a choice and the reason for its refusal."""
    answer = client.post("/api/me/look", json.dumps(choices), "application/json")
    return answer.status_code, answer.json().get("says", "")


def look_of(player: Player) -> str:
    return Player.objects.values_list("look", flat=True).get(pk=player.pk)


def test_a_prize_needs_its_own_record(ann: Player, bob: Player) -> None:
    club = create_club("Night Owls")
    of_site, of_club = logged_in(ann), logged_in(bob)
    crown(ann)
    crown(bob, club)
    assert choose(of_site, board="rosewood")[0] == choose(of_club, pegs="shield")[0] == 200
    assert choose(of_club, board="rosewood") == (
        403, "You haven’t earned that yet. Win a season of this site."
    )  # fmt: skip
    assert choose(of_site, pegs="shield") == (
        403, "You haven’t earned that yet. Win a season of a club."
    )  # fmt: skip
    assert (look_of(ann), look_of(bob)) == ("board=rosewood", "pegs=shield")


@pytest.mark.parametrize(("setting", "value"), [*PRIZES])
def test_a_refused_prize_changes_nothing(setting: str, value: str, ann: Player) -> None:
    client = logged_in(ann)
    choose(client, theme="dark")
    status, says = choose(client, **{setting: value, "theme": "light"})
    assert (status, says.startswith("You haven’t earned that yet. ")) == (403, True)
    form = Preferences(theme="light").__dict__ | {setting: value}
    answer = client.post("/settings", form)
    assert (answer.status_code, "You haven’t earned that yet. " in answer.content.decode()) == (400, True)
    assert look_of(ann) == "theme=dark"


def test_a_cookie_earns_nothing(ann: Player) -> None:
    guest, client = Client(), logged_in(ann)
    for browser in (guest, client):
        browser.cookies["look-board"] = "rosewood"
        assert 'data-board="walnut"' in browser.get("/privacy").content.decode()
    assert choose(guest, board="rosewood")[0] == 403
    assert choose(client, theme="dark")[0] == 200
    assert look_of(ann) == "theme=dark"


def test_settings_say_how_to_earn_a_prize(ann: Player) -> None:
    client, locked = logged_in(ann), "<small>Win a season of this site.</small>"
    assert locked in Client().get("/settings").content.decode()
    assert locked in client.get("/settings").content.decode()
    crown(ann)
    page = client.get("/settings").content.decode()
    assert locked not in page
    assert 'value="rosewood" required>' in page
    assert "<small>Win a season of a club.</small>" in page


def test_a_chosen_prize_stays_and_is_offered_at_the_table(ann: Player, bob: Player) -> None:
    client, season = logged_in(ann), crown(ann)
    table = f"/table/{create_game(players=(ann, bob)).pk}"
    assert "rosewood" not in client.get(table).content.decode()
    choose(client, board="rosewood")
    assert 'value="rosewood" required checked>' in client.get(table).content.decode()
    season.delete()
    assert client.post("/settings", Preferences(board="rosewood", theme="dark").__dict__).status_code == 302
    assert "board=rosewood" in look_of(ann)
    choose(client, board="maple")
    assert choose(client, board="rosewood")[0] == 403


def test_both_players_and_watchers_are_told_of_prizes(ann: Player, bob: Player) -> None:
    game = create_game(players=(ann, bob))
    plain = {"bot": False, "guest": False, "nickname": None}
    assert to_builtins(players_json(load_row(game.pk).players)) == (
        {"name": "Ann", **plain},
        {"name": "Bob", **plain},
    )
    Player.objects.filter(pk=bob.pk).update(look="theme=dark&board=rosewood&pegs=shield")
    of_bob = {"name": "Bob", **plain, "prizes": {"board": "rosewood", "pegs": "shield"}}
    assert to_builtins(players_json(load_row(game.pk).players)) == ({"name": "Ann", **plain}, of_bob)


def test_replays_show_prizes_until_the_account_is_deleted(ann: Player, bob: Player) -> None:
    game = create_finished_game(players=(ann, bob))
    Player.objects.filter(pk=bob.pk).update(look="pegs=shield")
    assert replay_json(load_row(game.pk)).players[1].prizes == {"pegs": "shield"}
    assert "shield" not in load_row(game.pk).params + load_row(game.pk).transcript
    delete_account(bob)
    assert replay_json(load_row(game.pk)).players[1].prizes is UNSET
