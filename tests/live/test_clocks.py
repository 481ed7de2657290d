"""Clocks over the wire: they tick, they are fair, and flags fall without anyone watching."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from bench.chaos.database import load_game, query, set_deadline
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import (
    Frame,
    ScriptedPlayer,
    Visitor,
    connect_player,
    connect_two_players,
    play_together,
)

pytestmark = pytest.mark.slow

MINUTE = 60_000
Two = Callable[[ScriptedPlayer, ScriptedPlayer], Awaitable[Any]]


def now() -> int:
    return int(time.time() * 1000)


def between_two(server: Server, doing: Two, **wanted: Any) -> Any:
    """Do something at a game of two people, its first cards dealt."""

    async def sit_and_do() -> Any:
        one, other = Visitor(server.url), Visitor(server.url)
        async with connect_two_players(one, other, **{"clock": "quick", **wanted}) as (a, b):
            return await doing(a, b)

    return asyncio.run(sit_and_do())


async def hear_out(person: ScriptedPlayer, within: float = PATIENCE) -> Frame:
    """Listen until the game is over."""
    async with asyncio.timeout(within):
        while person.view["phase"] != "over":
            await person.receive()
    return person.view


def in_the_row(server: Server, game: str, within: float = PATIENCE) -> dict[str, Any]:
    """The row of a game once it is over."""
    for _ in range(int(within * 20)):
        if (found := load_game(server.environment, game))["finished_at"] is not None:
            return found
        time.sleep(0.05)
    raise AssertionError(f"game {game} is not over: {found['transcript']}")


class TestShown:
    def test_both_have_their_bank_and_look_at_the_first_cards(self, server: Server) -> None:
        async def look(a: ScriptedPlayer, b: ScriptedPlayer) -> Frame:
            assert a.clocks is not None
            return a.clocks

        clocks = between_two(server, look)
        assert (clocks["kind"], clocks["left"], clocks["running"]) == ("quick", [120_000, 120_000], [0, 1])
        assert 0 < clocks["starts_in_ms"] <= 11_000  # as long as when the frame left, on a busy machine

    def test_a_standard_game_has_five_minutes(self, server: Server) -> None:
        async def look(a: ScriptedPlayer, b: ScriptedPlayer) -> list[int]:
            assert a.clocks is not None
            return list(a.clocks["left"])

        assert between_two(server, look, clock="standard") == [300_000, 300_000]

    def test_a_relaxed_game_has_a_day_a_move(self, server: Server) -> None:
        async def play(a: ScriptedPlayer, b: ScriptedPlayer) -> list[int]:
            await play_together(a, b, moves=2)
            assert a.clocks is not None
            return list(a.clocks["left"])

        assert between_two(server, play, clock="relaxed") == [24 * 60 * MINUTE] * 2

    def test_without_a_clock_none_is_shown(self, server: Server) -> None:
        async def look(a: ScriptedPlayer, b: ScriptedPlayer) -> Frame | None:
            return a.clocks

        assert between_two(server, look, clock="none") is None

    def test_a_move_earns_the_increment(self, server: Server) -> None:
        async def throw(a: ScriptedPlayer, b: ScriptedPlayer) -> Frame:
            await a.make_move(a.choose_move())
            assert a.clocks is not None
            return a.clocks

        clocks = between_two(server, throw)
        assert (clocks["left"], clocks["running"]) == ([125_000, 120_000], [1])

    def test_the_clock_at_turn_ticks_and_the_other_stands(self, server: Server) -> None:
        async def wait(a: ScriptedPlayer, b: ScriptedPlayer) -> tuple[Look, Look, int]:
            await play_together(a, b, moves=1)
            await a.resync_until(4)
            before = await look_at(a)
            await asyncio.sleep(1.6)
            return before, await look_at(a), a.view["turn"][0]

        before, after, turn = between_two(server, wait)
        ticked = before.flag_in(turn) - after.flag_in(turn)
        assert after.sent - before.heard - 2 <= ticked <= after.heard - before.sent + 2
        assert (after.clocks["running"], after.clocks["left"][1 - turn]) == ([turn], 125_000)

    def test_time_is_charged_beyond_a_second_of_grace(self, server: Server) -> None:
        async def dawdle(a: ScriptedPlayer, b: ScriptedPlayer) -> tuple[Look, Look, int]:
            await play_together(a, b, moves=1)
            for person in (a, b):
                await person.resync_until(4)
            mover = a if a.view["turn"] == [0] else b
            before = await look_at(mover)
            await asyncio.sleep(1.6)
            await mover.make_move(mover.choose_move())
            return before, await look_at(mover), mover.you or 0

        before, after, mover = between_two(server, dawdle)
        charged = 125_000 - (after.clocks["left"][mover] - 5_000)
        thought = 126_000 - before.flag_in(
            mover
        )  # until one looked; and on from there until the move was made
        assert thought + 1_600 - 1_000 <= charged <= thought + after.heard - before.sent - 1_000 + 2

    @pytest.mark.rows
    def test_the_flag_in_the_row_matches_the_clocks(self, server: Server) -> None:
        async def look(a: ScriptedPlayer, b: ScriptedPlayer) -> tuple[Look, int]:
            return await look_at(a), deadline(server, a)

        seen, falls = between_two(server, look)
        assert seen.sent - 2 <= falls - seen.flag_in(0) <= seen.heard + 2


@dataclass(frozen=True)
class Look:
    """The clocks as they were at some time between a question and its answer."""

    sent: int
    heard: int
    clocks: Frame

    def flag_in(self, seat: int) -> int:
        return int(self.clocks["left"][seat] + self.clocks["starts_in_ms"])


async def look_at(person: ScriptedPlayer) -> Look:
    sent = now()
    await person.send(t="hello", since=-1)
    clocks = (await person.receive_until("table"))["clocks"]
    return Look(sent, now(), clocks)


def deadline(server: Server, person: ScriptedPlayer) -> int:
    return int(load_game(server.environment, person.game)["deadline"])


@pytest.mark.rows
class TestFlags:
    def test_a_flag_falls_with_nobody_watching(self, server: Server) -> None:
        async def throw_and_go(a: ScriptedPlayer, b: ScriptedPlayer) -> str:
            await a.make_move(a.choose_move())
            return a.game

        game = between_two(server, throw_and_go)
        set_deadline(server.environment, game, now() - 100)
        found = in_the_row(server, game)
        assert (found["ended"], found["winner"], found["value"]) == ("flag", 0, 1)

    def test_connected_players_are_notified(self, impatient_server: Server) -> None:
        async def wait(a: ScriptedPlayer, b: ScriptedPlayer) -> list[Frame]:
            await a.make_move(a.choose_move())
            set_deadline(impatient_server.environment, a.game, now() - 100)
            return [await hear_out(a), await hear_out(b)]

        for view in between_two(impatient_server, wait):
            assert (view["ended"], view["winner"], view["value"]) == ("flag", 0, 1)

    def test_the_bank_of_a_fallen_flag_is_empty(self, impatient_server: Server) -> None:
        async def wait(a: ScriptedPlayer, b: ScriptedPlayer) -> list[int]:
            await a.make_move(a.choose_move())
            set_deadline(impatient_server.environment, a.game, now() - 100)
            await hear_out(a)
            assert a.clocks is not None
            return list(a.clocks["left"])

        assert between_two(impatient_server, wait) == [125_000, 0]

    def test_a_game_without_any_discard_is_called_off(self, impatient_server: Server) -> None:
        async def wait(a: ScriptedPlayer, b: ScriptedPlayer) -> Frame:
            set_deadline(impatient_server.environment, a.game, now() - 100)
            return await hear_out(b)

        view = between_two(impatient_server, wait)
        assert (view["ended"], view["winner"], view["value"]) == ("void", None, 0)

    def test_a_game_that_neither_player_begins_is_called_off(self, impatient_server: Server) -> None:
        game, invite = Visitor(impatient_server.url).create_link_game(clock="quick")
        Visitor(impatient_server.url).join(invite)
        set_deadline(impatient_server.environment, game, now() - 100)
        assert in_the_row(impatient_server, game)["ended"] == "void"

    def test_a_move_after_its_time_is_late(self, impatient_server: Server) -> None:
        async def dawdle(a: ScriptedPlayer, b: ScriptedPlayer) -> tuple[str, Frame]:
            await b.make_move(b.choose_move())
            await a.resync_until(b.ply)
            move = {"t": "move", "ply": a.ply, "move": a.choose_move()}
            set_deadline(impatient_server.environment, a.game, now() - 100)
            await a.send(t="hello", since=-1)
            await a.receive_until("table")
            answer = await a.request(**move)
            return answer["code"], await hear_out(a)

        code, view = between_two(impatient_server, dawdle)
        assert (code, view["ended"], view["winner"]) == ("late", "flag", 1)

    def test_muggins_that_is_not_called_in_time_is_a_pass(self, impatient_server: Server) -> None:
        async def overlook(a: ScriptedPlayer, b: ScriptedPlayer) -> list[str]:
            for person in (a, b):
                person.choose_claim = lambda worth: 0
            while "call" not in (a.view["phase"], b.view["phase"]):
                await play_one(a, b)
            set_deadline(impatient_server.environment, a.game, now() - 100)
            called = await asyncio.wait_for(hear_event(a, "called"), PATIENCE)
            return [called["points"], a.view["phase"]]

        assert between_two(impatient_server, overlook, counting="muggins", clock="none") == [0, "count"]

    def test_the_time_to_call_muggins_is_sent(self, impatient_server: Server) -> None:
        async def claim(a: ScriptedPlayer, b: ScriptedPlayer) -> list[Any]:
            while "call" not in (a.view["phase"], b.view["phase"]):
                await play_one(a, b)
            await a.send(t="hello", since=-1)
            clocks = (await a.receive_until("table"))["clocks"]
            return [clocks["left"], 0 < clocks["call_ms"] <= 10_000]

        assert between_two(impatient_server, claim, counting="muggins", clock="none") == [None, True]


async def play_one(a: ScriptedPlayer, b: ScriptedPlayer) -> None:
    """One move by a player at turn; both have heard of it."""
    ahead, behind = (a, b) if a.ply > b.ply else (b, a)
    while behind.ply < ahead.ply:
        await behind.receive()
    mover = a if a.you in a.view["turn"] else b
    await mover.make_move(mover.choose_move())
    other = b if mover is a else a
    while other.ply < mover.ply:
        await other.receive()


async def hear_event(person: ScriptedPlayer, kind: str) -> Frame:
    while True:
        frame = await person.receive()
        for event in frame.get("events", ()):
            if event["e"] == kind:
                return event


@pytest.mark.rows
class TestDown:
    """An outage costs no player any time."""

    def test_no_flag_falls_across_a_kill_and_deadlines_move(self, own_server: Server) -> None:
        one, other = Visitor(own_server.url), Visitor(own_server.url)

        async def begin() -> str:
            async with connect_two_players(one, other, clock="quick") as (a, _):
                await a.make_move(a.choose_move())
                return a.game

        async def go_on(game: str) -> Frame:
            async with connect_player(one, game) as a, connect_player(other, game) as b:
                await asyncio.gather(a.receive_until("table"), b.receive_until("table"))
                await asyncio.sleep(1.5)  # nothing happens: flags are looked for every second
                assert (await b.make_move(b.choose_move()))["t"] == "ack"
                return b.clocks or {}

        game = asyncio.run(begin())
        own_server.kill()
        # As if it had been down for an hour: all that is on record is an hour older.
        query(own_server.environment, "UPDATE game_heartbeat SET at = at - %s", 60 * MINUTE)
        before = load_game(own_server.environment, game)["deadline"] - 60 * MINUTE
        # The look at the cards has a minute more to go: on a busy machine all this takes some seconds.
        set_deadline(own_server.environment, game, before + MINUTE)
        own_server.start()
        clocks = asyncio.run(go_on(game))
        assert clocks["left"] == [125_000, 125_000]


if os.environ.get("DATABASE_URL"):

    @pytest.mark.rows
    def test_a_process_with_a_clock_a_minute_ahead_charges_no_time_and_calls_no_flag(server: Server) -> None:
        async def play(ahead: Server) -> str:
            async with connect_two_players(Visitor(server.url), Visitor(ahead.url), clock="quick") as (a, b):
                await play_together(a, b, moves=2)
                set_deadline(server.environment, a.game, now() + MINUTE // 2)
                await asyncio.sleep(2.5)  # nothing happens: flags are looked for every second
                return a.game

        settings = {"DJANGO_SETTINGS_MODULE": "tests.live.clock_ahead_settings"}
        with Server({**server.environment, **settings}, new=False) as ahead:
            found = load_game(server.environment, asyncio.run(play(ahead)))
        charged = [int(word.partition("/")[2]) for word in found["transcript"].split() if "/" in word]
        assert found["finished_at"] is None
        assert sum(charged) < MINUTE // 2
