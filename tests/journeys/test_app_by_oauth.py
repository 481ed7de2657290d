"""A program of another author gets a consent, plays a move for its player, and is disconnected."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.oauth import challenge_of, new_verifier
from tests.worlds.programs import Line, Player, Program
from tests.worlds.scripted_player import Visitor

pytestmark = [pytest.mark.rows, pytest.mark.slow]


class OneMove(Player):
    """A program at a table that counts its accepted moves."""

    accepted = 0

    def move(self, move: Line) -> tuple[int, Line]:
        status, answer = super().move(move)
        self.accepted += status == 200
        return status, answer


class NativeApp:
    """A program on the player's machine, which knows its client ID and this site's address."""

    def __init__(self, url: str, client_id: str) -> None:
        with urlopen(f"{url}/.well-known/oauth-authorization-server", timeout=PATIENCE) as answer:
            self.site = json.load(answer)
        self.url, self.client_id, self.verifier = url, client_id, new_verifier()
        self.came_back: dict[str, list[str]] = {}

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen on a free port for the player's browser."""
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                app.came_back = parse_qs(urlsplit(self.path).query)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Handler) as listener:
            self.back = f"http://127.0.0.1:{listener.server_port}/done"
            threading.Thread(target=listener.serve_forever, daemon=True).start()
            yield
            listener.shutdown()

    def link(self) -> str:
        wanted = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.back,
            "scope": "play", "state": "of-this-run", "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
        }  # fmt: skip
        address: str = self.site["authorization_endpoint"]
        return f"{address.removeprefix(self.url)}?{urlencode(wanted)}"

    def call(self, endpoint: str, **fields: str) -> tuple[int, Any]:
        body = urlencode({"client_id": self.client_id, **fields}).encode()
        try:
            with urlopen(self.site[endpoint], body, PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or "{}")
        except HTTPError as refused:
            return refused.code, json.loads(refused.read())

    def swap(self) -> dict[str, str]:
        status, tokens = self.call(
            "token_endpoint", grant_type="authorization_code", code=self.came_back["code"][0],
            redirect_uri=self.back, code_verifier=self.verifier,
        )  # fmt: skip
        assert status == 200, tokens
        return tokens  # type: ignore[no-any-return]

    def refresh(self, tokens: dict[str, str]) -> tuple[int, Any]:
        return self.call("token_endpoint", grant_type="refresh_token", refresh_token=tokens["refresh_token"])


def test_app_of_another_author_acts_for_a_player_until_it_is_disconnected(server: Server) -> None:
    author, person = Visitor(server.url), Visitor(server.url)
    author.sign_up(f"Author-{entropy.name_suffix()}")
    name = f"Player-{entropy.name_suffix()}"
    person.sign_up(name)
    status, page = author.submit("/settings/apps", name="Board", redirects="http://127.0.0.1/done")
    assert status == 200, page
    app = NativeApp(server.url, re.findall(r"app_\w{12}", page)[0])
    with app.listening():
        assert person.get(app.link())[0] == 200
        assert person.submit(app.link(), do="allow")[0] == 200
        assert app.came_back["state"] == ["of-this-run"]
        assert app.came_back["iss"] == [app.site["issuer"]]
        tokens = app.swap()

    first = Program(server.url, tokens["access_token"])
    assert first.call_ok("GET", "/me")["name"] == name
    game = first.call_ok("POST", "/challenges", {"against": "novice"})["game"]
    with first.stream(f"/play/{game}") as stream:
        seat = OneMove(first, game)
        while not seat.accepted:
            line = stream.next()
            assert line is not None
            seat.take_in(line)
        status, fresh = app.refresh(tokens)
        assert status == 200, fresh
        end = stream.last()
        assert end is not None
        assert end["code"] == "bad_token"
    assert first.call("GET", "/me")[0] == 401

    second = Program(server.url, fresh["access_token"])
    assert second.call_ok("GET", f"/games/{game}")
    disconnect = re.findall(r"/settings/apps/\d+/disconnect", person.get("/settings/apps")[1])[0]
    assert person.submit(disconnect)[0] == 200
    assert second.call("GET", "/me")[0] == 401
    assert app.refresh(fresh)[1]["error"] == "invalid_grant"
