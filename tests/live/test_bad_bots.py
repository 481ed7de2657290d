"""A bot that floods, lies about the ply, sends nonsense or vanishes harms no other player."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.accounts.rate_limits import API_BY_TOKEN
from game.tokens.scopes import Scope
from tests.worlds.programs import Player, Program, new_bot, new_program

pytestmark = pytest.mark.slow

NONSENSE: list[Any] = [
    None,
    [],
    "go",
    {},
    {"ply": 0},
    {"ply": 10**20, "move": {"kind": "go"}},
    {"ply": "0", "move": {"kind": "go"}},
    {"ply": 0, "move": {"kind": "deal"}},
    {"ply": 0, "move": {"kind": "play", "card": "1H"}},
    {"ply": 0, "move": {"kind": "throw", "cards": ["5H", "5H", "5H"]}},
    {"ply": 0, "move": {"kind": "play", "card": "\0"}},
    {"ply": 0, "move": {"kind": "go"}, "seat": 1},
    {"ply": 0, "move": "x" * 5000},
]


class Pairing:
    """A person and a bad bot at a table, with cards to throw."""

    def __init__(self, server: Server, streams: ExitStack) -> None:
        owner = new_program(server.url, Scope.BOT)
        self.person = new_program(server.url, Scope.PLAY, Scope.CHALLENGE)
        self.bot = new_bot(server.url, owner)
        asked = self.person.call_ok("POST", "/challenges", {"against": self.bot.name, "target": 61})["game"]
        self.game = str(self.bot.call_ok("POST", f"/challenges/{asked}/accept")["game"])
        self.good, self.bad = Player(self.person, self.game), Player(self.bot, self.game)
        self.heard = streams.enter_context(self.person.stream(f"/play/{self.game}"))
        self.lines_of_bot = ExitStack()
        streams.enter_context(self.lines_of_bot)
        self.bots_heard = self.lines_of_bot.enter_context(self.bot.stream(f"/play/{self.game}"))
        for owed in ("commit", "reveal"):
            self.good.give(owed, self.heard)
            self.bad.give(owed, self.bots_heard)
        for player, stream in ((self.good, self.heard), (self.bad, self.bots_heard)):
            player.listen(stream, lambda seat: bool(seat.view) and seat.view["phase"] == "throw")

    def both_throw(self) -> None:
        """The game goes on as if nothing had been."""
        for player in (self.good, self.bad):
            thrown = player.plain_move()
            assert thrown is not None
            status, answer = player.move(thrown)
            if answer.get("code") == "stale":  # the other has thrown since
                player.ply += 1
                status, answer = player.move(thrown)
            assert status == 200, answer
        heard = self.heard.until("event")
        while heard["view"]["phase"] == "throw":
            heard = self.heard.until("event")


@pytest.fixture
def pairing(server: Server) -> Iterator[Pairing]:
    with ExitStack() as streams:
        yield Pairing(server, streams)


def test_lies_about_the_ply_are_refused_and_not_published(pairing: Pairing) -> None:
    thrown = pairing.bad.plain_move()
    known = pairing.bad.ply
    for ply, code in (
        (known - 1, "stale"),
        (0, "stale"),
        (known + 1, "no_such_ply"),
        (known + 999, "no_such_ply"),
    ):
        pairing.bad.ply = ply
        assert pairing.bad.move(thrown)[1]["code"] == code
    pairing.bad.ply = known
    assert "event" not in pairing.heard.kinds_waiting
    pairing.both_throw()


def test_nonsense_gets_a_sentence_and_changes_nothing(pairing: Pairing) -> None:
    for call, body in product(("move", "commit", "reveal", "say"), NONSENSE):
        status, answer = pairing.bot.call("POST", f"/play/{pairing.game}/{call}", body)
        assert (status, answer["code"]) in {(400, "bad_request"), (413, "too_long"), (403, "hush")}, (
            call,
            body,
        )
        assert answer["says"].endswith(".")
    assert "event" not in pairing.heard.kinds_waiting
    pairing.both_throw()


def test_a_flooding_bot_gets_a_retry_time_and_others_play_on(pairing: Pairing) -> None:
    answers = [pairing.bot.call("GET", "/me") for _ in range(API_BY_TOKEN.limit + 5)]
    refused = [answer for status, answer in answers if status == 429]
    assert len(refused) >= 5
    assert all(answer["code"] == "too_many" and 0 < answer["retry_ms"] <= 60_000 for answer in refused)
    assert pairing.bot.call("POST", f"/play/{pairing.game}/resign")[0] == 429
    status, _ = pairing.good.move(pairing.good.plain_move())
    assert status == 200
    assert pairing.person.call("POST", f"/play/{pairing.game}/say", {"phrase": "luck"})[0] == 200


def test_a_bot_that_vanishes_loses_and_its_opponent_does_not_wait(impatient_server: Server) -> None:
    with ExitStack() as streams:
        pairing = Pairing(impatient_server, streams)
        pairing.lines_of_bot.close()
        assert pairing.good.move(pairing.good.plain_move())[0] == 200
        until = time.monotonic() + PATIENCE
        while (answer := claim(pairing.person, pairing.game))[0] != 200:
            assert answer[1]["code"] == "not_away"
            assert time.monotonic() < until
            time.sleep(0.2)
        told = pairing.person.call_ok("GET", f"/games/{pairing.game}")
    assert told["ended"] == "left"
    assert told["players"][told["winner"]]["name"] == pairing.person.name


def claim(program: Program, game: str) -> tuple[int, Any]:
    return program.call("POST", f"/play/{game}/claim_win")
