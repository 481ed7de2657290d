"""A person at a table, scripted: real cookies, a real socket, and a memory of every frame."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.cookiejar import CookieJar
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import websockets
from websockets.exceptions import ConnectionClosed

from bench.seat import Frame as Frame
from bench.seat import Seat, score_laid_cards
from cribbage_site.tests.patience import PATIENCE
from game.engine.cards import PIPS, card
from rng import entropy
from tests.worlds.typed import check_frame

PASSWORD = "every other hand"
ALL_MOVES = 10_000  # more than any game has


class Visitor:
    """A browser's cookies, and what it asks over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Where it comes from, so that no visitor is counted against another's limits.
        self.address = str(ip_address(secrets.randbits(128)))
        self.jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))
        self.get("/")

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.jar}

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def token(self) -> str:
        """The CSRF token that our forms send. Over https its cookie has a longer name."""
        return next(value for name, value in self.cookies.items() if name.endswith("csrftoken"))

    def get(self, path: str) -> tuple[int, str]:
        return self._request(Request(self.url + path))

    def post(self, path: str, body: bytes, token: str | None = None) -> tuple[int, Frame]:
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or self.token}
        status, text = self._request(Request(self.url + path, data=body, headers=headers))
        return status, json.loads(text)

    def new_game(self, against: str = "novice", **wanted: Any) -> str:
        status, answer = self.post("/api/games", json.dumps({"against": against, **wanted}).encode())
        assert status == 201, answer
        return str(answer["game"])

    def create_link_game(self, **wanted: Any) -> tuple[str, str]:
        """A game for the first who follows its link: the game and the link."""
        status, answer = self.post("/api/games", json.dumps({"against": "link", **wanted}).encode())
        assert status == 201, answer
        return str(answer["game"]), str(answer["invite"])

    def join(self, invite: str) -> str:
        """Follow a link to its game."""
        status, answer = self.post(f"/api{invite}", b"")
        assert status == 201, answer
        return str(answer["game"])

    def sign_up(self, name: str, password: str = PASSWORD) -> None:
        """Make an account, of the guest one is or from nothing."""
        self._submit_ok("/accounts/signup/", username=name, password1=password)

    def log_in(self, name: str, password: str = PASSWORD) -> None:
        self._submit_ok("/accounts/login/", login=name, password=password)

    def log_out(self) -> None:
        self._submit_ok("/accounts/logout/")

    def submit(self, path: str, **fields: str) -> tuple[int, str]:
        """Send a page's form; the page it leads to."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        return self._request(Request(self.url + path, data=body, headers={"Referer": self.url + path}))

    def _submit_ok(self, path: str, **fields: str) -> None:
        status, page = self.submit(path, **fields)
        assert status == 200, page

    def _request(self, request: Request) -> tuple[int, str]:
        request.add_header("X-Forwarded-For", self.address)
        if self.url.startswith("https:"):
            request.add_header("Referer", self.url)  # browsers say so, and over https it is asked for
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(errors="replace")  # a download may be binary
        except HTTPError as refused:
            return refused.code, refused.read().decode()


class ScriptedPlayer(Seat):
    """One seat's socket, which follows the protocol by itself and stores all frames."""

    def __init__(self, socket: Any, game: str, secret: bytes) -> None:
        super().__init__(game, secret)
        self.socket = socket
        self.frames: list[Frame] = []
        self.frame_log: list[Frame] = []
        self.requests_sent = self.answers_received = 0
        self.clocks: Frame | None = None
        self.presence: Frame = {}
        self.reveals_secret = True  # its secret, as soon as it has to
        # Where hands are counted by hand: what is claimed of one that is worth so much.
        self.choose_claim: Callable[[int], int] = lambda worth: worth

    async def send(self, **frame: Any) -> None:
        self.requests_sent += frame["t"] in ("commit", "reveal", "move", "claim_win")
        self.frame_log.append({"to": "server", "frame": frame})
        await self.socket.send(json.dumps(frame))

    async def receive(self) -> Frame:
        """The next frame, taken in; the protocol is answered at once."""
        frame: Frame = json.loads(await self.socket.recv())
        check_frame(frame)
        self.frames.append(frame)
        self.frame_log.append({"to": "browser", "frame": frame})
        self.answers_received += frame["t"] in ("ack", "refused")
        assert frame["t"] != "event" or self.ply < frame["ply"], "events come in order, each once"
        self.update_state(frame)
        self.clocks = frame.get("clocks", self.clocks)
        self.presence = frame.get("here", self.presence)
        answer = self.protocol_answer if frame["t"] in ("table", "fair") else None
        if answer is not None and (self.reveals_secret or answer["t"] != "reveal"):
            await self.send(**answer)
        return frame

    async def receive_until(self, *kinds: str) -> Frame:
        while (frame := await self.receive())["t"] not in kinds:
            pass
        return frame

    async def wait_for_cards(self) -> None:
        """Listen until the first cards are dealt."""
        while self.view.get("phase", "cut") == "cut":
            await self.receive()

    async def wait_for_turn(self) -> None:
        """Listen until it is my turn, or the game is over."""
        while not (self.is_my_turn or self.view.get("phase") == "over"):
            await self.receive()

    def choose_move(self) -> Frame:
        """A plain legal move."""
        if self.view["phase"] == "throw":
            return {
                "kind": "throw",
                "cards": sorted(self.view["hand"], key=lambda text: PIPS[card(text)])[-2:],
            }
        if self.view["phase"] == "count":
            return {"kind": "claim", "points": self.choose_claim(self.score_laid_cards())}
        if self.view["phase"] == "call":
            overlooked = self.score_laid_cards() - self.view["laid"]["claimed"]
            return {"kind": "call", "points": overlooked} if overlooked else {"kind": "pass"}
        if self.view["must_go"]:
            return {"kind": "go"}
        return {"kind": "play", "card": self.view["playable"][0]}

    def score_laid_cards(self) -> int:
        """Return the points of the hand or crib on the table."""
        return score_laid_cards(self.view["laid"])

    async def make_move(self, move: Frame) -> Frame:
        """Make a move, and listen for its answer."""
        return await self.request(t="move", ply=self.ply, move=move)

    async def resign(self) -> None:
        """Give up at the next turn: before it the other may move, and the resignation would be stale."""
        await self.wait_for_turn()
        answer = await self.make_move({"kind": "resign"})
        assert answer["t"] == "ack", answer

    async def request(self, **frame: Any) -> Frame:
        """Ask something, and listen for its own answer: answers come in the order of what was asked."""
        await self.send(**frame)
        mine = self.requests_sent
        while True:
            answer = await self.receive()
            if answer["t"] in ("ack", "refused") and self.answers_received == mine:
                return answer

    async def chat(self, **said: str) -> Frame:
        """Say a phrase or a text, and listen for the line, or for why it cannot be said."""
        await self.send(t="say", **said)
        while True:
            frame = await self.receive()
            if frame["t"] == "refused" and frame["code"] == "hush":
                self.requests_sent += (
                    1  # not counted when it was said: mostly it is answered by the line itself
                )
                return frame
            if frame["t"] == "said" and all(frame[what] == words for what, words in said.items()):
                return frame

    async def resync_until(self, ply: int) -> None:
        """Ask for the whole table until it has come as far as this ply."""
        while self.ply < ply:
            await self.send(t="hello", since=self.ply)
            await self.receive_until("table")

    async def play_moves(self, moves: int = ALL_MOVES) -> list[tuple[int, Frame]]:
        """Play so many moves, or to the end; the moves that were acknowledged, with the ply each answered."""
        stood = []
        for _ in range(moves):
            await self.wait_for_turn()
            if self.view["phase"] == "over":
                break
            ply, move = self.ply, self.choose_move()
            answer = await self.make_move(move)
            assert answer["t"] == "ack", answer
            stood.append((ply, move))
        return stood

    async def play_to_deal(self, deal: int) -> None:
        """Play until a deal has begun, so that those before it were counted."""
        while self.view.get("deal", 0) < deal:
            await self.play_moves(1)

    async def wait_for_last_link(self) -> None:
        """After the end: listen until the links of all deals are shown."""
        while not self.has_last_link:
            await self.receive()


