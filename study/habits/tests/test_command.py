"""`manage.py fit_habits` on a site with finished games of people."""

import json
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from common import clock
from game.models import Game, Player
from game.table.bot_accounts import get_or_create_account
from ranking.models import Change, Kind
from study.habits import report
from study.habits.measure import summarize
from study.habits.site_games import Band, find_games, make_bands, observe_site
from tests.worlds.finished_games import create_finished_game
from tests.worlds.shared_decks import create_round
from tests.worlds.tables import create_game, update_row

pytestmark = pytest.mark.django_db

ALL = Band(None, None)


@pytest.fixture
def ann() -> Player:
    return Player.objects.create(username="Ann")


@pytest.fixture
def bob() -> Player:
    return Player.objects.create(username="Bob")


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    """A rated game, in which Ann plays as Novice and Bob as Intermediate."""
    return play_game(ann, bob)


def play_game(one: Player, other: Player) -> Game:
    """A rated game whose decks are on record."""
    game = create_finished_game(players=(one, other), rated=True)
    call_command("record_deals", stdout=StringIO())
    return game


def run(capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    call_command("fit_habits", "--games", "4", "--json", *options)
    return json.loads(capsys.readouterr().out)


def test_bands_cover_all_points_once():
    bands = make_bands([1700, 1500, 1700])
    assert [band.name for band in bands] == ["below 1500", "1500 to 1699", "from 1700"]
    for points in (0, 1499, 1500, 1699, 1700, 4000):
        assert sum(band.holds(points) for band in bands) == 1


def test_both_players_of_all_games_are_measured(ann: Player, bob: Player):
    games = [play_game(ann, bob) for _ in range(4)]  # one game in thirty has no choice of this kind
    found = observe_site([ALL], 10)
    assert found.games == 4
    novice, intermediate = found.players[ALL]  # in the order of the seats
    assert (novice.games, intermediate.games) == (4, 4)
    # Intermediate takes every point.
    two = intermediate.evidence["NOTICES"]
    assert two.observed == two.decisions > 0
    deals = sum(game.transcript.count("#") - game.transcript.split().count("#0") for game in games)
    assert deals - 4 <= novice.discards <= deals


def test_a_player_counts_at_the_points_before_the_game(game: Game, ann: Player):
    Change.objects.filter(game=game.pk, player=ann).update(own=1800)
    low, high = make_bands([1700])
    found = observe_site([low, high], 10).players
    assert [len(found[band]) for band in (low, high)] == [1, 1]
    assert sum(Change.objects.filter(game=game.pk, kind=Kind.PEOPLE).values_list("own", flat=True)) == 3300


def test_games_of_a_player_are_one_sample(game: Game, ann: Player, bob: Player):
    play_game(bob, ann)
    found = observe_site([ALL], 10)
    assert found.games == 2
    assert [one.games for one in found.players[ALL]] == [2, 2]
    assert summarize(found.players[ALL]).players == 2
    assert observe_site([ALL], 1).games == 1


@pytest.mark.parametrize(
    "flags",
    [{"is_guest": True}, {"is_api_bot": True}, {"is_sample": True}, {"is_active": False}],
    ids=lambda flags: next(iter(flags)),
)
def test_only_games_of_people_with_accounts_are_read(game: Game, bob: Player, flags: dict[str, bool]):
    assert find_games().count() == 1
    Player.objects.filter(pk=bob.pk).update(**flags)
    assert find_games().count() == 0


def test_games_with_a_bot_are_not_read(game: Game):
    update_row(game.pk, seat_b=get_or_create_account("novice"))
    assert find_games().count() == 0


@pytest.mark.parametrize("fields", [{"rated": False}, {"voided": True}, {"winner": None}], ids=str)
def test_casual_void_and_undecided_games_are_not_read(game: Game, fields: dict[str, Any]):
    update_row(game.pk, **({"voided_at": clock.now()} if "voided" in fields else fields))
    assert find_games().count() == 0


def test_a_game_that_is_not_over_is_not_read(ann: Player, bob: Player):
    create_game(players=(ann, bob), rated=True)
    assert find_games().count() == 0


def test_a_board_that_is_open_at_other_tables_is_not_read(ann: Player, bob: Player):
    round_, [shared] = create_round(tables=1)
    Player.objects.filter(pk__in=(shared.seat_a_id, shared.seat_b_id)).update(is_guest=False)
    update_row(shared.pk, rated=True, winner=0, finished_at=clock.now())
    assert find_games().count() == 0
    round_.closed_at = clock.now()
    round_.save()
    assert find_games().count() == 1


def test_a_game_whose_deck_is_not_on_record_is_left_out(game: Game):
    from rng.models import Deal

    Deal.objects.filter(game=game.pk, number=1).delete()
    found = observe_site([ALL], 10)
    assert (found.games, found.players[ALL]) == (0, [])


def test_a_record_that_cannot_be_read_is_left_out(game: Game):
    update_row(game.pk, transcript=f"{game.transcript} b9Z")
    assert observe_site([ALL], 10).games == 0


@pytest.mark.slow
def test_the_command_shows_no_habits_of_two_players(game: Game, capsys: pytest.CaptureFixture[str]):
    figures = run(capsys)
    assert (figures["games"], figures["games_read"]) == (1, 1)
    groups, bots = figures["columns"][:3], figures["columns"][3:]
    counted = {"players": 2, "games": 2, "enough_players": False}
    assert groups[1] == {"name": "1500 to 1699", **counted}
    assert [bot["name"] for bot in bots] == ["Beginner", "Novice", "Club"]
    assert bots[0]["habits"]["led_5"]["value"] > bots[1]["habits"]["led_5"]["value"]


@pytest.mark.slow
def test_the_command_prints_a_level_and_what_its_fit_lacks(
    game: Game, ann: Player, bob: Player, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(report, "MIN_PLAYERS", 2)
    # By chance a few games may be precise enough, and one where both players err alike is.
    strict = report.PARAMETERS["MISCOUNT"]._replace(precise=1e-6)
    monkeypatch.setitem(report.PARAMETERS, "MISCOUNT", strict)
    for _ in range(2):
        play_game(ann, bob)
    before = Change.objects.count(), Game.objects.get(pk=game.pk).__dict__ | {"_state": None}
    call_command("fit_habits", "--games", "4", "--bounds", "1400")
    printed = capsys.readouterr().out
    assert "3 of 3 rated games of people read" in printed
    assert "from 1400: too few games to fit MISCOUNT, 6 of about" in printed
    assert "below 1400: too few players, 0 of the 2 needed." in printed
    assert not any(name in printed for name in ("Ann", "Bob", game.pk))
    assert (Change.objects.count(), Game.objects.get(pk=game.pk).__dict__ | {"_state": None}) == before


@pytest.mark.slow
def test_with_enough_games_the_fitted_model_plays_and_is_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(report, "MIN_PLAYERS", 2)
    for name in ("MISCOUNT", "NOTICES"):
        monkeypatch.setitem(report.PARAMETERS, name, report.PARAMETERS[name]._replace(precise=100))
    players = [Player.objects.create(username=name) for name in ("Cat", "Dan", "Eve")]
    for one, other in pairwise(players):
        play_game(one, other)
    call_command("fit_habits", "--games", "10", "--bounds", "1400")
    printed = capsys.readouterr().out
    assert "from 1400: errs as Novice with MISCOUNT = " in printed
    assert "as from 1400" in printed.splitlines()[1]


@pytest.mark.parametrize("options", [["--bounds", "0"], ["--limit", "-1"], ["--games", "x"]])
def test_an_option_that_is_no_number_is_refused(options: list[str]):
    with pytest.raises(CommandError, match="whole number from 1 on"):
        call_command("fit_habits", *options)
