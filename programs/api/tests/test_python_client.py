"""The Python client: its rules of the game, its checks of a deal, and its requests."""

import json
import os
import random
import re
import stat
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from every_other_client import bot as bots
from every_other_client import brain as brains
from every_other_client import game as games
from every_other_client import site as sites
from every_other_client.network import drive
from game.engine.cards import card
from game.engine.pegging import peg_points
from game.engine.scoring import score_hand
from programs.api.clients import FILES
from programs.api.tests.recorded_game import Failing, Recorded, client, documented_frames
from tests.worlds.bot_processes import CLIENT, shown_example

# Rules of cribbage.


def test_it_counts_as_the_engine_does() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        *four, starter = chance.sample(client.DECK, 5)
        crib = chance.random() < 0.5
        ours = score_hand([card(each) for each in four], card(starter), crib=crib).total
        assert client.score_hand(four, starter, crib=crib) == ours


def test_it_pegs_as_the_engine_does() -> None:
    chance = random.Random(2)
    few = [each for each in client.DECK if each[0] in "A2345"]
    for _ in range(2000):
        *pile, played = chance.sample(few, chance.randint(1, 8))
        assert client.peg_points(pile, played) == peg_points([card(each) for each in pile], card(played))


def test_four_cards_count_without_a_starter() -> None:
    assert client.score_hand(("5H", "5S", "JD", "QC")) == 10
    assert client.score_hand(("2H", "4H", "6H", "8H")) == 4


# A bot that fails.


def view_at(phase: str, **more: Any) -> Any:
    blank = {
        "phase": phase, "deal": 1, "dealer": 0, "scores": [0, 0], "hand": ["AC", "2C"], "held": [2, 2],
        "thrown": [False, False], "throw": [], "starter": None, "pile": [], "count": 0, "played": [],
        "turn": [0], "playable": [], "must_go": False,
    }  # fmt: skip
    return client.read_view({**blank, **more}, 0)


def test_a_brain_that_answers_against_the_rules_or_breaks_plays_the_simplest_move(capsys: Any) -> None:
    chance = random.Random(1)
    assert brains.decide(Failing(), view_at("throw"), (), chance) == client.Throw(("AC", "2C"))
    assert brains.decide(Failing(), view_at("play", playable=["2C"]), (), chance) == client.Play("2C")
    said = capsys.readouterr().out
    assert "rules do not allow" in said
    assert "ZeroDivisionError" in said


def test_goes_and_counts_are_made_for_it() -> None:
    laid = {"seat": 1, "what": "hand", "cards": ["5H", "5S", "JD", "QC"], "starter": "KD", "claimed": 10}
    chance = random.Random(1)
    assert brains.decide(Failing(), view_at("play", must_go=True), (), chance) == client.Go()
    assert brains.decide(Failing(), view_at("call", laid=laid), (), chance) == client.Call(8)
    assert brains.decide(
        Failing(), view_at("count", laid={**laid, "claimed": None}), (), chance
    ) == client.Claim(18)


# Checks: the documented game frame by frame, and the same game from a server that lies.


@pytest.fixture
def frames() -> list[Any]:
    return documented_frames()


def test_it_verifies_the_game_of_the_docs(frames: list[Any], tmp_path: Path, capsys: Any) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.play()
    assert recorded.faults == []
    assert game.view.ended == "played"
    assert game.pledge.checked == {*range(game.view.deal + 1)}
    assert [what for what, _ in recorded.posted][:2] == ["commit", "reveal"]


def change_starter(frame: Any) -> None:
    for event in frame.get("events", ()):
        if event["e"] == "starter":
            event["card"] = "AC" if event["card"] != "AC" else "AD"


def change_own_hand(frame: Any) -> None:
    view = frame.get("view", {})
    if view.get("phase") == "throw" and len(view["hand"]) == 6:
        view["hand"].reverse()


def change_count(frame: Any) -> None:
    for event in frame.get("events", ()):
        if event["e"] == "counted":
            event["points"] += 1


def change_link(frame: Any) -> None:
    links = frame.get("fair", frame).get("links", {})
    links.update(dict.fromkeys(links, "00" * 32))


def change_dealer(frame: Any) -> None:
    for event in frame.get("events", ()):
        if event["e"] == "dealt":
            event["dealer"] = 1 - event["dealer"]


def change_tip(frame: Any) -> None:
    if frame["t"] == "fair":
        frame["tip"] = "00" * 32


def leave_a_link_out(frame: Any) -> None:
    frame.get("fair", frame).get("links", {}).pop("2", None)


def leave_the_tip_out(frame: Any) -> None:
    frame.get("fair", frame).pop("tip", None)


