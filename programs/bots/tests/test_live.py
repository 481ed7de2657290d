"""Bots at a running server, with tokens only: the upgrade, a challenge by a person, and a trial."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.bots.trials import GAMES_AT_ONCE
from tests.worlds.programs import PATIENCE, Player, Program, new_program

pytestmark = pytest.mark.slow

PAIRS = 10


@pytest.fixture(scope="module")
def bot(server: Server) -> Program:
    """Return a bot, made with its owner's consent."""
    owner, bot = new_program(server.url, Scope.BOT), new_program(server.url, Scope.BOT)
    named = {"engine": "plain", "version": "1", "source": "https://example.org/plain"}
    assert bot.call("GET", "/challenges")[1]["code"] == "not_a_bot"
    made = bot.call_ok("POST", "/bots/upgrade", {"owner": owner.token, **named})
    assert (made["name"], made["owner"], made["engine"]) == (bot.name, owner.name, "plain")
    return bot


def play_out(program: Program, game: str) -> Any:
    with program.stream(f"/play/{game}") as stream:
        return Player(program, game).play(stream)


def test_a_person_challenges_it_and_both_play_to_the_end(server: Server, bot: Program) -> None:
    person = new_program(server.url, Scope.PLAY, Scope.CHALLENGE)
    assert bot.call("POST", "/challenges", {"against": person.name})[1]["code"] == "people_only"
    with bot.stream("/stream") as events, ThreadPoolExecutor(2) as both:
        asked = person.call_ok("POST", "/challenges", {"against": bot.name, "target": 61})
        heard = events.until("challenge", by=person.name)
        game = bot.call_ok("POST", f"/challenges/{heard['id']}/accept")["game"]
        assert game == asked["game"]
        assert not events.until("game_start", game=game)["opponent_is_bot"]
        views = [one.result(240) for one in [both.submit(play_out, who, game) for who in (bot, person)]]
    assert {max(view["scores"]) for view in views} == {61}
    with person.stream(f"/games/{game}/watch") as stream:
        assert [one.get("program", False) for one in stream.until("table")["players"]] == [False, True]


def test_a_trial_ends_by_itself_with_its_result(bot: Program) -> None:
    """The bot resigns every game as soon as cards are dealt, which gives the worst possible result."""
    trial = bot.call_ok("POST", "/bots/me/trials", {"against": "novice", "pairs": PAIRS})
    assert (trial["played"], trial["result"]) == (0, None)
    begun = 0
    with bot.stream("/stream") as events:
        while begun < PAIRS:
            give_up(bot, events.until("game_start", opponent="Novice")["game"])
            begun += 1
        while (trial := bot.call_ok("GET", f"/bots/me/trials/{trial['id']}"))["ended"] is None:
            events.beats.get(timeout=PATIENCE)  # the server sends an empty line every seven seconds
    assert (trial["played"], trial["void"]) == (PAIRS, 0)
    result = trial["result"]
    assert result["margin"] == -121
    assert result["interval"][0] < result["difference"] < result["interval"][1] < -50
    assert begun > GAMES_AT_ONCE


def give_up(bot: Program, game: str) -> None:
    """Begin a game of a trial and resign."""
    seat = Player(bot, game)
    with bot.stream(f"/play/{game}") as stream:
        for owed in ("commit", "reveal"):
            seat.give(owed, stream)
        seat.listen(stream, lambda seat: bool(seat.view) and seat.view["phase"] == "throw")
    bot.call_ok("POST", f"/play/{game}/resign")
