"""A finished game whose cards other tables still play: only its own players see what they saw before."""

import pytest

from common import clock
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.announcing import announce
from programs.api.registry import CALLS
from tests.worlds.api import World, bearer, get, lines_of, make_text, request

OF_A_GAME = ("", "/transcript", "/crib", "/replay", "/review", "/meaning", "/watch")


@pytest.fixture
def world(world: World) -> World:
    """A finished game of Ann and Bob whose cards others still play."""
    round_ = Round.objects.create(deck_set=announce({}, 2), number=1, opened_at=clock.now())
    SharedGame.objects.create(game=world.game, round=round_)
    return world


def test_every_call_of_a_game_that_all_may_read_is_tried_here() -> None:
    paths = {call.path for call in CALLS if call.scopes is None and call.path.startswith("/games/{game}")}
    assert paths == {f"/games/{{game}}{rest}" for rest in OF_A_GAME}


@pytest.mark.slow
@pytest.mark.parametrize("rest", OF_A_GAME)
def test_open_game_is_refused_to_all_callers(world: World, rest: str) -> None:
    for headers in ({}, bearer(make_text(world.ann))):
        answer = get(f"/games/{world.game.pk}{rest}", **headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "open_board")


@pytest.mark.slow
def test_lists_and_files_leave_it_out(world: World) -> None:
    own = bearer(make_text(world.ann))
    assert lines_of(get("/players/Ann/games")) == lines_of(get("/players/Ann/games", **own)) == []
    export = next(call for call in CALLS if call.name == "export_games")
    assert lines_of(request(export, "/games/export", f'{{"games":["{world.game.pk}"]}}')) == []
    assert get("/pair/Ann/Bob").json() == {"one": "Ann", "other": "Bob", "won": 0, "lost": 0}


@pytest.mark.slow
def test_boards_by_ids_leave_it_out(world: World) -> None:
    boards = next(call for call in CALLS if call.name == "show_boards")
    for headers in ({}, bearer(make_text(world.ann))):
        answer = request(boards, "/boards", f'{{"games":["{world.game.pk}"]}}', **headers)
        assert answer.json() == {"boards": []}


@pytest.mark.slow
def test_own_player_still_sees_what_was_shown_before(world: World) -> None:
    SharedGame.objects.update(was_shown=True)
    own = bearer(make_text(world.ann))
    assert [line["game"] for line in lines_of(get("/players/Ann/games", **own))] == [world.game.pk]
    assert lines_of(get("/players/Ann/games")) == []
    assert get(f"/games/{world.game.pk}", **own).status_code == 200
    assert get(f"/games/{world.game.pk}").json()["code"] == "open_board"