def change_their_secret(frame: Any) -> None:
    fair = frame.get("fair", frame)
    if fair.get("secrets"):
        fair["secrets"] = [each and "11" * 32 for each in fair["secrets"]]


LIES = (
    change_starter,
    change_own_hand,
    change_count,
    change_link,
    change_dealer,
    change_tip,
    change_their_secret,
    leave_a_link_out,
    leave_the_tip_out,
)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_lie_is_found(frames: list[Any], tmp_path: Path, lie: Any) -> None:
    for to, frame in frames:
        if to == "browser":
            lie(frame)
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    [(game, says)] = recorded.faults
    assert game == recorded.id
    assert says


def test_it_shows_no_secret_before_both_commitments_stand(frames: list[Any], tmp_path: Path) -> None:
    for _, frame in frames:
        if (fair := frame.get("fair")) or (fair := frame if frame["t"] == "fair" else None):
            fair["commitments"] = [None, None]
            fair["must"] = "reveal"
    recorded = Recorded(frames, tmp_path)
    recorded.play()
    assert recorded.faults
    assert "reveal" not in [what for what, _ in recorded.posted]


def test_shown_values_stay_pinned_through_a_restart(frames: list[Any], tmp_path: Path) -> None:
    before = Recorded(frames, tmp_path)
    before.play()
    after = Recorded(frames, tmp_path)
    assert after.state.game(after.id).promised["tip"]
    for frame in after.frames:
        if "fair" in frame or frame["t"] == "fair":
            frame.get("fair", frame)["tip"] = "00" * 32
    after.play()
    assert "tip was" in after.faults[0][1]


def test_a_game_that_was_begun_elsewhere_is_no_lie(frames: list[Any], tmp_path: Path, capsys: Any) -> None:
    table = next(frame for to, frame in frames if to == "browser" and frame["t"] == "table")
    table["fair"]["commitments"] = ["22" * 32, "33" * 32]
    recorded = Recorded(frames, tmp_path)
    drive(recorded.sit().take_in(table))
    assert recorded.faults == []
    assert "begun elsewhere" in capsys.readouterr().out


# Abandoned games, and what the seat itself has done.


def presence(claim_in_ms: int | None) -> Any:
    return {"t": "here", "here": {"seats": [True, False], "claim_in_ms": claim_in_ms}}


@pytest.mark.parametrize("claims", [True, False])
def test_an_abandoned_game_is_claimed_when_it_is_due(
    frames: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claims: bool
) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.sit()
    game.claims = claims
    now = 100.0
    monkeypatch.setattr(games.time, "monotonic", lambda: now)
    for frame in (*recorded.frames[:12], presence(60_000)):
        drive(game.take_in(frame))
    drive(game.look_at_the_clock())
    assert "claim_win" not in [what for what, _ in recorded.posted]
    now += 61
    drive(game.look_at_the_clock())
    drive(game.look_at_the_clock())  # not at once again
    assert [what for what, _ in recorded.posted].count("claim_win") == claims


