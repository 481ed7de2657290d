"""Streams of a real server: the first lines, updates, and every way in which a stream ends."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.api.registry import CALLS
from programs.api.tests.test_play import begin, meet
from tests.worlds.programs import Player, Program, Stream, new_program

pytestmark = pytest.mark.slow

EVERY = (Scope.PLAY, Scope.CHALLENGE)
# Streams without path parameters; those of a game have their own tests.
ENDLESS = [call for call in CALLS if call.is_endless and not call.parameters]


@pytest.fixture(scope="module")
def ann(server: Server) -> Program:
    return new_program(server.url, *EVERY)


@pytest.fixture(scope="module")
def bob(server: Server) -> Program:
    return new_program(server.url, *EVERY)


def waits_of(program: Program) -> list[str]:
    """Return the challenges and seeks that a program waits on."""
    return [one["id"] for one in program.call_ok("GET", "/challenges")["mine"]]


def wait_until_withdrawn(program: Program, seek: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while seek in waits_of(program):
        assert time.monotonic() < deadline, "it was not withdrawn"
        time.sleep(0.05)


@contextmanager
def events_of(program: Program) -> Iterator[Stream]:
    with program.stream("/stream") as stream:
        assert stream.status == 200
        yield stream


class TestEvents:
    def test_event_stream_begins_with_the_current_state(self, ann: Program, bob: Program) -> None:
        game = meet(ann, bob)
        seek = ann.call_ok("POST", "/challenges", {"against": bob.name, "clock": "quick"})["game"]
        with events_of(bob) as stream:
            began, challenge = stream.until("game_start", game=game), stream.until("challenge", id=seek)
        ann.call_ok("POST", f"/challenges/{seek}/cancel")
        assert (began["opponent"], began["opponent_is_bot"]) == (ann.name, False)
        assert (challenge["by"], challenge["clock"], challenge["rated"]) == (ann.name, "quick", False)

    def test_event_stream_sends_changes(self, ann: Program, bob: Program) -> None:
        with events_of(ann) as hers, events_of(bob) as his:
            seek = ann.call_ok("POST", "/challenges", {"against": bob.name})["game"]
            his.until("challenge", id=seek)
            game = bob.call_ok("POST", f"/challenges/{seek}/accept")["game"]
            his.until("challenge_gone", id=seek)
            hers.until("game_start", game=game)

    def test_a_challenge_that_is_withdrawn_is_gone(self, ann: Program, bob: Program) -> None:
        with events_of(bob) as his:
            seek = ann.call_ok("POST", "/challenges", {"against": bob.name})["game"]
            his.until("challenge", id=seek)
            ann.call_ok("POST", f"/challenges/{seek}/cancel")
            his.until("challenge_gone", id=seek)

    def test_event_stream_reports_the_end_of_a_game(self, ann: Program) -> None:
        game = ann.call_ok("POST", "/challenges", {"against": "novice"})["game"]
        with events_of(ann) as stream:
            stream.until("game_start", game=game)
            seat = Player(ann, game)
            with ann.stream(f"/play/{game}") as table:
                seat.give("commit", table)
                seat.give("reveal", table)
                seat.listen(table, lambda one: bool(one.view) and one.view["phase"] == "throw")
            ann.call_ok("POST", f"/play/{game}/resign")
            stream.until("game_over", game=game)


class TestHowTheyEnd:
    def test_a_token_has_one_event_stream(self, ann: Program) -> None:
        with events_of(ann) as first, events_of(ann):
            last = first.last()
        assert last is not None
        assert (last["t"], last["code"]) == ("bye", "replaced")

    def test_that_of_another_token_stays(self, ann: Program, bob: Program) -> None:
        with events_of(ann) as hers, events_of(bob):
            seek = bob.call_ok("POST", "/challenges", {"against": ann.name})["game"]
            hers.until("challenge", id=seek)
            bob.call_ok("POST", f"/challenges/{seek}/cancel")

    def test_all_streams_of_a_token_end_with_it(self, server: Server, bob: Program) -> None:
        ann = new_program(server.url, *EVERY)
        game = meet(ann, bob)
        with events_of(ann) as events, ann.stream(f"/play/{game}") as table:
            table.until("table")
            ann.call_ok("DELETE", "/token")
            revoked = time.monotonic()
            codes = [last["code"] for stream in (events, table) if (last := stream.last()) is not None]
            took = time.monotonic() - revoked
        assert codes == ["bad_token", "bad_token"]
        # A job checks all sockets every 20 seconds; the published message must close them long before that.
        assert took < 10

    def test_a_server_that_stops_says_goodbye(self, own_server: Server) -> None:
        program = new_program(own_server.url, *EVERY)
        with events_of(program) as stream, program.stream("/games/live") as games:
            assert own_server.stop() == 0
            lasts = [stream.last(), games.last()]
        assert [last and (last["t"], last["code"]) for last in lasts] == [("bye", "restart")] * 2
        assert all(last and last["back_in_ms"] > 0 for last in lasts)

    def test_seek_is_withdrawn_when_the_client_disconnects(self, ann: Program) -> None:
        with ann.stream("/seeks", "POST", {"target": 61}) as stream:
            seek = stream.until("waiting")["game"]
            assert seek in waits_of(ann)
        wait_until_withdrawn(ann, seek)


def test_a_seek_ends_with_its_game(ann: Program, bob: Program) -> None:
    with ann.stream("/seeks", "POST", {"target": 61, "counting": "muggins"}) as hers:
        seek = hers.until("waiting")["game"]
        game = bob.call_ok("POST", f"/challenges/{seek}/accept")["game"]
        assert hers.until("paired")["game"] == game
        assert hers.last() in (
            None,
            {"t": "bye", "code": "elsewhere", "says": "", "back_in_ms": None, "game": game},
        )


def test_games_that_can_be_watched_come_and_go(server: Server, ann: Program, bob: Program) -> None:
    game = meet(ann, bob)
    with Program(server.url).stream("/games/live") as stream:
        assert stream.headers["Access-Control-Allow-Origin"] == "*"
        with ann.stream(f"/play/{game}") as hers, bob.stream(f"/play/{game}") as his:
            begin((Player(ann, game), hers, Player(bob, game), his))
        line = stream.until("game", id=game)
        assert sorted(line["players"]) == sorted((ann.name, bob.name))
        ann.call_ok("POST", f"/play/{game}/resign")
        stream.until("gone", id=game)


def test_an_empty_line_comes_while_nothing_happens(ann: Program) -> None:
    """All streams wait at the same time, because each waits for seconds."""
    with ExitStack() as opened:
        streams = {
            call.name: opened.enter_context(ann.stream(call.path, call.method, {} if call.body else None))
            for call in ENDLESS
        }
        seek = streams["seek_anyone"].until("waiting")["game"]
        for _ in ("as it begins", "while nothing happens"):
            for name, stream in streams.items():
                assert stream.beats.get(timeout=PATIENCE) == b"\n", name
    wait_until_withdrawn(ann, seek)  # otherwise the seek of the next test might be paired with it


def test_stream_is_refused_at_once_without_access(server: Server) -> None:
    poor = new_program(server.url)
    assert poor.call("GET", "/stream")[1]["code"] == "no_scope"
    assert Program(server.url).call("GET", "/stream")[1]["code"] == "no_token"
    assert poor.call("GET", "/games/nosuchgame/watch")[1]["code"] == "no_game"
