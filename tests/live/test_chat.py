"""Chat over the wire: the players among themselves, the watchers among themselves, and within limits."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bench.chaos.database import query
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow


class Room:
    """A game of two players with two watchers, and the frames that each of the four received."""

    def __init__(self, visitors: list[Visitor], people: list[ScriptedPlayer]) -> None:
        self.visitors = visitors
        self.a, self.b, self.watcher, self.other_watcher = self.people = people

    async def settle(self) -> None:
        """Wait until all pending frames have been delivered."""
        for person in self.people:
            await person.send(t="ping", ply=-1)
            await asyncio.wait_for(person.receive_until("pong"), PATIENCE)

    def lines(self, person: ScriptedPlayer) -> list[Frame]:
        return [frame for frame in person.frames if frame["t"] == "said"]


def in_a_room(server: Server, doing: Callable[[Room], Awaitable[Any]]) -> Any:
    """Everyone there is a guest."""

    async def meet() -> Any:
        visitors = [Visitor(server.url) for _ in range(4)]
        for watcher in visitors[2:]:
            watcher.new_game()  # with a game of their own they have a name
        async with connect_two_players(*visitors[:2]) as players:
            game = players[0].game
            async with connect_player(visitors[2], game) as one, connect_player(visitors[3], game) as other:
                room = Room(visitors, [*players, one, other])
                await room.settle()
                return await doing(room)

    return asyncio.run(meet())


def with_an_account(server: Server, person: ScriptedPlayer) -> str:
    """Make a guest one who has an account; their name."""
    (found,) = query(
        server.environment,
        "SELECT p.id, p.username FROM game_player p JOIN game_game g"
        f" ON p.id = g.{('seat_a_id', 'seat_b_id')[person.you or 0]} WHERE g.id = %s",
        person.game,
    )
    query(server.environment, "UPDATE game_player SET is_guest = %s WHERE id = %s", False, found["id"])
    return str(found["username"])


def test_a_phrase_reaches_both_players_and_no_watcher(server: Server) -> None:
    async def greet(room: Room) -> list[int]:
        await room.a.chat(phrase="luck")
        await room.settle()
        return [len(room.lines(person)) for person in room.people]

    assert in_a_room(server, greet) == [1, 1, 0, 0]


def test_a_watchers_line_reaches_watchers_and_no_player(server: Server) -> None:
    async def whisper(room: Room) -> list[int]:
        await room.watcher.chat(phrase="hand")
        await room.settle()
        return [len(room.lines(person)) for person in room.people]

    assert in_a_room(server, whisper) == [0, 0, 1, 1]


def test_a_line_has_its_author_and_text(server: Server) -> None:
    async def greet(room: Room) -> tuple[Frame, str]:
        await room.b.chat(phrase="luck")
        await room.settle()
        return room.lines(room.a)[0], with_an_account(server, room.b)

    line, name = in_a_room(server, greet)
    said = {"by": 1, "name": name, "nickname": None, "phrase": "luck", "text": None}
    assert {**line, "id": 0} == {"t": "said", "id": 0, **said}


if os.environ.get("REDIS_URL"):

    @pytest.mark.rows
    def test_a_line_reaches_other_processes_too(server: Server, impatient_server: Server) -> None:
        async def greet() -> Frame:
            one, other = Visitor(server.url), Visitor(impatient_server.url)
            async with connect_two_players(one, other) as (a, b):
                await a.chat(phrase="luck")
                return await asyncio.wait_for(b.receive_until("said"), PATIENCE)

        assert asyncio.run(greet())["phrase"] == "luck"


@pytest.mark.rows
def test_a_late_visitor_gets_earlier_lines(server: Server) -> None:
    async def greet_and_reload(room: Room) -> list[list[Any]]:
        await room.a.chat(phrase="luck")
        await room.watcher.chat(phrase="hand")
        read = []
        for visitor in (room.visitors[1], room.visitors[3]):
            async with connect_player(visitor, room.a.game) as person:
                table = await person.receive_until("table")
                read.append([(line["by"], line["phrase"]) for line in table["said"]])
        return read

    assert in_a_room(server, greet_and_reload) == [[(0, "luck")], [(None, "hand")]]


def test_a_guest_can_only_send_phrases(server: Server) -> None:
    async def write(room: Room) -> tuple[Frame, list[Frame]]:
        answer = await room.a.chat(text="hello there")
        await room.settle()
        return answer, room.lines(room.b)

    answer, heard = in_a_room(server, write)
    assert (answer["code"], heard) == ("hush", [])


@pytest.mark.parametrize(
    "text", ["<b>fifteen</b> two & <script>alert(1)</script>", 'he said "go" \\ \u2665 \U0001f0a1']
)
def test_a_text_of_an_account_arrives_as_it_was_written(server: Server, text: str) -> None:
    async def write(room: Room) -> list[str]:
        with_an_account(server, room.a)
        # The account was loaded when the page was opened.
        async with connect_player(room.visitors[0], room.a.game) as a:
            await a.receive_until("table")
            await a.chat(text=text)
            await room.settle()
            return [line["text"] for line in room.lines(room.b)]

    assert in_a_room(server, write) == [text]


def test_more_than_five_lines_at_once_are_hushed(server: Server) -> None:
    async def chatter(room: Room) -> tuple[list[str], int]:
        answers = [await room.a.chat(phrase="luck") for _ in range(7)]
        await room.settle()
        return [answer["t"] for answer in answers], len(room.lines(room.b))

    assert in_a_room(server, chatter) == (["said"] * 5 + ["refused"] * 2, 5)


def test_a_blocked_player_is_hushed_and_their_lines_are_hidden(server: Server) -> None:
    async def block(room: Room) -> tuple[Frame, list[Frame]]:
        await room.a.chat(phrase="luck")
        name = with_an_account(server, room.a)
        status, answer = room.visitors[1].post("/api/block", json.dumps({"name": name}).encode())
        assert (status, answer) == (200, {})
        hushed = await room.a.chat(phrase="well")
        async with connect_player(room.visitors[1], room.a.game) as b:
            return hushed, (await b.receive_until("table"))["said"]

    hushed, read = in_a_room(server, block)
    assert (hushed["t"], hushed["code"], read) == ("refused", "hush", [])


@pytest.mark.parametrize(
    "said",
    [{}, {"text": "   "}, {"phrase": "drat"}, {"phrase": "luck", "text": "and more"}, {"text": "a\x00b"}],
)
def test_an_invalid_line_is_hushed_with_a_sentence(server: Server, said: dict[str, str]) -> None:
    async def try_it(room: Room) -> Frame:
        with_an_account(server, room.a)
        async with connect_player(room.visitors[0], room.a.game) as a:
            await a.receive_until("table")
            await a.send(t="say", **said)
            return await a.receive_until("refused", "said")

    answer = in_a_room(server, try_it)
    assert (answer["t"], answer["code"]) == ("refused", "hush")
    assert answer["says"].endswith(".")


def test_a_text_that_is_too_long_is_no_message(server: Server) -> None:
    async def write(room: Room) -> Frame:
        await room.a.send(t="say", text="x" * 201)
        return await room.a.receive_until("refused")

    assert in_a_room(server, write)["code"] == "nonsense"


def test_a_visitor_without_a_name_says_nothing(server: Server) -> None:
    async def shout(room: Room) -> tuple[Frame, list[Frame]]:
        async with connect_player(Visitor(server.url), room.a.game) as passer_by:
            await passer_by.receive_until("table")
            answer = await passer_by.chat(phrase="luck")
        await room.settle()
        return answer, room.lines(room.watcher)

    answer, heard = in_a_room(server, shout)
    assert (answer["code"], heard) == ("hush", [])


def test_chat_goes_on_when_the_game_is_over(server: Server) -> None:
    async def resign_and_thank(room: Room) -> list[Frame]:
        await room.a.make_move({"kind": "resign"})
        await room.b.chat(phrase="thanks")
        await room.settle()
        return room.lines(room.a)

    assert len(in_a_room(server, resign_and_thank)) == 1
