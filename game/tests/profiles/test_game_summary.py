"""The summary of a game for its players."""

import pytest
from django.test import Client

from game.models import Game, Player, Scoresheet
from game.profiles.game_summary import HeadToHead, PointSources, WinningRun, build_game_summary, winning_run
from game.tests.profiles.scoresheets import create_scoresheet

pytestmark = [pytest.mark.rows_in_full, pytest.mark.django_db]


def played(sheet: Scoresheet) -> Game:
    """The game of a sheet, as it is once it is over."""
    Game.objects.filter(pk=sheet.game_id).update(finished_at=sheet.at)
    return Game.objects.get(pk=sheet.game_id)


@pytest.mark.rows
@pytest.mark.parametrize(
    ("oldest_first", "run"),
    [
        ("", WinningRun(0, 0, 0)),
        ("w", WinningRun(1, 1, 0)),
        ("wwwlww", WinningRun(2, 3, 0)),
        ("lwwl", WinningRun(0, 2, 2)),
        ("wwll", WinningRun(0, 2, 0)),
        ("l", WinningRun(0, 0, 0)),
    ],
)
def test_a_run_is_won_in_a_row(oldest_first: str, run: WinningRun):
    assert winning_run(game == "w" for game in reversed(oldest_first)) == run


def test_a_game_is_seen_as_it_was_when_it_ended(ann: Player, bob: Player, novice: Player):
    create_scoresheet(ann, bob, minutes=1, won=False)
    create_scoresheet(ann, novice, minutes=2)
    create_scoresheet(ann, bob, minutes=2, voided=True)
    second = create_scoresheet(ann, bob, minutes=2)
    create_scoresheet(ann, bob, minutes=2, won=False)
    mine = build_game_summary(second.game, ann).mine
    assert (mine.run, mine.met) == (WinningRun(2, 2, 0), HeadToHead(1, 1))


def test_points_are_taken_apart_and_add_up(ann: Player, bob: Player):
    figures = {
        "pegged_as_dealer": 12,
        "pegged_as_pone": 9,
        "hand_points": 70,
        "crib_points": 24,
        "best_hand": 16,
    }
    sheet = create_scoresheet(ann, bob, points=121, **figures)
    assert build_game_summary(sheet.game, ann).by_seat == (PointSources(21, 70, 24, 6, 16),)


def test_a_watcher_learns_nothing_of_anybodys_run_nor_anybody_of_a_game_taken_back(
    ann: Player, bob: Player, novice: Player
):
    assert build_game_summary(create_scoresheet(ann, novice).game, bob).mine is None
    taken_back = build_game_summary(create_scoresheet(ann, bob, voided=True).game, ann)
    assert (taken_back.by_seat, taken_back.mine) == ((), None)


def test_it_is_told_when_the_game_is_over_and_not_before(ann: Player, bob: Player, client: Client):
    sheet = create_scoresheet(ann, bob)
    client.force_login(ann)
    path = f"/api/games/{sheet.game_id}/meaning"
    assert client.get(path).json()["error"] == "not_over"
    played(sheet)
    assert client.get(path).json()["mine"] == {
        "run": {"now": 1, "longest": 1, "ended": 0},
        "met": {"won": 1, "lost": 0},
    }
