"""Hints over real sockets: only for a seat in a casual game against a bot, from its own view."""

import asyncio
import json

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.advice.wire import line_json
from game.bots.advanced.aims import ROUND_DIGITS
from game.bots.advice import weigh_throws
from game.engine.cards import cards
from tests.worlds.lobby import new_account
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow

# A worth is rounded to five places; another process may sum it in another order, and round to the next.
ROUNDING = 1.5 * 10**-ROUND_DIGITS


async def hint(person: ScriptedPlayer, ply: int | None = None) -> Frame:
    """Ask for a hint, and listen for it or for why there is none."""
    await person.send(t="hint", ply=person.ply if ply is None else ply)
    answer = await person.receive_until("hint", "refused")
    if answer["t"] == "refused":
        person.requests_sent += (
            1  # a hint is not counted when it is asked for: mostly it is answered by itself
        )
    return answer


async def come_to_a_choice(person: ScriptedPlayer) -> None:
    """Throw as the hint says, and play on until there are two cards to choose from."""
    await person.wait_for_turn()
    while len(person.view["playable"]) < 2:
        await person.play_moves(1)
        await person.wait_for_turn()


def test_a_seat_against_a_bot_gets_the_best_discard_and_card_and_both_are_legal(
    server: Server,
) -> None:
    visitor = Visitor(server.url)

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), connect_player(visitor, visitor.new_game("novice")) as person:
            await person.wait_for_turn()
            view = person.view
            told = await hint(person)
            # The same evaluation of this hand and this score, from nothing else.
            lines = weigh_throws(
                cards(" ".join(view["hand"])), dealer=view["dealer"] == person.you, mine=0, theirs=0
            )
            expected = [json.loads(json.dumps(line_json(line))) for line in lines[:4]]
            for line in expected:
                line["win"] = pytest.approx(line["win"], abs=ROUNDING)
            assert told["lines"] == expected
            assert (await person.make_move({"kind": "throw", "cards": told["lines"][0]["thrown"]}))[
                "t"
            ] == "ack"

            await come_to_a_choice(person)
            told = await hint(person)
            assert told["ply"] == person.ply
            assert {line["card"] for line in told["lines"]} == set(person.view["playable"])
            wins = [line["win"] for line in told["lines"]]
            assert wins == sorted(wins, reverse=True)
            assert await hint(person) == told, "asked again, it is the same"
            assert (await person.make_move({"kind": "play", "card": told["lines"][0]["card"]}))["t"] == "ack"

    asyncio.run(play())


def test_a_hint_is_about_the_current_position_and_the_bots_discard_does_not_change_it(server: Server) -> None:
    visitor = Visitor(server.url)

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), connect_player(visitor, visitor.new_game("novice")) as person:
            await person.wait_for_turn()
            dealt = person.ply
            while not any(person.view["thrown"]):
                await person.receive()
            before, after = [(await hint(person, ply))["lines"] for ply in (person.ply - 1, person.ply)]
            assert before == after
            for ply in (dealt - 2, person.ply + 1):
                answer = await hint(person, ply)
                assert (answer["t"], answer["code"]) == ("refused", "stale")
            await person.play_moves(1)
            assert (await hint(person, dealt))["code"] == "stale"

    asyncio.run(play())


def test_where_there_is_nothing_to_choose_there_is_no_hint(server: Server) -> None:
    visitor = Visitor(server.url)

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), connect_player(visitor, visitor.new_game("novice")) as person:
            await person.play_moves(1)
            await person.wait_for_turn()
            while len(person.view["playable"]) > 1:  # the last card of a deal at the latest
                await person.play_moves(1)
                await person.wait_for_turn()
            assert (await hint(person))["code"] == "no_choice"

    asyncio.run(play())


def test_there_are_no_hints_for_points(server: Server) -> None:
    ann = new_account(server)

    async def ask(game: str) -> Frame:
        async with asyncio.timeout(PATIENCE), connect_player(ann, game) as person:
            await person.wait_for_turn()
            return await hint(person)

    casual = ann.new_game("novice")
    assert asyncio.run(ask(casual))["t"] == "hint"
    rated = ann.new_game("novice", rated=True)
    assert asyncio.run(ask(rated))["code"] == "no_hints"
    answer = asyncio.run(ask(casual))
    assert answer["code"] == "rated_game", "nor elsewhere, while one is played"
    assert answer["says"].startswith("You’re in a rated game against Novice")


def test_between_people_there_are_no_hints_and_a_watcher_gets_none(server: Server) -> None:
    one, other, passer_by = (Visitor(server.url) for _ in range(3))

    async def ask() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            connect_two_players(one, other) as (a, b),
            connect_player(passer_by, a.game) as watcher,
        ):
            await watcher.receive_until("table")
            for person in (a, b):
                assert (await hint(person))["code"] == "no_hints"
            assert (await hint(watcher))["code"] == "watching"

    asyncio.run(ask())
    game = one.new_game("novice")

    async def ask_at_a_bots_table() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            connect_player(one, game) as person,
            connect_player(passer_by, game) as watcher,
        ):
            await asyncio.gather(person.wait_for_turn(), watcher.receive_until("table"))
            assert (await hint(watcher, person.ply))["code"] == "watching"
            # A hint is for the seat of the socket: no other can be named.
            await watcher.send(t="hint", ply=person.ply, seat=person.you)
            assert (await watcher.receive_until("refused"))["code"] == "nonsense"

    asyncio.run(ask_at_a_bots_table())
