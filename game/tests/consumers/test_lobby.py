"""The lobby over a real socket: who is here, who waits, and word of it when a game comes about."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor
from game.tests.lobby.clients import Loiterer, ask, done, guest, in_the_lobby

pytestmark = pytest.mark.rows

QUICK = {"against": "anyone", "clock": "quick"}


def together(*visitors: Visitor, doing: Callable[..., Awaitable[Any]]) -> Any:
    """Do something with all of these in the lobby, within half a minute."""

    async def meet() -> Any:
        async with AsyncExitStack() as stack, asyncio.timeout(30):
            people = [await stack.enter_async_context(in_the_lobby(visitor)) for visitor in visitors]
            return await doing(*people)

    return asyncio.run(meet())


async def soon(visitor: Visitor, path: str, **body: Any) -> Frame:
    """Call the API while the sockets listen."""
    return await asyncio.to_thread(done, visitor, path, **body)


def ids(seeks: list[Frame]) -> set[str]:
    return {seek["id"] for seek in seeks}


def test_a_visitor_looks_on_without_a_name(server: Server):
    async def look(visitor: Loiterer) -> None:
        lobby = await visitor.hear("lobby")
        assert lobby.keys() == {
            "t", "you", "guest", "points", "here", "count", "seeks", "challenges", "mine", "games", "playing",
            "blocked",
        }  # fmt: skip
        assert (lobby["you"], lobby["guest"]) == (None, False)
        assert lobby["challenges"] == lobby["mine"] == lobby["playing"] == []

    together(Visitor(server.url), doing=look)


def test_those_who_are_here_see_each_other(server: Server):
    async def meet(one: Loiterer, other: Loiterer) -> None:
        names = [await one.name(), await other.name()]
        for person in (one, other):
            await person.say(t="hello")
            lobby = await person.hear("lobby", lambda lobby: lobby["count"] >= 2)
            assert {"name": names[0], "guest": True, "points": None} in lobby["here"]
            assert {"name": names[1], "guest": True, "points": None} in lobby["here"]

    together(guest(server), guest(server), doing=meet)


def test_who_leaves_is_gone(server: Server):
    leaver = guest(server)

    async def see(stayer: Loiterer) -> None:
        async with in_the_lobby(leaver) as other:
            name = await other.name()
            await stayer.hear("lobby", lambda lobby: name in [one["name"] for one in lobby["here"]])
        async with asyncio.timeout(20):
            await stayer.hear("lobby", lambda lobby: name not in [one["name"] for one in lobby["here"]])

    together(guest(server), doing=see)


def test_a_seek_is_seen_and_accepted_and_both_are_told(server: Server):
    owner, taker = guest(server), guest(server)

    async def play(one: Loiterer, other: Loiterer) -> None:
        place = await soon(owner, "games", **QUICK)
        shown = await other.hear("lobby", lambda lobby: place["game"] in ids(lobby["seeks"]))
        seek = next(seek for seek in shown["seeks"] if seek["id"] == place["game"])
        assert (seek["clock"], seek["to"], seek["invite"], seek["guest"]) == ("quick", None, None, True)
        await one.hear("lobby", lambda lobby: place["game"] in ids(lobby["mine"]))
        assert (await soon(taker, f"seeks/{place['game']}/accept"))["game"] == place["game"]
        for person in (one, other):
            assert await person.hear("paired") == {
                "t": "paired",
                "game": place["game"],
                "seek": place["game"],
            }
            lobby = await person.hear("lobby", lambda lobby: place["game"] in ids(lobby["playing"]))
            assert not lobby["mine"]
            assert place["game"] not in ids(lobby["seeks"])

    together(owner, taker, doing=play)


def test_two_in_the_lobbies_of_two_processes_meet_as_well(server: Server, another: Server):
    owner, taker = guest(server), guest(another)

    async def play(one: Loiterer, other: Loiterer) -> None:
        place = await soon(owner, "games", **QUICK)
        await other.look_until(lambda lobby: place["game"] in ids(lobby["seeks"]))
        await soon(taker, f"seeks/{place['game']}/accept")
        if os.environ.get("REDIS_URL"):
            assert (await one.hear("paired"))["game"] == place["game"]
            name = await one.name()
            await other.look_until(lambda lobby: name in [person["name"] for person in lobby["here"]])
        await one.look_until(lambda lobby: place["game"] in ids(lobby["playing"]))

    together(owner, taker, doing=play)


def test_each_of_two_who_are_paired_hears_of_his_own_seek(server: Server):
    owners = guest(server), guest(server)

    async def play(*people: Loiterer) -> None:
        own = [
            (await soon(owner, "games", against="anyone", clock=clock, counting="muggins", quick=quick))[
                "game"
            ]
            for owner, clock, quick in zip(owners, ("quick", "standard"), (False, True), strict=True)
        ]
        for person, seek in zip(people, own, strict=True):
            word = await person.hear("paired")
            assert (word["game"], word["seek"]) == (own[0], seek)

    together(*owners, doing=play)


def test_a_challenge_comes_to_whom_it_is_for_and_its_answer_goes_back(server: Server):
    challenger, challenged = guest(server), guest(server)

    async def challenge(one: Loiterer, other: Loiterer, third: Loiterer) -> None:
        name = await other.name()
        place = await soon(challenger, "games", against=name, target=61)
        lobby = await other.hear("lobby", lambda lobby: lobby["challenges"])
        assert ids(lobby["challenges"]) == {place["game"]}
        assert lobby["challenges"][0]["to"] == name
        await soon(challenged, f"seeks/{place['game']}/decline", reason="later")
        assert await one.hear("declined") == {
            "t": "declined",
            "seek": place["game"],
            "by": name,
            "reason": "later",
        }
        await third.say(t="hello")
        lobby = await third.hear("lobby")
        assert place["game"] not in ids(lobby["seeks"]) | ids(lobby["challenges"])

    together(challenger, challenged, guest(server), doing=challenge)


def test_a_link_is_shown_to_its_owner_alone(server: Server):
    owner = guest(server)

    async def give(one: Loiterer, other: Loiterer) -> None:
        invite = (await soon(owner, "games", against="link"))["invite"]
        lobby = await one.hear("lobby", lambda lobby: lobby["mine"])
        assert [seek["invite"] for seek in lobby["mine"]] == [invite]
        await other.say(t="hello")
        assert invite not in json.dumps(await other.hear("lobby"))

    together(owner, guest(server), doing=give)


def test_those_who_are_kept_apart_do_not_see_each_others_seeks(server: Server):
    owner, blocked = guest(server), guest(server)

    async def look(one: Loiterer, other: Loiterer, third: Loiterer) -> None:
        await soon(owner, "block", name=await other.name())
        place = await soon(owner, "games", **QUICK, target=61)
        await third.hear("lobby", lambda lobby: place["game"] in ids(lobby["seeks"]))
        await other.say(t="hello")
        assert place["game"] not in ids((await other.hear("lobby"))["seeks"])
        await soon(owner, f"seeks/{place['game']}/cancel")

    together(owner, blocked, guest(server), doing=look)


def test_a_burst_of_changes_is_told_twice_a_second_at_most(server: Server):
    owner = guest(server)

    async def stir(looker: Loiterer) -> float:
        await looker.hear("lobby")
        looker.frames.clear()
        began = asyncio.get_running_loop().time()
        for _ in range(10):
            place = await soon(owner, "games", against="link")
            await soon(owner, f"seeks/{place['game']}/cancel")
        await looker.hear("lobby")
        await looker.say(t="ping")
        await looker.hear("pong")
        told = sum(frame["t"] == "lobby" for frame in looker.frames)
        return told - 2 * (asyncio.get_running_loop().time() - began)

    assert together(Visitor(server.url), doing=stir) <= 2


@pytest.mark.parametrize("frame", ["", "hello", "[]", '{"t": "sing"}', '{"t": "hello", "extra": 1}'])
def test_nonsense_is_refused_and_the_lobby_stays(server: Server, frame: str):
    async def talk(visitor: Loiterer) -> None:
        await visitor.socket.send(frame)
        answer = await visitor.hear("refused")
        assert answer["code"] == "nonsense"
        assert answer["says"].endswith(".")
        await visitor.say(t="ping")
        await visitor.hear("pong")

    together(Visitor(server.url), doing=talk)


def test_a_quick_seek_meets_another_way_to_play_after_a_while(server: Server):
    owner, taker = guest(server), guest(server)

    async def wait(one: Loiterer, other: Loiterer) -> None:
        place = await soon(owner, "games", against="anyone", clock="none", target=61, counting="manual")
        waits = await soon(
            taker, "games", against="anyone", clock="relaxed", target=61, counting="manual", quick=True
        )
        assert waits["waiting"]
        assert await other.hear("paired") == {"t": "paired", "game": place["game"], "seek": waits["game"]}
        assert ask(taker, f"seeks/{waits['game']}/cancel")[0] == 409

    together(owner, taker, doing=wait)
