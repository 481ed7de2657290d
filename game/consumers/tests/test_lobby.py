"""The lobby over a real socket: present players, seeks, and notices when a game starts."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import LobbyClient, call_api, call_api_ok, connect_lobby, new_guest
from tests.worlds.scripted_player import Frame, Visitor, connect_two_players

pytestmark = pytest.mark.slow

QUICK = {"against": "anyone", "clock": "quick"}
# A process refreshes its lobby at whole multiples of this many seconds of the monotonic clock.
REFRESHES_EVERY = 10.0


@asynccontextmanager
async def between_refreshes() -> AsyncIterator[None]:
    """Wait until the lobbies were refreshed, so that every frame received inside comes from a message."""
    await asyncio.sleep(REFRESHES_EVERY - monotonic() % REFRESHES_EVERY + 0.2)
    async with asyncio.timeout(REFRESHES_EVERY - 0.5):
        yield


def together(*visitors: Visitor, doing: Callable[..., Awaitable[Any]]) -> Any:
    """Run an action with all of these visitors in the lobby, within a minute."""

    async def meet() -> Any:
        async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
            people = [await stack.enter_async_context(connect_lobby(visitor)) for visitor in visitors]
            return await doing(*people)

    return asyncio.run(meet())


async def soon(visitor: Visitor, path: str, **body: Any) -> Frame:
    """Call the API while the sockets listen."""
    return await asyncio.to_thread(call_api_ok, visitor, path, **body)


def ids(seeks: list[Frame]) -> set[str]:
    return {seek["id"] for seek in seeks}


def test_an_anonymous_visitor_can_watch(server: Server):
    async def look(visitor: LobbyClient) -> None:
        lobby = await visitor.receive("lobby")
        assert lobby.keys() == {
            "t", "you", "guest", "points", "here", "count", "seeks", "challenges", "mine", "games", "playing",
            "blocked", "followed", "figures", "event",
        }  # fmt: skip
        assert (lobby["you"], lobby["guest"]) == (None, False)
        assert lobby["challenges"] == lobby["mine"] == lobby["playing"] == []

    together(Visitor(server.url), doing=look)


@pytest.mark.rows
def test_present_players_see_each_other(server: Server):
    async def meet(one: LobbyClient, other: LobbyClient) -> None:
        names = [await one.read_own_name(), await other.read_own_name()]
        for person in (one, other):
            await person.send(t="hello")
            lobby = await person.receive("lobby", lambda lobby: lobby["count"] >= 2)
            assert {"name": names[0], "nickname": None, "guest": True, "points": None} in lobby["here"]
            assert {"name": names[1], "nickname": None, "guest": True, "points": None} in lobby["here"]

    together(new_guest(server), new_guest(server), doing=meet)


@pytest.mark.rows
def test_a_player_who_leaves_disappears(server: Server):
    leaver = new_guest(server)

    async def see(stayer: LobbyClient) -> None:
        async with connect_lobby(leaver) as other:
            name = await other.read_own_name()
            await stayer.receive("lobby", lambda lobby: name in [one["name"] for one in lobby["here"]])
        async with asyncio.timeout(PATIENCE):
            await stayer.receive("lobby", lambda lobby: name not in [one["name"] for one in lobby["here"]])

    together(new_guest(server), doing=see)


@pytest.mark.rows
def test_a_game_to_watch_is_seen_as_soon_as_it_begins_and_no_longer_than_it_lasts(
    server: Server, other_server: Server
):
    players, visitor = (Visitor(server.url), Visitor(server.url)), Visitor(other_server.url)

    async def watch(lobby: LobbyClient) -> None:
        async with between_refreshes(), connect_two_players(*players) as (one, other):
            await lobby.receive("lobby", lambda lobby: one.game in ids(lobby["games"]))
            first = one if one.is_my_turn else other
            await first.resign()
            await lobby.receive("lobby", lambda lobby: one.game not in ids(lobby["games"]))

    together(visitor, doing=watch)


def test_a_seek_is_shown_and_accepted_and_both_players_are_notified(server: Server):
    owner, taker = new_guest(server), new_guest(server)

    async def play(one: LobbyClient, other: LobbyClient) -> None:
        place = await soon(owner, "games", **QUICK)
        shown = await other.receive("lobby", lambda lobby: place["game"] in ids(lobby["seeks"]))
        seek = next(seek for seek in shown["seeks"] if seek["id"] == place["game"])
        assert (seek["clock"], seek["to"], seek["invite"], seek["guest"]) == ("quick", None, None, True)
        await one.receive("lobby", lambda lobby: place["game"] in ids(lobby["mine"]))
        assert (await soon(taker, f"seeks/{place['game']}/accept"))["game"] == place["game"]
        for person in (one, other):
            assert await person.receive("paired") == {
                "t": "paired",
                "game": place["game"],
                "seek": place["game"],
            }
            lobby = await person.receive("lobby", lambda lobby: place["game"] in ids(lobby["playing"]))
            assert not lobby["mine"]
            assert place["game"] not in ids(lobby["seeks"])

    together(owner, taker, doing=play)


@pytest.mark.rows
def test_two_in_the_lobbies_of_two_processes_meet_as_well(server: Server, second_server: Server):
    owner, taker = new_guest(server), new_guest(second_server)

    async def play(one: LobbyClient, other: LobbyClient) -> None:
        place = await soon(owner, "games", **QUICK)
        await other.refresh_until(lambda lobby: place["game"] in ids(lobby["seeks"]))
        await soon(taker, f"seeks/{place['game']}/accept")
        if os.environ.get("REDIS_URL"):
            assert (await one.receive("paired"))["game"] == place["game"]
            name = await one.read_own_name()
            await other.refresh_until(lambda lobby: name in [person["name"] for person in lobby["here"]])
        await one.refresh_until(lambda lobby: place["game"] in ids(lobby["playing"]))

    together(owner, taker, doing=play)


@pytest.mark.rows
def test_each_paired_player_gets_a_notice_about_their_own_seek(server: Server):
    owners = new_guest(server), new_guest(server)

    async def play(*people: LobbyClient) -> None:
        # No other test leaves a seek for such a match, so these two can only meet each other.
        terms = {"against": "anyone", "counting": "muggins", "best_of": 7}
        own = [
            (await soon(owner, "games", **terms, clock=clock, quick=quick))["game"]
            for owner, clock, quick in zip(owners, ("quick", "standard"), (False, True), strict=True)
        ]
        for person, seek in zip(people, own, strict=True):
            word = await person.receive("paired")
            assert (word["game"], word["seek"]) == (own[0], seek)

    together(*owners, doing=play)


def test_a_challenge_reaches_its_player_and_the_answer_returns(server: Server):
    challenger, challenged = new_guest(server), new_guest(server)

    async def challenge(one: LobbyClient, other: LobbyClient, third: LobbyClient) -> None:
        name = await other.read_own_name()
        place = await soon(challenger, "games", against=name, target=61)
        lobby = await other.receive("lobby", lambda lobby: lobby["challenges"])
        assert ids(lobby["challenges"]) == {place["game"]}
        assert lobby["challenges"][0]["to"] == name
        await soon(challenged, f"seeks/{place['game']}/decline", reason="later")
        assert await one.receive("declined") == {
            "t": "declined",
            "seek": place["game"],
            "by": name,
            "reason": "later",
        }
        await third.send(t="hello")
        lobby = await third.receive("lobby")
        assert place["game"] not in ids(lobby["seeks"]) | ids(lobby["challenges"])

    together(challenger, challenged, new_guest(server), doing=challenge)


def test_a_link_is_shown_to_its_owner_alone(server: Server):
    owner = new_guest(server)

    async def give(one: LobbyClient, other: LobbyClient) -> None:
        invite = (await soon(owner, "games", against="link"))["invite"]
        lobby = await one.receive("lobby", lambda lobby: lobby["mine"])
        assert [seek["invite"] for seek in lobby["mine"]] == [invite]
        await other.send(t="hello")
        assert invite not in json.dumps(await other.receive("lobby"))

    together(owner, new_guest(server), doing=give)


def test_blocked_players_do_not_see_each_others_seeks_in_the_lobby(server: Server):
    owner, blocked = new_guest(server), new_guest(server)

    async def look(one: LobbyClient, other: LobbyClient, third: LobbyClient) -> None:
        await soon(owner, "block", name=await other.read_own_name())
        place = await soon(owner, "games", **QUICK, target=61)
        await third.receive("lobby", lambda lobby: place["game"] in ids(lobby["seeks"]))
        await other.send(t="hello")
        assert place["game"] not in ids((await other.receive("lobby"))["seeks"])
        await soon(owner, f"seeks/{place['game']}/cancel")

    together(owner, blocked, new_guest(server), doing=look)


def test_a_burst_of_changes_is_sent_at_most_twice_a_second(server: Server):
    owner = new_guest(server)

    async def stir(looker: LobbyClient) -> float:
        await looker.receive("lobby")
        looker.frames.clear()
        began = asyncio.get_running_loop().time()
        for _ in range(10):
            place = await soon(owner, "games", against="link")
            await soon(owner, f"seeks/{place['game']}/cancel")
        await looker.receive("lobby")
        await looker.send(t="ping")
        await looker.receive("pong")
        told = sum(frame["t"] == "lobby" for frame in looker.frames)
        return told - 2 * (asyncio.get_running_loop().time() - began)

    assert together(Visitor(server.url), doing=stir) <= 2


@pytest.mark.parametrize("frame", ["", "hello", "[]", '{"t": "sing"}', '{"t": "hello", "extra": 1}'])
def test_nonsense_is_refused_and_the_lobby_stays(server: Server, frame: str):
    async def talk(visitor: LobbyClient) -> None:
        await visitor.socket.send(frame)
        answer = await visitor.receive("refused")
        assert answer["code"] == "nonsense"
        assert answer["says"].endswith(".")
        await visitor.send(t="ping")
        await visitor.receive("pong")

    together(Visitor(server.url), doing=talk)


@pytest.mark.rows
def test_a_quick_seek_meets_another_way_to_play_after_a_while(server: Server):
    owner, taker = new_guest(server), new_guest(server)

    async def wait(one: LobbyClient, other: LobbyClient) -> None:
        place = await soon(owner, "games", against="anyone", clock="none", target=61, counting="manual")
        waits = await soon(
            taker, "games", against="anyone", clock="relaxed", target=61, counting="manual", quick=True
        )
        assert waits["waiting"]
        assert await other.receive("paired") == {"t": "paired", "game": place["game"], "seek": waits["game"]}
        assert call_api(taker, f"seeks/{waits['game']}/cancel")[0] == 409

    together(owner, taker, doing=wait)
