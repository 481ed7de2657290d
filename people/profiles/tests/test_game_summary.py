"""The summary of a game for its players."""

import pytest
from django.test import Client
from msgspec import to_builtins

from game.engine.moves import Resign
from game.engine.state import Counting, Rules
from game.models import Game, Player, Scoresheet, Secrets
from game.table.record.ledger import load_row
from game.web.replay_wire import replay_json
from hosting.demo.schedule import EarlyEnd
from people.profiles.game_summary import HeadToHead, PointSources, WinningRun, build_game_summary, winning_run
from tests.worlds.finished_games import create_finished_game
from tests.worlds.scoresheets import create_scoresheet

pytestmark = pytest.mark.django_db


def played(sheet: Scoresheet) -> Game:
    """Return the game of a sheet, marked as over."""
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


def test_summary_ignores_later_games(ann: Player, bob: Player, novice: Player):
    create_scoresheet(ann, bob, minutes=1, won=False)
    create_scoresheet(ann, novice, minutes=2)
    create_scoresheet(ann, bob, minutes=2, voided=True)
    second = create_scoresheet(ann, bob, minutes=2)
    create_scoresheet(ann, bob, minutes=2, won=False)
    mine = build_game_summary(second.game, ann).mine
    assert (mine.run, mine.met) == (WinningRun(2, 2, 0), HeadToHead(1, 1))


def count_by_kind(game: Game) -> tuple[PointSources, ...]:
    """Return the points of every peg of the replay by kind, as a reader of the replay would add them."""
    steps = to_builtins(replay_json(load_row(game.pk)))["steps"]
    events = [event for step in steps for event in step["events"]]

    def points(seat: int, *kinds: str) -> int:
        pegs = [event for event in events if event["e"] == "pegged" and event["seat"] == seat]
        return sum(peg["points"] for peg in pegs if peg["kind"] in kinds)

    def best_hand(seat: int) -> int:
        hands = [event for event in events if event["e"] == "counted" and event["what"] == "hand"]
        return max((hand["points"] for hand in hands if hand["seat"] == seat), default=0)

    return tuple(
        PointSources(
            points(seat, "play", "go", "last"),
            points(seat, "hand"),
            points(seat, "crib"),
            points(seat, "nibs", "muggins", "overcount"),
            best_hand(seat),
        )
        for seat in (0, 1)
    )


@pytest.mark.rows
@pytest.mark.parametrize("counting", Counting)
@pytest.mark.parametrize("moves", [11, 43])
def test_points_are_counted_by_kind_if_a_game_ends_in_the_play(counting: Counting, moves: int):
    game = create_finished_game(Rules(121, counting), EarlyEnd(0, Resign, after=moves))
    assert build_game_summary(game, game.seat_a).by_seat == count_by_kind(game)


def test_scoresheet_without_a_peg_count_shows_the_same_figures():
    game = create_finished_game(Rules(61), EarlyEnd(0, Resign, after=11))
    Scoresheet.objects.filter(game=game).update(pegged=None)
    assert build_game_summary(game, game.seat_a).by_seat == count_by_kind(game)


def test_scoresheet_without_a_peg_count_shows_no_sources_of_a_sealed_game():
    game = create_finished_game(Rules(61))
    Scoresheet.objects.filter(game=game).update(pegged=None)
    Secrets.objects.filter(game=game).update(sealed="torn")
    assert build_game_summary(game, game.seat_a).by_seat == ()


def test_streak_is_for_players_only_and_voided_games_have_none(ann: Player, bob: Player, novice: Player):
    assert build_game_summary(create_scoresheet(ann, novice).game, bob).mine is None
    taken_back = build_game_summary(create_scoresheet(ann, bob, voided=True).game, ann)
    assert (taken_back.by_seat, taken_back.mine) == ((), None)


def test_summary_is_available_only_after_the_end(ann: Player, bob: Player, client: Client):
    sheet = create_scoresheet(ann, bob)
    client.force_login(ann)
    path = f"/api/games/{sheet.game_id}/meaning"
    assert client.get(path).json()["error"] == "not_over"
    played(sheet)
    assert client.get(path).json()["mine"] == {
        "run": {"now": 1, "longest": 1, "ended": 0},
        "met": {"won": 1, "lost": 0},
    }
