"""A finished game is replayed with all its cards; a live one is not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from game.engine.cards import card, texts
from game.engine.moves import Call, Claim, Deal, Flag, Go, Leave, Move, Pass, Play, Resign, Throw, Void
from game.engine.notation import move_as_text
from game.engine.state import Counting, Rules, Seat
from game.engine.transcript import parse_transcript
from game.models import Game, Secrets
from game.table.forced_endings import void_live_game
from game.table.record import ledger
from game.table.shuffle.fairness import Fairness
from hosting.demo.schedule import EarlyEnd
from rng.commitment import Chain
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


def void() -> Game:
    game = create_game()
    assert void_live_game(game.pk)
    return Game.objects.get(pk=game.pk)


ENDS: dict[str, Callable[[], Game]] = {
    "played out, counted by muggins": lambda: create_finished_game(Rules(counting=Counting.MUGGINS)),
    "played to 61, counted by hand": lambda: create_finished_game(Rules(61, Counting.MANUAL, Seat.B)),
    "resigned before the first throw": lambda: create_finished_game(gives_up=EarlyEnd(0, Resign, 2)),
    "a flag between the throws": lambda: create_finished_game(gives_up=EarlyEnd(1, Flag, 3)),
    "left in the play": lambda: create_finished_game(gives_up=EarlyEnd(0, Leave, 8)),
    "void before its first card": void,
}


@pytest.fixture(params=ENDS, ids=lambda name: name)
def game(request: pytest.FixtureRequest) -> Game:
    return ENDS[request.param]()


def load_replay(game: Game) -> dict[str, Any]:
    answer = Client().get(f"/api/games/{game.pk}/replay")
    assert answer.status_code == 200
    return answer.json()


def cards(names: list[str]) -> tuple[int, ...]:
    return tuple(map(card, names))


READ: dict[str, Callable[[dict[str, Any]], Move]] = {
    "deal": lambda move: Deal(move["number"], ()),
    "throw": lambda move: Throw(cards(move["cards"])),
    "play": lambda move: Play(card(move["card"])),
    "claim": lambda move: Claim(move["points"]),
    "call": lambda move: Call(move["points"]),
    "go": lambda move: Go(),
    "pass": lambda move: Pass(),
    "resign": lambda move: Resign(),
    "flag": lambda move: Flag(),
    "left": lambda move: Leave(),
    "void": lambda move: Void(),
}


def words(steps: list[dict[str, Any]]) -> Iterator[str]:
    """Return the steps in the notation of a record."""
    for step in steps:
        seat = None if step["seat"] is None else Seat(step["seat"])
        dealt = tuple(map(cards, step["state"]["dealt"]))
        yield move_as_text(dealt, seat, READ[step["move"]["kind"]](step["move"]))  # type: ignore[arg-type]


def test_every_recorded_move_is_in_the_replay(game: Game):
    steps = load_replay(game)["steps"]
    assert [step["ply"] for step in steps] == list(range(1, game.ply + 1))
    assert list(words(steps)) == [word.split("/")[0] for word in parse_transcript(game.transcript)[1]]


def test_the_cards_are_those_that_were_dealt(game: Game):
    row = ledger.load_row(game.pk)
    deck = Fairness(row, Chain(row.id, row.server_secrets.chain)).deck
    for step in load_replay(game)["steps"]:
        state = step["state"]
        if state["deal"]:
            pone, dealer = deck(state["deal"])[0:12:2], deck(state["deal"])[1:12:2]
            six = {state["dealer"]: texts(dealer), 1 - state["dealer"]: texts(pone)}
            assert state["dealt"] == [list(six[0]), list(six[1])]
        for seat in Seat:
            played = [name for by, name in state["played"] if by == seat]
            apart = [*state["throws"][seat], *state["hands"][seat], *played]
            assert sorted(apart) == sorted(state["dealt"][seat])


def test_result_matches_the_game(game: Game):
    replay = load_replay(game)
    assert replay["result"] == {
        "winner": game.winner,
        "value": game.value,
        "ended": game.ended,
        "scores": [game.score_a, game.score_b],
    }
    assert replay["steps"][-1]["events"][-1]["e"] == "over"
    assert [player["name"] for player in replay["players"]] == [str(game.seat_a), str(game.seat_b)]


def test_live_game_has_no_replay():
    live = create_game()
    live = create_thrown_game(live.seat_a, live.seat_b)
    answer = Client().get(f"/api/games/{live.pk}/replay")
    assert (answer.status_code, answer.json()["error"]) == (409, "not_over")
    assert Client().get(f"/game/{live.pk}").headers["Location"] == f"/table/{live.pk}"


def test_unknown_game_has_no_replay():
    answer = Client().get("/api/games/nosuchgame/replay")
    assert (answer.status_code, answer.json()["error"]) == (404, "no_game")
    assert Client().get("/game/nosuchgame").status_code == 404
    assert Client().post("/api/games/nosuchgame/replay").headers["Allow"] == "GET, HEAD"


def test_sealed_game_is_reported_as_such():
    game = create_finished_game(gives_up=EarlyEnd(0, Resign, 2))
    Secrets.objects.filter(pk=game.pk).update(sealed="broken")
    answer = Client().get(f"/api/games/{game.pk}/replay")
    assert answer.status_code == 500
    assert "can’t be decrypted" in answer.json()["says"]


@pytest.mark.slow
def test_replay_is_shown_from_the_viewers_seat():
    game = create_finished_game(gives_up=EarlyEnd(0, Resign, 2))
    assert 'data-seat=""' in Client().get(f"/game/{game.pk}").content.decode()
    mine = Client()
    mine.force_login(game.seat_b, backend="django.contrib.auth.backends.ModelBackend")
    assert 'data-seat="1"' in mine.get(f"/game/{game.pk}").content.decode()
    assert f'href="/game/{game.pk}"' in mine.get(f"/@{game.seat_b}").content.decode()
