"""The page of followed players over real sockets: arrivals, games and departures in any process."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from people.following.web.consumer import FollowingFrame
from tests.worlds.lobby import LobbyClient, call_api_ok, connect_lobby, new_account
from tests.worlds.scripted_player import Frame, Visitor, connect_two_players
from tests.worlds.site_pages import open_page

pytestmark = pytest.mark.slow


@asynccontextmanager
async def look_at_following(visitor: Visitor) -> AsyncIterator[LobbyClient]:
    headers = {"Cookie": visitor.cookie_header, "Origin": visitor.url}
    url = f"{visitor.url.replace('http', 'ws', 1)}/ws/following"
    async with (
        websockets.connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket,
        asyncio.timeout(PATIENCE),
    ):
        page = LobbyClient(socket, FollowingFrame)
        await page.send(t="hello")
        yield page


async def name_of(visitor: Visitor) -> str:
    async with connect_lobby(visitor) as lobby:
        return await lobby.read_own_name()


async def soon(visitor: Visitor, path: str, **body: Any) -> Frame:
    return await asyncio.to_thread(call_api_ok, visitor, path, **body)


async def until(page: LobbyClient, matches: Callable[[Frame], bool]) -> None:
    """Receive until the lists match; they are sent only when they change."""
    if not matches(page.frames[-1]):
        await page.receive("following", matches)


def mentions(name: str, which: str) -> Callable[[Frame], bool]:
    return lambda frame: f'data-key="{name}"' in frame[which]


@pytest.mark.rows
def test_follower_sees_a_player_arrive_play_and_leave(server: Server, other_server: Server):
    ann, bob, cat = new_account(server), new_account(other_server), new_account(other_server)

    async def watch() -> None:
        bob_is = await name_of(bob)
        async with look_at_following(ann) as page:
            assert await page.receive("following") == {"t": "following", "here": "", "away": ""}
            await soon(ann, "follow", name=bob_is)
            await until(page, lambda frame: bob_is in frame["here"] + frame["away"])
            async with connect_lobby(bob):
                await until(page, mentions(bob_is, "here"))
                game, invite = await asyncio.to_thread(bob.create_link_game)
                await asyncio.to_thread(cat.join, invite)
                async with connect_two_players(bob, cat, game) as (one, other):
                    await until(page, lambda frame: f"/table/{game}" in frame["here"])
                    await (one if one.is_my_turn else other).resign()
                    await until(page, lambda frame: f"/table/{game}" not in frame["here"])
            await until(page, mentions(bob_is, "away"))
            await soon(ann, "unfollow", name=bob_is)
            await until(page, lambda frame: not frame["here"] + frame["away"])

    asyncio.run(watch())


@pytest.mark.rows
def test_lobby_marks_followed_players_for_their_follower_only(server: Server):
    ann, bob = new_account(server), new_account(server)

    async def look() -> None:
        async with connect_lobby(ann) as anns, connect_lobby(bob) as bobs, asyncio.timeout(PATIENCE):
            bob_is = await bobs.read_own_name()
            await soon(ann, "follow", name=bob_is)
            await anns.refresh_until(lambda lobby: lobby["followed"] == [bob_is])
            await bobs.send(t="hello")
            assert (await bobs.receive("lobby"))["followed"] == []

    asyncio.run(look())


@pytest.mark.rows
def test_follower_is_notified_of_an_arrival_at_once(server: Server, second_server: Server):
    ann, bob = new_account(server), new_account(second_server)

    async def come() -> None:
        async with open_page(ann) as anns:
            await anns.notices()
            # Bob has had no socket so far, so he counts as away: his first page is an arrival.
            status, _ = await asyncio.to_thread(bob.get, "/accounts/")
            assert status == 200
            bob_is = await asyncio.to_thread(signed_up_name, bob)
            await soon(ann, "follow", name=bob_is)
            async with open_page(bob):
                [notice] = await anns.notices("followed_here")
                assert (notice["by"], notice["read"]) == (bob_is, False)

    asyncio.run(come())


def signed_up_name(visitor: Visitor) -> str:
    _, page = visitor.get("/")
    return page.split('class="menu-name">')[1].split("<")[0]


def test_a_visitor_without_a_name_is_shown_nothing(server: Server):
    async def look() -> None:
        async with look_at_following(Visitor(server.url)) as page:
            await page.send(t="ping")
            assert json.loads(await page.socket.recv()) == {"t": "pong"}

    asyncio.run(look())