def connect_table(address: str, game: str, cookies: str, **patience: Any) -> Any:
    """A browser's connection to a table of the process at this address, as in ws://127.0.0.1:8000."""
    headers = {"Cookie": cookies, "Origin": address.replace("ws", "http", 1)}
    # Unread frames are kept without limit: a full queue would hold up the end of a socket for ten seconds.
    patience = {"open_timeout": PATIENCE, "max_queue": None, **patience}
    return websockets.connect(f"{address}/ws/table/{game}", additional_headers=headers, **patience)


@asynccontextmanager
async def connect_player(
    visitor: Visitor, game: str, secret: bytes | None = None
) -> AsyncIterator[ScriptedPlayer]:
    """A person who has opened the table's page."""
    async with connect_table(visitor.url.replace("http", "ws", 1), game, visitor.cookie_header) as socket:
        person = ScriptedPlayer(socket, game, secret or entropy.secret())
        with suppress(ConnectionClosed):  # a table that is closed to us says bye at once
            await person.send(t="hello", since=-1)
        yield person


@asynccontextmanager
async def connect_two_players(
    one: Visitor, other: Visitor, game: str | None = None, **wanted: Any
) -> AsyncIterator[tuple[ScriptedPlayer, ScriptedPlayer]]:
    """Two people at one game, by link if it is not made yet; both keep the protocol as they are heard."""
    if game is None:
        game, invite = one.create_link_game(**wanted)
        assert other.join(invite) == game
    async with connect_player(one, game) as a, connect_player(other, game) as b:
        await asyncio.gather(a.wait_for_cards(), b.wait_for_cards())
        yield a, b


async def play_past_ply(ply: int, *people: ScriptedPlayer) -> None:
    """Play until every client has seen the table beyond a ply, and leave it there, perhaps mid-move."""
    playing = asyncio.gather(*[person.play_moves() for person in people])
    while not playing.done() and min(person.ply for person in people) <= ply:
        await asyncio.sleep(0.02)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def play_together(*people: ScriptedPlayer, moves: int = ALL_MOVES) -> None:
    """Play to the end, or so many moves each: three at most, as a fourth may wait for one of the other's."""
    await asyncio.gather(*[person.play_moves(moves) for person in people])
