"""First times on a player's games: once each, from games that count."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from game.accounts.guests import create_guest
from game.models import Game, Player, Scoresheet
from game.shared_decks.models import Round, SharedGame
from game.table.bot_accounts import BOTS
from people.profiles import first_times
from people.profiles.first_times import FirstTime, load_first_times, load_first_times_in
from people.profiles.record import CountedGames
from people.settings.deletion import delete_account
from tests.worlds.profiles import enter, page
from tests.worlds.scoresheets import create_change, create_scoresheet

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def names(player: Player, viewer: Player | None = None) -> list[str]:
    return [one.name for one in load_first_times(player, viewer, CountedGames.of(player.pk))]


def brought(sheet: Scoresheet, viewer: Any) -> list[str]:
    return [one.name for one in load_first_times_in(sheet.game, viewer)]


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ({}, ["First win"]),
        ({"won": False}, []),
        ({"value": 2}, ["First win", "First skunk"]),
        ({"value": 4}, ["First win", "First skunk"]),
        ({"value": 2, "won": False}, []),
        ({"best_hand": 24}, ["First win", "First hand of 24"]),
        ({"best_hand": 23}, ["First win"]),
        ({"best_hand": 28, "won": False}, ["First hand of 28"]),
        ({"best_hand": 29, "won": False}, ["First hand of 29"]),
        ({"value": 2, "best_hand": 29, "voided": True}, []),
        ({"best_hand": 29, "won": None, "ended": "void", "value": 0}, []),
    ],
)
def test_first_times_of_a_game(figures: dict[str, Any], expected: list[str], ann: Player, bob: Player):
    sheet = create_scoresheet(ann, bob, **figures)
    assert names(ann) == brought(sheet, ann) == expected
    assert names(bob) == brought(sheet, bob) == brought(sheet, None) == []


def test_each_is_marked_once_with_its_day_and_replay(ann: Player, bob: Player):
    lost = create_scoresheet(ann, bob, minutes=0, won=False)
    first = create_scoresheet(ann, bob, minutes=1)
    second = create_scoresheet(ann, bob, minutes=2, value=2)
    third = create_scoresheet(ann, bob, minutes=3, value=2)
    assert load_first_times(ann, None, CountedGames.of(ann.pk))[:2] == (
        FirstTime("First win", first.at, f"/game/{first.game_id}", first.game_id),
        FirstTime("First skunk", second.at, f"/game/{second.game_id}", second.game_id),
    )
    assert [brought(sheet, ann) for sheet in (lost, first, second, third)] == [
        [],
        ["First win"],
        ["First skunk"],
        ["First three wins in a row"],
    ]


def test_the_order_is_that_of_the_games_and_not_of_their_rows(ann: Player, bob: Player):
    create_scoresheet(ann, bob, minutes=2)
    older = create_scoresheet(ann, bob, minutes=1)
    [first] = load_first_times(ann, None, CountedGames.of(ann.pk))
    assert first.game == older.game_id


@pytest.mark.parametrize(
    ("games", "third"),
    [("ww", None), ("wwlw", None), ("www", 2), ("wwlwwwwww", 5), ("wwvw", 3), ("lwlwwlwww", 8)],
)
def test_three_in_a_row(games: str, third: int | None, ann: Player, bob: Player):
    sheets = [
        create_scoresheet(ann, bob, minutes=n, won=game != "l", voided=game == "v")
        for n, game in enumerate(games)
    ]
    found = [one.game for one in load_first_times(ann, None, CountedGames.of(ann.pk)) if "row" in one.name]
    assert found == ([] if third is None else [sheets[third].game_id])


def test_the_third_win_in_a_row_brings_it(ann: Player, bob: Player):
    sheets = [create_scoresheet(ann, bob, minutes=n, won=n > 0) for n in range(4)]
    assert brought(sheets[3], ann) == ["First three wins in a row"]


@pytest.mark.parametrize(
    ("won", "value", "hand", "rule", "expected"),
    [
        (True, 2, 12, {"won": (True,), "value": (2, 4)}, True),
        (False, 2, 12, {"won": (True,), "value": (2, 4)}, False),
        (True, 1, 12, {"won": (True,), "value": (2, 4)}, False),
        (False, 1, 24, {"best_hand": (24,)}, True),
        (True, 1, 28, {"best_hand": (24,)}, False),
    ],
)
def test_a_sheet_matches_a_rule_in_every_column(
    won: bool, value: int, hand: int, rule: first_times.Rule, expected: bool
):
    assert first_times.matches(Scoresheet(won=won, value=value, best_hand=hand), rule) == expected


def test_each_bot_is_beaten_for_the_first_time(
    ann: Player, bob: Player, novice: Player, intermediate: Player
):
    create_scoresheet(ann, novice, minutes=1)
    create_scoresheet(ann, intermediate, minutes=2, won=False)
    create_scoresheet(ann, novice, minutes=3)
    assert names(ann) == ["First win", "First win against Novice"]
    shown = names(ann, viewer=ann)
    assert [f"First win against {bot.name}" in shown for bot in BOTS.values()] == [True] * len(BOTS)
    assert names(novice) == []


def test_first_rated_win(ann: Player, bob: Player):
    create_scoresheet(ann, bob, minutes=1)
    lost = create_scoresheet(ann, bob, minutes=2, won=False, rated=True)
    create_change(ann, 1500, -20, game=lost.game_id, at=lost.at)
    never_begun = create_change(ann, 1480, 20, at=lost.at)
    assert not Game.objects.filter(pk=never_begun.game).exists()
    assert "First rated win" not in names(ann)
    rated = create_scoresheet(ann, bob, minutes=3, rated=True)
    create_change(ann, 1500, 20, game=rated.game_id, at=rated.at)
    assert brought(rated, ann) == ["First rated win"]


def test_a_later_game_takes_the_place_of_one_that_is_voided(ann: Player, bob: Player):
    first, second = (create_scoresheet(ann, bob, minutes=n) for n in (1, 2))
    assert brought(second, ann) == []
    Scoresheet.objects.filter(pk=first.pk).update(voided=True)
    assert (brought(first, ann), brought(second, ann)) == ([], ["First win"])


def test_guests_have_them_without_rated_games(bob: Player):
    guest = create_guest()
    create_scoresheet(guest, bob)
    assert names(guest) == ["First win"]
    assert "First skunk" in names(guest, viewer=guest)
    assert "First rated win" not in names(guest, viewer=guest)


def test_days_are_found_from_an_index_alone(ann: Player, novice: Player):
    [index] = [index for index in Scoresheet._meta.indexes if index.name == "record_of_a_player"]
    create_scoresheet(ann, novice)
    with CaptureQueriesContext(connection) as captured:
        load_first_times(ann, None, CountedGames.of(ann.pk))
    *_, over_all_games = [query["sql"] for query in captured if "MIN(" in query["sql"]]
    columns = {*re.findall(r'"game_scoresheet"\."(\w+)"', over_all_games)}
    fields = ("player", "at", *index.include)
    assert columns <= {Scoresheet._meta.get_field(field).column for field in fields}
    assert len(captured) <= 7


@pytest.mark.parametrize("shown", [True, False])
def test_a_game_whose_cards_are_still_played_is_hidden(shown: bool, ann: Player, bob: Player, novice: Player):
    """Its own players see it if they could before. For others, no later game takes its place."""
    hidden = create_scoresheet(ann, bob, minutes=1, best_hand=28)
    create_scoresheet(ann, bob, minutes=2, best_hand=28)
    again = Round.objects.create(of_game=hidden.game, number=1, opened_at=hidden.at)
    SharedGame.objects.create(game=hidden.game, round=again, was_shown=shown)
    assert ("First hand of 28" in names(ann)) == (not shown)
    own = {one.name: one.game for one in load_first_times(ann, ann, CountedGames.of(ann.pk))}
    assert (own["First hand of 28"] == hidden.game_id) == shown


class TestOnTheProfile:
    def test_each_has_a_name_a_day_and_its_replay(self, client: Client, ann: Player, bob: Player):
        sheet = create_scoresheet(ann, bob, value=2)
        shown = page(client, "/@Ann")
        assert "First times" in shown
        assert f'<a href="/game/{sheet.game_id}">First skunk</a>' in shown
        assert '<time class="aside" datetime="2026-11-01T12:00:00+00:00">1 Nov 2026</time>' in shown

    def test_only_the_player_sees_those_to_come(self, client: Client, ann: Player, bob: Player):
        assert "First times" not in page(client, "/@Ann")
        create_scoresheet(ann, bob)
        assert "First hand of 29" not in page(client, "/@Ann")
        enter(client, bob)
        assert "First hand of 29" not in page(client, "/@Ann")
        enter(client, ann)
        shown = page(client, "/@Ann")
        assert "First hand of 29" in shown
        assert shown.count("still to come") == shown.count('class="to-come"') == len(names(ann, ann)) - 1

    def test_a_private_profile_hides_them(self, client: Client, ann: Player, bob: Player):
        create_scoresheet(ann, bob)
        Player.objects.filter(pk=ann.pk).update(is_private=True)
        assert "First win" not in page(client, "/@Ann")
        enter(client, ann)
        assert "First win" in page(client, "/@Ann")

    def test_a_deleted_account_and_a_bot_have_none(self, client: Client, ann: Player, novice: Player):
        create_scoresheet(ann, novice)
        create_scoresheet(novice, ann)
        delete_account(ann)
        assert "First" not in page(client, f"/@{Player.objects.get(pk=ann.pk).username}")
        assert "First times" not in page(client, "/@Novice")


def test_result_of_a_game_says_it_once(client: Client, ann: Player, bob: Player):
    first, second = (create_scoresheet(ann, bob, minutes=n) for n in (1, 2))
    Game.objects.update(finished_at=first.at)
    said = {}
    for player in (ann, bob, None):
        browser = Client()
        if player:
            enter(browser, player)
        for n, sheet in enumerate((first, second)):
            said[player, n] = browser.get(f"/api/games/{sheet.game_id}/meaning").json()["firsts"]
    assert said.pop((ann, 0)) == ["First win!"]
    assert {*map(tuple, said.values())} == {()}