def test_an_opponent_who_comes_back_is_not_claimed_from(
    frames: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.sit()
    for frame in (*recorded.frames[:12], presence(0), presence(None)):
        drive(game.take_in(frame))
    drive(game.look_at_the_clock())
    assert "claim_win" not in [what for what, _ in recorded.posted]


@pytest.mark.parametrize("move", [client.Play("AS"), client.Throw(("AS", "2S"))])
def test_another_move_on_record_than_was_made_is_found(
    frames: list[Any], tmp_path: Path, move: client.Move
) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.sit()
    game.made.append((1, move))
    for frame in recorded.frames:
        drive(game.take_in(frame))
    [(_, says)] = recorded.faults
    assert says.startswith("This seat has ")


def test_a_game_that_cannot_begin_is_over_for_the_client(frames: list[Any], tmp_path: Path) -> None:
    recorded = Recorded(frames, tmp_path)
    game = recorded.sit()
    table = recorded.frames[0]
    table["fair"]["commitments"] = [None, None]
    table["fair"]["must"] = "reveal"
    drive(game.take_in(table))
    assert game.fault == "The secret is asked for before both commitments stand."
    assert game.is_done
    assert game.summary == f"{recorded.id}: not over."


# The stored state.


def test_state_file_is_private_and_complete(tmp_path: Path) -> None:
    state = client.State(tmp_path / "deep" / "state")
    kept = state.game("one")
    assert stat.S_IMODE(state.path.stat().st_mode) == 0o600
    assert client.State(state.path).game("one") == kept
    assert kept.secret != kept.seed
    state.forget("one")
    assert client.State(state.path).game("one") != kept
    assert os.listdir(state.path.parent) == ["state"]


# Requests.


class Answering(BaseHTTPRequestHandler):
    """A server that answers as the test wants, one answer after another."""

    answers: list[tuple[int, Any]]
    heard: list[str]

    def do_GET(self) -> None:
        self.heard.append(f"{self.path} {self.headers['Authorization']}")
        status, answer = self.answers.pop(0)
        if status == 0:
            return self.connection.close()
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture
def answering() -> Iterator[Any]:
    class Own(Answering):
        answers: list[tuple[int, Any]] = []
        heard: list[str] = []

    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Own.url = f"http://127.0.0.1:{server.server_port}"
    yield Own
    server.shutdown()
    server.server_close()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    clock = SimpleNamespace(sleep=pauses.append, strftime=time.strftime, monotonic=count(step=100).__next__)
    for module in ("site", "network", "output", "game"):
        monkeypatch.setattr(f"every_other_client.{module}.time", clock)
    return pauses


def test_a_call_is_made_until_it_is_answered(answering: Any, slept: list[float], capsys: Any) -> None:
    answering.answers += [
        (0, None),
        (502, b"<html>"),
        (503, {"code": "try_again", "says": "..."}),
        (429, {"code": "too_many", "says": "Too many.", "retry_ms": 7000}),
        (200, {"ply": 3}),
    ]
    assert client.Site(answering.url, "eo_secret").call("POST", "/play/x/move", {}) == {"ply": 3}
    assert answering.heard == ["/api/v1/play/x/move Bearer eo_secret"] * 5
    assert len(slept) == 4
    assert slept[3] == 7
    assert "eo_secret" not in capsys.readouterr().out


def test_a_refusal_is_final(answering: Any, slept: list[float]) -> None:
    answering.answers += [(409, {"code": "illegal", "says": "You don't hold that card."})]
    with pytest.raises(client.Refused, match="illegal"):
        client.Site(answering.url, "eo_secret").call("POST", "/play/x/move", {})
    assert slept == []


def lines(*frames: Any) -> bytes:
    return b"".join(json.dumps(frame).encode() + b"\n" if frame else b"\n" for frame in frames)


def test_goodbye_has_the_retry_delay(answering: Any) -> None:
    farewell = {"t": "bye", "code": "restart", "says": "Soon.", "back_in_ms": 700}
    answering.answers += [(200, lines({"t": "fair"}, None, farewell))]
    heard = []
    with pytest.raises(client.Dropped) as dropped:
        heard += [*client.Site(answering.url, "eo_secret").stream("/play/x")]
    assert dropped.value.seconds == 0.7


def test_a_stream_that_breaks_off_in_a_line_is_dropped(answering: Any) -> None:
    answering.answers += [(200, lines({"t": "fair"}) + b'{"t": "ev')]
    with pytest.raises(client.Dropped, match="broke off"):
        [*client.Site(answering.url, "eo_secret").stream("/play/x")]


def test_finally_closed_stream_is_not_reopened(answering: Any) -> None:
    farewell = {"t": "bye", "code": "replaced", "says": "Elsewhere.", "back_in_ms": None}
    answering.answers += [(200, lines(farewell))]
    with pytest.raises(client.Refused, match="replaced"):
        [*client.Site(answering.url, "eo_secret").stream("/stream")]


def challenge(**more: Any) -> Any:
    return {"id": "s", "by": "Ann", "clock": "quick", "counting": "auto", "rated": False, **more}


def test_terms_decide_which_challenges_are_accepted() -> None:
    terms = bots.Terms(clocks=frozenset({"quick"}))
    assert terms.accepts(challenge())
    assert not terms.accepts(challenge(clock="relaxed"))
    assert not terms.accepts(challenge(rated=True))


def test_bot_begins_no_games_after_a_false_deal(answering: Any, tmp_path: Path, capsys: Any) -> None:
    bot = client.Bot(client.Site(answering.url, "eo_x"), Failing, bots.Terms(), client.State(tmp_path / "s"))
    bot._handle("challenge", challenge())
    bot._handle("false", ("k3v9", "Deal 1: ..."))
    answering.answers += [(200, {})]
    bot._begin_games()
    assert answering.heard == ["/api/v1/challenges/s/decline Bearer eo_x"]
    assert "FALSE" in capsys.readouterr().out
    assert bot._is_done()


def test_a_game_that_cannot_be_played_on_is_no_success(answering: Any, tmp_path: Path) -> None:
    bot = client.Bot(client.Site(answering.url, "eo_x"), Failing, bots.Terms(), client.State(tmp_path / "s"))
    answering.answers += [(404, {"code": "no_game", "says": "There is no such game."})]
    bot._play("k3v9")
    bot._handle(*bot.inbox.get(timeout=60))
    assert bot.given_up == ["k3v9"]
    assert not bot.playing


def test_restarted_bot_resumes_its_games_first(answering: Any, tmp_path: Path) -> None:
    state = client.State(tmp_path / "s")
    state.game("k3v9")
    done = []

    class Started(client.Bot):
        def _play(self, game: str) -> None:
            done.append(game)
            self.given_up.append(game)

        def _listen(self) -> None:
            pass

        def _is_done(self) -> bool:
            return bool(self.given_up)

    answering.answers += [(200, {"name": "Ann-bot"})]
    terms = bots.Terms(against="novice")
    assert Started(client.Site(answering.url, "eo_x"), Failing, terms, state).run() == 1
    assert done == ["k3v9"]
    assert len(answering.heard) == 1


def test_room_is_limited_by_concurrent_and_total_games(answering: Any, tmp_path: Path) -> None:
    terms = bots.Terms(at_once=4, games=6)
    bot = client.Bot(client.Site(answering.url, "eo_x"), Failing, terms, client.State(tmp_path / "s"))
    assert bot._room() == 4
    bot.playing, bot.asked = {"a", "b"}, {"c"}
    assert bot._room() == 1
    bot.finished = {"d", "e", "f"}
    assert bot._room() == 0
    assert not bot._is_done()


def test_closing_an_own_old_stream_ends_nothing_but_a_second_program_does(
    answering: Any, tmp_path: Path, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    farewell = {"t": "bye", "code": "replaced", "says": "Elsewhere.", "back_in_ms": None}
    answering.answers += [(200, lines(farewell)), (200, lines(farewell))]
    monkeypatch.setattr(sites.time, "monotonic", iter([0.0, 1.0, 10.0, 100.0]).__next__)
    bot = client.Bot(client.Site(answering.url, "eo_x"), Failing, bots.Terms(), client.State(tmp_path / "s"))
    bot._listen()
    assert len(answering.heard) == 2
    assert bot.inbox.get()[0] == "fatal"


# The single file.


def test_single_file_is_made_from_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CLIENT.parent))
    from make_single_file import single_file

    assert CLIENT.read_text() == single_file(), "run make client"


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((CLIENT.parent / "pyproject.toml").read_text())["project"]
    assert project["version"] == client.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", client.__version__)
    assert f"\n## {client.__version__}" in (CLIENT.parent / "CHANGELOG.md").read_text()


