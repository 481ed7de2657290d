"""A real server admits and acknowledges a client as docs/reference/protocol.md says."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import websockets

from cribbage_site.tests.node import ROOT
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng import entropy
from rng.commitment import seat_commitment
from tests.worlds.lobby import call_api, call_api_ok, connect_lobby
from tests.worlds.scripted_player import PASSWORD, Frame, Visitor, connect_table
from tests.worlds.second_factor import turn_on_a_second_factor

SECRET = bytes(range(32))


def new_name() -> str:
    return f"Bot-{entropy.name_suffix()}"


class Program:
    """A client that sends requests one by one, follows no redirects, and keeps cookies."""

    def __init__(self, url: str) -> None:
        self.address, self.cookies = urlsplit(url).netloc, dict[str, str]()

    def ask(self, method: str, path: str, form: Mapping[str, str] | None = None) -> tuple[int, str | None]:
        """The status of the answer, and where it leads."""
        connection = HTTPConnection(self.address, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, urlencode(form or {}), headers)
        answer = connection.getresponse()
        self._keep_cookies(answer)
        answer.read()
        connection.close()
        return answer.status, answer.headers["Location"]

    def _keep_cookies(self, answer: HTTPResponse) -> None:
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        self.cookies = {name: value for name, value in self.cookies.items() if value}


@pytest.mark.slow
def test_the_documented_program_gets_an_account_and_makes_its_first_move(server: Server, tmp_path: Path):
    file, name = ROOT / "docs" / "reference" / "first_move.py", new_name()
    done = subprocess.run(
        [sys.executable, str(file), server.url, name, PASSWORD],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(rf"{name} threw [A2-9TJQK][CDHS] [A2-9TJQK][CDHS]\n", done.stdout)
    again = subprocess.run(
        [sys.executable, str(file), server.url, name, PASSWORD],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "HTTP Error 400" in again.stderr


def test_each_form_is_answered_as_the_page_says(server: Server):
    program, name = Program(server.url), new_name()
    assert program.ask("GET", "/") == (200, None)
    tokens = [program.cookies["csrftoken"]]
    bad = {"username": name, "password1": "123"}
    assert program.ask("POST", "/accounts/signup/", bad) == (400, None)
    assert program.ask("POST", "/accounts/signup/", {**bad, "password1": PASSWORD}) == (302, "/")
    tokens.append(program.cookies["csrftoken"])
    assert program.cookies["sessionid"]
    assert program.ask("POST", "/accounts/logout/") == (302, "/")
    assert "sessionid" not in program.cookies
    assert program.ask("POST", "/accounts/login/", {"login": name, "password": "wrong"}) == (400, None)
    assert program.ask("POST", "/accounts/login/", {"login": name, "password": PASSWORD}) == (302, "/")
    tokens.append(program.cookies["csrftoken"])
    assert len({*tokens}) == 3
    assert asyncio.run(who_is(server, program.cookies)) == name


async def who_is(server: Server, cookies: Mapping[str, str]) -> str | None:
    """Return the name in the first `notices` frame. The handshake has no `Origin`."""
    address = server.url.replace("http", "ws", 1) + "/ws/site"
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    async with websockets.connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
        await socket.send('{"t": "hello"}')
        while (frame := json.loads(await socket.recv()))["t"] != "notices":
            pass
        you: str | None = frame["you"]
        return you


def test_a_second_factor_is_asked_for_where_the_page_says(server: Server):
    member, name = Visitor(server.url), new_name()
    member.sign_up(name)
    _, code = turn_on_a_second_factor(member)
    program = Program(server.url)
    program.ask("GET", "/")
    form = {"login": name, "password": PASSWORD}
    assert program.ask("POST", "/accounts/login/", form) == (302, "/accounts/login/code/")
    assert asyncio.run(who_is(server, program.cookies)) is None
    assert program.ask("POST", "/accounts/login/code/", {"code": code}) == (302, "/")
    assert asyncio.run(who_is(server, program.cookies)) == name


def test_a_guest_who_signs_up_keeps_their_games(server: Server):
    visitor, name = Visitor(server.url), new_name()
    game = visitor.new_game("novice")
    visitor.sign_up(name)

    async def sit_down() -> str:
        async with connect_table(visitor.url.replace("http", "ws", 1), game, visitor.cookie_header) as socket:
            await socket.send('{"t": "hello", "since": -1}')
            table = json.loads(await socket.recv())
            return str(table["players"][table["you"]]["name"])

    assert asyncio.run(sit_down()) == name


def test_each_frame_of_the_protocol_has_an_answer_of_its_own_with_the_ply_of_now(server: Server):
    async def ask(socket: Any, **frame: Any) -> list[Frame]:
        """The frames up to the answer, which is the last."""
        await socket.send(json.dumps(frame))
        frames = [json.loads(await socket.recv())]
        while frames[-1]["t"] not in ("ack", "refused"):
            frames.append(json.loads(await socket.recv()))
        return frames

    async def begin(visitor: Visitor, game: str) -> None:
        async with connect_table(visitor.url.replace("http", "ws", 1), game, visitor.cookie_header) as socket:
            await socket.send('{"t": "hello", "since": -1}')
            commit = {"t": "commit", "c": seat_commitment(game, 0, SECRET).hex()}
            reveal = {"t": "reveal", "secret": SECRET.hex()}
            first, again = await ask(socket, **commit), await ask(socket, **commit)
            assert (first[-1], again) == ({"t": "ack", "ply": 0}, [{"t": "ack", "ply": 0}])
            dealing = await ask(socket, **reveal)
            assert [frame["ply"] for frame in dealing if frame["t"] == "event"] == [2]
            assert dealing[-1] == {"t": "ack", "ply": 2}
            hand = next(frame["view"]["hand"] for frame in dealing if frame["t"] == "event")
            move = {"t": "move", "ply": 2, "move": {"kind": "throw", "cards": hand[:2]}}
            threw = (await ask(socket, **move))[-1]
            assert threw["t"] == "ack"
            for frame in (reveal, commit, move):
                assert (await ask(socket, **frame))[-1]["ply"] >= threw["ply"]

    visitor = Visitor(server.url)
    asyncio.run(begin(visitor, visitor.new_game("novice")))


def test_the_id_of_a_waiting_game_is_that_of_its_seek(server: Server):
    ann, bob = Visitor(server.url), Visitor(server.url)
    link, _ = ann.create_link_game()
    assert call_api(ann, f"seeks/{link}/cancel") == (200, {})
    waiting = call_api_ok(ann, "games", against="anyone", counting="manual", target=61)

    async def listed() -> list[str]:
        async with connect_lobby(ann) as lobby:
            return [seek["id"] for seek in (await lobby.receive("lobby"))["mine"]]

    assert waiting["waiting"]
    assert waiting["game"] in asyncio.run(listed())
    met = call_api_ok(bob, f"seeks/{waiting['game']}/accept")
    assert (met["game"], met["waiting"]) == (waiting["game"], False)
