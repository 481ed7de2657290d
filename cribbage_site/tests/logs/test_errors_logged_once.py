"""A failing site with the most verbose log: each error is logged once, and no secret at all."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from bench.chaos.database import query
from conftest import server_on_this_database
from cribbage_site.logs.redaction import CARD
from cribbage_site.tests.server_process import Server
from game.table.record.sealed_secrets import unseal
from tests.worlds.scripted_player import PASSWORD, Visitor, connect_player

NAME, ADDRESS = "Tell-Tale", "tell.tale@cards.example"
TOKEN = "a-token-in-an-address"


class VerboseServer(Server):
    """A server at the most verbose level."""

    @property
    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()


class MailServer(StreamRequestHandler):
    """Accepts all mail over SMTP."""

    def handle(self) -> None:
        self.answer("220 hello")
        for line in self.rfile:
            word = line.split()[0].upper()
            self.answer("354 go on" if word == b"DATA" else "250 well")
            if word == b"DATA":
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.mails.append(text.decode().replace("=\r\n", ""))  # type: ignore[attr-defined]
                self.answer("250 taken")

    def answer(self, says: str) -> None:
        self.wfile.write(f"{says}\r\n".encode())


@contextmanager
def postman() -> Iterator[ThreadingTCPServer]:
    with ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.daemon_threads = True
        server.mails = []  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@dataclass
class Story:
    """The actions at a site, and the secrets that its log must not contain."""

    lines: list[str]
    game: str
    page: tuple[str, str]
    hands: list[list[str]]
    secrets: dict[str, list[str]]

    @property
    def errors(self) -> list[dict[str, Any]]:
        logged = [json.loads(line) for line in self.lines]
        return [line for line in logged if line["level"] in ("error", "critical")]


@contextmanager
def away(server: Server, table: str) -> Iterator[None]:
    """Remove a table of the database for a while."""
    query(server.environment, f"ALTER TABLE {table} RENAME TO {table}_away")
    try:
        yield
    finally:
        query(server.environment, f"ALTER TABLE {table}_away RENAME TO {table}")


@contextmanager
def unwritable(server: Server, game: str) -> Iterator[None]:
    """Make the row of a game refuse every move. PostgreSQL's error shows the whole row."""
    if server.environment.get("DATABASE_URL"):
        begin = f"ALTER TABLE game_game ADD CONSTRAINT is_full CHECK (id <> '{game}') NOT VALID"
        end = "ALTER TABLE game_game DROP CONSTRAINT is_full"
    else:
        refuse = "BEGIN SELECT RAISE(ABORT, 'is full'); END"
        begin = f"CREATE TRIGGER is_full BEFORE UPDATE ON game_game WHEN NEW.id = '{game}' {refuse}"
        end = "DROP TRIGGER is_full"
    query(server.environment, begin)
    try:
        yield
    finally:
        query(server.environment, end)


def failed(server: Server, visitor: Visitor) -> tuple[str, str]:
    """Request a failing page with every kind of input. Return its request id and the page."""
    cookies = visitor.cookie_header
    headers = {"Cookie": cookies, "Authorization": f"Bearer {TOKEN}"}
    with pytest.raises(HTTPError, match="500") as fault:
        urlopen(Request(f"{server.url}/ladder?token={TOKEN}", headers=headers))
    return fault.value.headers["X-Request-ID"], fault.value.read().decode()


@pytest.fixture(scope="module")
def story() -> Iterator[Story]:
    """A visitor signs up, resets the password, logs in and plays, while one part after another fails."""
    with postman() as post:
        mail = f"smtp://127.0.0.1:{post.server_address[1]}"
        levels = {"LOG_LEVEL": "DEBUG", "DJANGO_LOG_LEVEL": "DEBUG"}
        secret = settings.SECRET_KEY  # so that the test can open what the server seals
        with server_on_this_database(
            VerboseServer, LOG_FORMAT="json", EMAIL_URL=mail, SECRET_KEY=secret, **levels
        ) as server:
            assert isinstance(server, VerboseServer)
            yield asyncio.run(lived(server, post.mails))  # type: ignore[attr-defined]