# The command line.


def run(*arguments: str, folder: Path, code: int = 0, **environment: str) -> str:
    """Run the client as a program and return its output."""
    clean = {name: value for name, value in os.environ.items() if name != "EVERYOTHER_TOKEN"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**clean, **environment}, capture_output=True, text=True
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_example_equals_the_tutorial_and_is_short() -> None:
    example = FILES["example_bot.py"][0].read_text()
    assert shown_example() == example
    assert len(example.splitlines()) <= 40


@pytest.mark.slow
def test_help_teaches(tmp_path: Path) -> None:
    words = run(str(CLIENT), "--help", folder=tmp_path)
    for word in ("class Mine(Brain)", "EVERYOTHER_TOKEN", "--local", "--at-once", "--state"):
        assert word in words


@pytest.mark.slow
def test_local_games_against_a_house_bot_need_no_network(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(shown_example())
    words = run(str(CLIENT), "--local", "novice", "--games", "4", "mine:Careful", folder=tmp_path)
    assert "4 games against novice" in words
    assert "95%" in words
    again = run(str(CLIENT), "--local", "novice", "--games", "4", "mine:Careful", folder=tmp_path)
    assert again == words


@pytest.mark.slow
def test_missing_checkout_is_explained(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (deep / CLIENT.name).write_bytes(CLIENT.read_bytes())
    (deep / "mine.py").write_text(shown_example())
    command = ("-I", CLIENT.name, "--local", "novice", "./mine.py")
    assert "--local needs the house's bots" in run(*command, folder=deep, code=1)


@pytest.mark.slow
def test_missing_token_is_explained(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(shown_example())
    assert "There is no token" in run(str(CLIENT), "mine:Careful", folder=tmp_path, code=1)


@pytest.mark.django_db
def test_site_serves_the_client_and_the_page_links_it() -> None:
    page = Client().get("/api").content.decode()
    for name, (path, _) in FILES.items():
        answer = Client().get(f"/api/clients/{name}")
        assert answer.content == path.read_bytes()
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert f'href="/api/clients/{name}"' in page
    assert Client().get("/api/clients/settings.py").status_code == 404
