"""`manage.py recompute_ratings`: games, changes and standings, and its reports."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from common import clock
from game.engine.state import Ended, Seat
from game.engine.tally import Sheet
from game.models import Game, Player, Scoresheet
from game.table import bot_accounts
from game.table.forced_endings import void_by_ruling
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking.models import Change, Kind, Standing

pytestmark = pytest.mark.django_db


def over(name: str, one: Player, other: Player, how: Ended = Ended.PLAYED, *, rated: bool = True) -> str:
    """Return a game that the first player has won."""
    about = {"seat_a": one, "seat_b": other, "rated": rated, "transcript": "121 auto", "params": "{}"}
    Game.objects.create(id=name, created_at=clock.now() - timedelta(hours=1), **about)
    with transaction.atomic():
        write_results({name: Result(Seat.A, 1, how.value, (Sheet(deals_as_dealer=3), Sheet()), 3)})
    return name


@pytest.fixture
def people() -> tuple[Player, Player]:
    """Return Ann and Bob after all kinds of rated games, a casual one, and one that a host voided."""
    ann, bob = (Player.objects.create(username=name) for name in ("Ann", "Bob"))
    novice = bot_accounts.get_or_create_account("novice")
    over("won", ann, bob)
    over("left", bob, ann, Ended.LEFT)
    over("novice", novice, bob)
    over("casual", ann, bob, rated=False)
    with transaction.atomic():
        void_by_ruling(over("voided", ann, bob))
    return ann, bob


def run(*options: str) -> tuple[int, str]:
    """Return the exit status and the output."""
    out = StringIO()
    try:
        call_command("recompute_ratings", *options, stdout=out, stderr=StringIO())
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    return 0, out.getvalue()


def found(*options: str) -> tuple[int, list[dict[str, Any]], dict[str, Any]]:
    """Return the JSON output: the exit status, the differences, and the summary."""
    status, said = run("--json", *options)
    *differences, counted = map(json.loads, said.splitlines())
    return status, differences, counted


def test_a_true_record_has_no_differences(people: tuple[Player, Player]) -> None:
    assert run("--check") == (0, "9 changes and 4 games read: everything is right.\n")
    assert found() == (0, [], {"changes": 9, "games": 4, "wrong": 0, "mended": 0})


@pytest.mark.rows
def test_a_wrong_standing_is_reported_by_a_check_and_otherwise_repaired(
    people: tuple[Player, Player],
) -> None:
    ann = Standing.objects.filter(player=people[0], kind=Kind.PEOPLE)
    right = ann.get().points
    ann.update(points=9000)
    named = {
        "player": "Ann", "kind": "people", "game": None, "what": "points", "stored": 9000, "right": right,
    }  # fmt: skip
    assert found("--check")[:2] == (1, [named | {"mended": False}])
    assert ann.get().points == 9000
    status, said = run()
    assert status == 0
    assert f"Ann (people): points is 9000, and should be {right}: mended." in said
    assert ann.get().points == right
    assert run("--check")[0] == 0


def tampered_change() -> None:
    Change.objects.filter(game="won", player__username="Ann").update(change=40)


def another_winner() -> None:
    Game.objects.filter(pk="won").update(winner=Seat.B)


def a_game_without_its_changes() -> None:
    Change.objects.filter(game="novice").delete()


def changes_without_a_game() -> None:
    Game.objects.filter(pk="won").update(rated=False)


def a_voided_game_that_was_not_undone() -> None:
    Change.objects.filter(game="voided").exclude(undoes=None).delete()


def an_undone_game_that_is_not_void() -> None:
    Game.objects.filter(pk="voided").update(voided_at=None)


def other_points_of_the_opponent() -> None:
    Change.objects.filter(game="left", player__username="Bob").update(opponents=1522)


def not_unfinished() -> None:
    Game.objects.filter(pk="left").update(ended="resigned")


def as_if_nothing_was_counted() -> None:
    Scoresheet.objects.filter(game="left").update(deals_as_dealer=0)


def of_other_terms() -> None:
    Change.objects.filter(game="left", player__username="Bob").update(terms="shared")


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.parametrize(
    "wrong",
    [
        tampered_change, another_winner, a_game_without_its_changes, changes_without_a_game,
        a_voided_game_that_was_not_undone, an_undone_game_that_is_not_void, other_points_of_the_opponent,
        not_unfinished, as_if_nothing_was_counted, of_other_terms,
    ],
)  # fmt: skip
def test_errors_in_the_record_are_reported_and_not_repaired(
    people: tuple[Player, Player], wrong: Any
) -> None:
    wrong()
    record = list(Change.objects.order_by("pk").values())
    for options in (["--check"], []):
        status, differences, counted = found(*options)
        assert status == 1
        assert counted["wrong"] >= 1
        assert any(difference["game"] for difference in differences)
    assert list(Change.objects.order_by("pk").values()) == record


def test_live_games_are_ignored(people: tuple[Player, Player]) -> None:
    ann, bob = people
    about = {"seat_a": ann, "seat_b": bob, "rated": True, "transcript": "", "params": "{}"}
    Game.objects.create(id="live", created_at=clock.now(), **about)
    assert run("--check")[0] == 0
