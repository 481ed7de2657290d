"""Make guests as a browser does, and games between two of them, over HTTP."""

import json
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from bench.live.addresses import new_address

# Games that two players open one after the other. More in a minute would exceed the rate limit.
GAMES_PER_PAIR = 10
PASSWORD = "every other hand"  # noqa: S105 - of nobody


class Guest:
    """A visitor's cookies, with one persistent connection."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.address = new_address()
        self._jar: SimpleCookie = SimpleCookie()
        self._request("GET", "/", b"")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self._jar.items())

    @property
    def token(self) -> str:
        """The CSRF token of a form on our own pages."""
        return self._jar["csrftoken"].value

    def post(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._request("POST", path, json.dumps(body or {}).encode()))
        return answer

    def close(self) -> None:
        self._connection.close()

    def get(self, path: str) -> bytes:
        return self._request("GET", path, b"")

    def submit(self, path: str, **fields: str) -> bytes:
        """Submit a page's form."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        return self._request("POST", path, body, "application/x-www-form-urlencoded")

    def _request(self, method: str, path: str, body: bytes, kind: str = "application/json") -> bytes:
        headers = {"Cookie": self.cookies, "Content-Type": kind, "X-Forwarded-For": self.address}
        if "csrftoken" in self._jar:
            headers["X-CSRFToken"] = self.token
        try:
            answer = self._send_request(method, path, body, headers)
        except ConnectionError:  # the server closes a connection that is idle for some seconds
            self._connection.close()
            answer = self._send_request(method, path, body, headers)
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path} was answered {answer.status}: {text.decode()[:200]}")
        for line in answer.headers.get_all("Set-Cookie", []):
            self._jar.load(line)
        return text

    def _send_request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> HTTPResponse:
        self._connection.request(method, path, body, headers)
        return self._connection.getresponse()


def sign_up_accounts(port: int, many: int, name: str = "Bench") -> list[Guest]:
    """Sign up this many people. Bots do not pause for them."""
    people = []
    for number in range(many):
        one = Guest(port)
        one.submit("/accounts/signup/", username=f"{name}-{number}", password1=PASSWORD)
        one.post("/api/me/pause", {"pause": "none"})
        people.append(one)
    return people


def open_rated_game(side: list[Guest], bot: str = "") -> str:
    """Open a rated game. Return its id, and the page of its table for each player."""
    one, *others = side
    wanted = {"against": bot or "link", "rated": True, "clock": "relaxed" if bot else "standard"}
    made = one.post("/api/games", wanted)
    for other in others:
        other.post(f"/api{made['invite']}")
    for each in side:
        each.get(f"/table/{made['game']}")
    return str(made["game"])


class GuestPair:
    """Two guests who play each other at as many tables as needed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.guests = (Guest(port), Guest(port))

    def new_game(self) -> str:
        a, b = self.guests
        game = a.post("/api/games", {"against": "link"})
        b.post(f"/api{game['invite']}")
        return str(game["game"])

    def become_guests(self) -> "GuestPair":
        """Make both known guests. A visitor becomes one through the first game."""
        self.new_game()
        self.close()
        return self

    @property
    def cookies(self) -> list[str]:
        return [guest.cookies for guest in self.guests]

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
