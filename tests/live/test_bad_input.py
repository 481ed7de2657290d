"""Nonsense gets a clear sentence and changes nothing."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from game.consumers.hellos import HELLO_BURST, HELLOS_PER_SECOND
from game.wire.messages import InvalidMessage, parse_message
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player

NONSENSE = [
    "",
    "hello",
    "[]",
    "null",
    "{}",
    '{"t": "nothing"}',
    '{"t": "hello", "since": "then"}',
    '{"t": "hello", "since": 0, "extra": 1}',
    '{"t": "commit", "c": "abc"}',
    '{"t": "reveal", "secret": 5}',
    '{"t": "move", "ply": 3}',
    '{"t": "move", "ply": 3, "move": {"kind": "play", "card": "1H"}}',
    '{"t": "move", "ply": 3, "move": {"kind": "throw", "cards": ["5H"]}}',
    '{"t": "move", "ply": 3, "move": {"kind": "deal"}}',
    '{"t": "move", "ply": 99999999999, "move": {"kind": "go"}}',
]


def at_a_table(server: Server, doing: Callable[[ScriptedPlayer], Awaitable[Any]]) -> Any:
    """Do something at a table where the first cards are dealt."""

    async def sit_and_do() -> Any:
        visitor = Visitor(server.url)
        async with connect_player(visitor, visitor.new_game()) as person:
            await person.wait_for_turn()
            return await doing(person)

    return asyncio.run(sit_and_do())


@pytest.mark.slow
def test_a_frame_that_is_no_message_is_refused_and_the_game_goes_on(server: Server) -> None:
    async def talk_nonsense(person: ScriptedPlayer) -> None:
        for frame in NONSENSE:
            await person.socket.send(frame)
            answer = await person.receive_until("refused")
            person.requests_sent += 1
            assert answer["code"] == "nonsense"
            assert answer["says"].endswith(".")
        await person.play_moves()

    at_a_table(server, talk_nonsense)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"kind": "go"}, "illegal"),
        ({"kind": "play", "card": "AS"}, "illegal"),
        ({"kind": "claim", "points": 12}, "illegal"),
        ({"kind": "pass"}, "illegal"),
    ],
)
def test_an_illegal_move_is_refused_with_a_sentence(server: Server, move: dict[str, Any], code: str) -> None:
    async def make(person: ScriptedPlayer) -> Frame:
        while not person.view["thrown"][1]:  # the bot's throw would make it stale
            await person.receive()
        return await person.make_move(move)

    answer = at_a_table(server, make)
    assert (answer["t"], answer["code"]) == ("refused", code)
    assert answer["says"][0].isupper()


def test_cards_that_are_not_held_are_refused(server: Server) -> None:
    async def throw_strangers(person: ScriptedPlayer) -> Any:
        strangers = [
            text
            for text in ("AC", "2D", "3H", "4S", "5C", "6D", "7H", "8S")
            if text not in person.view["hand"]
        ]
        before = person.ply, person.view["hand"]
        answer = await person.make_move({"kind": "throw", "cards": strangers[:2]})
        await person.send(t="hello", since=-1)
        await person.receive_until("table")
        assert person.view["hand"] == before[1]
        return answer

    answer = at_a_table(server, throw_strangers)
    assert answer["code"] == "illegal"
    assert answer["says"].startswith("You don’t have the ")


def test_a_move_for_a_ply_long_gone_is_stale_and_one_from_the_future_is_refused(server: Server) -> None:
    async def come_late_and_early(person: ScriptedPlayer) -> list[str]:
        await person.play_moves(3)
        await person.wait_for_turn()
        codes = []
        for ply in (0, person.ply + 40):
            answer = await person.request(t="move", ply=ply, move={"kind": "play", "card": "AC"})
            codes.append(answer["code"])
        return codes

    assert at_a_table(server, come_late_and_early) == ["stale", "no_such_ply"]


def test_a_move_sent_twice_is_acknowledged_twice_and_stands_once(server: Server) -> None:
    async def stutter(person: ScriptedPlayer) -> None:
        ply, move = person.ply, person.choose_move()
        for _ in range(3):
            assert (await person.request(t="move", ply=ply, move=move))["t"] == "ack"
        await person.play_moves()

    at_a_table(server, stutter)


def test_a_second_commitment_and_a_wrong_secret_are_refused(server: Server) -> None:
    async def change_ones_mind() -> list[str]:
        visitor = Visitor(server.url)
        game = visitor.new_game()
        async with connect_player(visitor, game) as person:
            codes = []
            codes.append((await person.request(t="reveal", secret="00" * 32))["code"])
            await person.wait_for_turn()
            codes.append((await person.request(t="commit", c="11" * 32))["code"])
            codes.append((await person.request(t="reveal", secret="22" * 32))["code"])
            return codes

    assert asyncio.run(change_ones_mind()) == ["too_early", "committed", "other_secret"]


def test_where_no_game_is_the_socket_closes_and_says_so(server: Server) -> None:
    async def look() -> tuple[str, int]:
        async with connect_player(Visitor(server.url), "nosuchgame") as person:
            code = (await person.receive_until("bye"))["code"]
            await person.socket.wait_closed()
            return code, person.socket.close_code

    assert asyncio.run(look()) == ("no_game", 4404)


def test_a_stranger_at_a_table_sees_no_cards_and_moves_none(server: Server) -> None:
    owner, stranger = Visitor(server.url), Visitor(server.url)
    game = owner.new_game()

    async def look_on() -> None:
        async with connect_player(owner, game) as player, connect_player(stranger, game) as watcher:
            await player.wait_for_turn()
            await watcher.resync_until(player.ply)
            assert (watcher.you, watcher.view["hand"]) == (None, [])
            for frame in (
                {"t": "move", "ply": watcher.ply, "move": player.choose_move()},
                {"t": "commit", "c": "00" * 32},
                {"t": "reveal", "secret": "00" * 32},
                {"t": "move", "ply": watcher.ply, "move": {"kind": "resign"}},
            ):
                assert (await watcher.request(**frame))["code"] == "watching"
            await player.resync_until(player.ply)
            assert player.view["phase"] == "throw"

    asyncio.run(look_on())


@pytest.mark.parametrize(("frame", "close"), [("x" * 5000, 4409), (b"\x00\x01", 4400)])
def test_a_huge_or_binary_frame_closes_the_socket_with_a_reason(
    server: Server, frame: Any, close: int
) -> None:
    async def shout(person: ScriptedPlayer) -> int:
        await person.socket.send(frame)
        await person.receive_until("bye")
        await person.socket.wait_closed()
        return int(person.socket.close_code)

    assert at_a_table(server, shout) == close


def test_a_foreign_origin_gets_no_socket(server: Server) -> None:
    visitor = Visitor(server.url)
    game = visitor.new_game()

    async def knock() -> None:
        url = f"{server.ws_url}/ws/table/{game}"
        headers = {
            "Cookie": f"sessionid={visitor.cookies['sessionid']}",
            "Origin": "http://elsewhere.example",
        }
        async with websockets.connect(url, additional_headers=headers, open_timeout=PATIENCE):
            pass

    with pytest.raises(websockets.exceptions.InvalidStatus):
        asyncio.run(knock())


def test_a_call_without_the_csrf_token_is_refused_in_the_same_shape(server: Server) -> None:
    status, answer = Visitor(server.url).post("/api/games", b'{"against": "novice"}', token="x" * 32)
    assert (status, answer["error"]) == (403, "csrf")


@pytest.mark.slow
@settings(max_examples=repetitions(5000, one_in=100))
@given(
    st.text() | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(json.dumps)
)
def test_any_text_at_all_is_a_message_or_nonsense(frame: str) -> None:
    try:
        says = repr(parse_message(frame))
    except InvalidMessage as fault:
        says = str(fault)
    assert says


def test_who_says_hello_without_end_has_the_table_once_a_second(server: Server) -> None:
    async def repeat(person: ScriptedPlayer) -> tuple[int, float]:
        began = time.monotonic()
        for _ in range(80):
            await person.send(t="hello", since=-1, history=True)
        await person.send(t="ping", ply=person.ply)
        tables = 0
        while (await person.receive())["t"] != "pong":
            tables += person.frames[-1]["t"] == "table"
        await person.receive_until("table")  # those that were too many are answered too, by one
        return tables, time.monotonic() - began

    tables, seconds = at_a_table(server, repeat)
    assert 1 <= tables <= HELLO_BURST + seconds * HELLOS_PER_SECOND