async def lived(server: VerboseServer, mails: list[str]) -> Story:
    visitor = Visitor(server.url)
    visitor.submit("/accounts/signup/", username=NAME, password1=PASSWORD, email=ADDRESS)
    tokens = [visitor.cookies["csrftoken"]]
    visitor.log_out()
    visitor.submit("/accounts/password/reset/", email=ADDRESS)
    link = await mailed(mails, "/accounts/password/reset/key/")
    assert visitor.get(link)[0] == 200
    visitor.log_in(NAME)
    tokens.append(visitor.cookies["csrftoken"])
    _, invite = visitor.create_link_game()
    Visitor(server.url).get(invite)

    game = visitor.new_game()
    with away(server, "ranking_standing"):
        page = failed(server, visitor)
    async with connect_player(visitor, game) as person:
        await person.play_moves(2)
        await person.wait_for_turn()
        with unwritable(server, game):
            assert (await person.make_move(person.choose_move()))["code"] == "try_again"
        with away(server, "game_chat"):
            await person.send(t="hello", since=-1)
            assert (await person.receive_until("refused"))["ply"] == -1
            person.requests_sent += 1  # it was answered in the end
        await person.play_moves(2)
        hands = [frame["view"]["hand"] for frame in person.frames if "view" in frame]
        shown = person.secret.hex()
    row = query(server.environment, "SELECT sealed FROM game_secrets WHERE game_id = %s", game)[0]
    sealed = unseal(row["sealed"], game)
    sessions = query(server.environment, "SELECT session_key, session_data FROM django_session")
    hashes = query(server.environment, "SELECT password FROM game_player WHERE password <> ''")
    return Story(
        lines=server.lines,
        game=game,
        page=page,
        hands=hands,
        secrets={
            "password": [PASSWORD],
            "hash of a password": [row["password"] for row in hashes],
            "session": [value for row in sessions for value in row.values()],
            "CSRF token": tokens,
            "token of a mail": [link.rstrip("/").rpartition("/")[2]],
            "token of an address, or of a header": [TOKEN],
            "invitation": [invite.rpartition("/")[2]],
            "seal": [row["sealed"]],
            "secret of the server": [
                each.hex() for each in (sealed.chain, sealed.bot_seat, sealed.bot_stream)
            ],
            "secret of a seat": [shown],
        },
    )


async def mailed(mails: list[str], path: str) -> str:
    """Return the link with this path in a mail, as soon as the mail has arrived."""
    for _ in range(600):
        for mail in mails:
            if found := re.search(rf"http://[^/]+({path}\S+)", mail):
                return found[1]
        await asyncio.sleep(0.1)
    raise AssertionError(f"no mail has come that leads to {path}")


def test_each_line_reports_one_event(story: Story) -> None:
    assert story.lines
    for line in story.lines:
        assert {"time", "level", "logger", "message"} <= json.loads(line).keys()


def test_each_error_is_logged_once_with_its_game_and_its_request(story: Story) -> None:
    logged = [(line["logger"], line.get("game")) for line in story.errors]
    at_the_table = ("game.table.table", story.game)
    assert logged == [("django.request", None), at_the_table, ("game.consumers.base", story.game)]
    assert all(line["trace"].startswith("Traceback") for line in story.errors)


def test_the_request_id_of_an_error_page_leads_to_its_error(story: Story) -> None:
    name, page = story.page
    assert f"<code>{name}</code>" in page
    assert story.errors[0]["request"] == name
    at_the_table, at_the_socket = (line["request"] for line in story.errors[1:])
    assert at_the_table == at_the_socket != name
    opened = next(json.loads(line) for line in story.lines if f"/ws/table/{story.game} opens" in line)
    assert (opened["request"], opened["game"]) == (at_the_table, story.game)


def test_no_secret_is_logged(story: Story) -> None:
    log = "\n".join(story.lines)
    logged = [what for what, secrets in story.secrets.items() for secret in secrets if secret in log]
    assert all(secret for secrets in story.secrets.values() for secret in secrets)
    assert not logged


def test_no_card_is_logged(story: Story) -> None:
    log = "\n".join(story.lines)
    assert any(story.hands)
    assert not re.search(rf"(?<!\w){CARD}\W{{0,4}}{CARD}(?!\w)", log)
    assert not re.search(r"[\[({]\d{1,2}, ?\d{1,2}[,\])}]", log)
