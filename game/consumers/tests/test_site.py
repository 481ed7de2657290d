"""The socket of every page: news for its player arrives at once, from whichever process."""

import asyncio
from typing import Any

import pytest

from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import call_api_ok, connect_lobby, new_guest
from tests.worlds.scripted_player import PASSWORD, Frame, Visitor
from tests.worlds.site_pages import open_page

RULER = f"""
from game.models import Player
Player.objects.create_user("Ruler", password={PASSWORD!r}, likeness="ruler", is_staff=True, is_superuser=True)
print("player", Player.objects.get(username=%r).pk)
"""


TELLER = """
from game.models import Player
from tournaments.events.notice_kinds import PAIRED
from people.notices.models import Notice
from people.notices.record import notify
ann = Player.objects.get(username=%r)
notify(PAIRED, [ann.pk], "event:7:1", event="Tuesday night", opponent="Bob", game="x")
print("notice", Notice.objects.get(about="event:7:1").pk)
"""


async def soon(visitor: Visitor, path: str, **body: Any) -> Frame:
    return await asyncio.to_thread(call_api_ok, visitor, path, **body)


async def name_of(visitor: Visitor) -> str:
    async with connect_lobby(visitor) as lobby:
        return await lobby.read_own_name()


@pytest.mark.slow
@pytest.mark.rows
def test_a_challenge_its_decline_and_the_game_reach_pages_at_two_processes(
    server: Server, second_server: Server
):
    ann, bob = new_guest(server), new_guest(second_server)

    async def meet() -> None:
        bob_is = await name_of(bob)
        async with open_page(ann) as anns, open_page(bob) as bobs:
            assert await anns.notices() == await bobs.notices() == []
            asked = await soon(ann, "games", against=bob_is, target=61)
            [challenge] = await bobs.notices("challenge")
            assert (challenge["id"], challenge["target"]) == (asked["game"], 61)
            await anns.notices("waiting")
            await soon(bob, f"seeks/{asked['game']}/decline", reason="faster")
            [declined] = await anns.notices("declined")
            assert (declined["by"], declined["reason"]) == (bob_is, "faster")
            await bobs.notices()
            place = await soon(ann, "games", against=bob_is, clock="quick")
            await bobs.notices("challenge")
            await soon(bob, f"seeks/{place['game']}/accept")
            began, _ = await anns.notices("began", "declined")
            assert (began["id"], began["opponent"], began["here"]) == (place["game"], bob_is, False)
            await bobs.notices()

    asyncio.run(meet())


@pytest.mark.slow
@pytest.mark.rows
def test_a_hosts_decision_in_the_admin_reaches_an_open_page(server: Server, second_server: Server):
    ann, host = new_guest(server), Visitor(second_server.url)
    ann_is = asyncio.run(name_of(ann))
    her_page = f"/admin/game/player/{server.manage('shell', '-c', RULER % ann_is).split()[-1]}"
    host.log_in("Ruler")

    async def decide(deed: str, **asked: str) -> None:
        status, page = await asyncio.to_thread(host.submit, f"{her_page}/{deed}/", reason=f"{deed}!", **asked)
        assert (status, "Recorded" in page) == (200, True)

    async def rule() -> None:
        async with open_page(ann) as page:
            assert await page.notices() == []
            await decide("warn")
            [warned] = await page.notices("warned")
            assert warned["reason"] == "warn!"
            await decide("mute", for_good="on")
            _, muted = await page.notices("warned", "muted")
            assert muted["reason"] == "mute!"
            assert (await soon(ann, f"me/warnings/{warned['id']}/read")) == {}
            await page.notices("muted")
            await decide("unmute")
            [lifted] = await page.notices("ruling")
            assert (lifted["ruling"], lifted["reason"]) == ("unmute", "unmute!")

    asyncio.run(rule())


@pytest.mark.slow
@pytest.mark.rows
def test_a_notice_read_on_one_page_is_read_on_all(server: Server, second_server: Server):
    ann = new_guest(server)
    ann_is = asyncio.run(name_of(ann))
    key = server.manage("shell", "-c", TELLER % ann_is).split()[-1]

    async def read() -> None:
        async with open_page(ann) as one, open_page(ann, second_server.url) as other:
            for page in (one, other):
                [paired] = await page.notices("paired")
                assert (paired["id"], paired["read"], paired["event"]) == (key, False, "Tuesday night")
            assert (await soon(ann, "me/notices/read", notices=[int(key)])) == {}
            for page in (one, other):
                [paired] = await page.notices("paired")
                assert paired["read"]

    asyncio.run(read())


def test_an_anonymous_visitor_gets_no_news(server: Server):
    async def look() -> None:
        async with open_page(Visitor(server.url)) as page:
            frame = await page.receive()
            assert (frame["t"], frame["you"], frame["notices"]) == ("notices", None, [])
            await page.send(t="sing")
            assert (await page.receive())["code"] == "nonsense"
            await page.send(t="ping")
            assert await page.receive() == {"t": "pong"}

    asyncio.run(look())


@pytest.mark.slow
def test_changes_for_other_players_send_nothing(server: Server):
    ann, bob = new_guest(server), new_guest(server)

    async def stir() -> None:
        async with open_page(ann) as page:
            await page.receive()
            for _ in range(3):
                place = await soon(bob, "games", against="link")
                await soon(bob, f"seeks/{place['game']}/cancel")
            await page.send(t="ping")
            assert await page.receive() == {"t": "pong"}

    asyncio.run(stir())
