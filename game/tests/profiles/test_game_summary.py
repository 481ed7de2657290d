"""What a game meant to those who played it."""

import pytest
from django.test import Client

from game.models import Game, Player, Scoresheet
from game.profiles.game_summary import Met, Run, Sources, meaning_of, run_of
from game.tests.profiles.scoresheets import a_sheet

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def played(sheet: Scoresheet) -> Game:
    """The game of a sheet, as it is once it is over."""
    Game.objects.filter(pk=sheet.game_id).update(finished_at=sheet.at)
    return Game.objects.get(pk=sheet.game_id)


@pytest.mark.parametrize(
    ("oldest_first", "run"),
    [
        ("", Run(0, 0, 0)),
        ("w", Run(1, 1, 0)),
        ("wwwlww", Run(2, 3, 0)),
        ("lwwl", Run(0, 2, 2)),
        ("wwll", Run(0, 2, 0)),
        ("l", Run(0, 0, 0)),
    ],
)
def test_a_run_is_won_in_a_row(oldest_first: str, run: Run):
    assert run_of(game == "w" for game in reversed(oldest_first)) == run


def test_a_game_is_seen_as_it_was_when_it_ended(ann: Player, bob: Player, novice: Player):
    a_sheet(ann, bob, minutes=1, won=False)
    a_sheet(ann, novice, minutes=2)
    a_sheet(ann, bob, minutes=2, voided=True)
    second = a_sheet(ann, bob, minutes=2)
    a_sheet(ann, bob, minutes=2, won=False)
    mine = meaning_of(second.game, ann).mine
    assert (mine.run, mine.met) == (Run(2, 2, 0), Met(1, 1))


def test_points_are_taken_apart_and_add_up(ann: Player, bob: Player):
    figures = {
        "pegged_as_dealer": 12,
        "pegged_as_pone": 9,
        "hand_points": 70,
        "crib_points": 24,
        "best_hand": 16,
    }
    sheet = a_sheet(ann, bob, points=121, **figures)
    assert meaning_of(sheet.game, ann).by_seat == (Sources(21, 70, 24, 6, 16),)


def test_a_watcher_learns_nothing_of_anybodys_run_nor_anybody_of_a_game_taken_back(
    ann: Player, bob: Player, novice: Player
):
    assert meaning_of(a_sheet(ann, novice).game, bob).mine is None
    taken_back = meaning_of(a_sheet(ann, bob, voided=True).game, ann)
    assert (taken_back.by_seat, taken_back.mine) == ((), None)


def test_it_is_told_when_the_game_is_over_and_not_before(ann: Player, bob: Player, client: Client):
    sheet = a_sheet(ann, bob)
    client.force_login(ann)
    path = f"/api/games/{sheet.game_id}/meaning"
    assert client.get(path).json()["error"] == "not_over"
    played(sheet)
    assert client.get(path).json()["mine"] == {
        "run": {"now": 1, "longest": 1, "ended": 0},
        "met": {"won": 1, "lost": 0},
    }
