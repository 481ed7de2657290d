"""A game by link whose owner committed when the link was made: it begins with the friend's page alone."""

import asyncio
import json
import time
from contextlib import AsyncExitStack

import pytest

from bench.chaos.database import load_game, set_deadline
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng import entropy
from rng.commitment import seat_commitment
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player

pytestmark = pytest.mark.slow

DAY_MS = 24 * 60 * 60 * 1000


class Meeting:
    """Ann makes a link, commits and goes; Bob follows it."""

    def __init__(self, server: Server, **wanted: object) -> None:
        self.ann, self.bob = Visitor(server.url), Visitor(server.url)
        self.secret = entropy.secret()
        self.game, invite = self.ann.create_link_game(**wanted)
        body = json.dumps({"c": seat_commitment(self.game, 0, self.secret).hex()}).encode()
        assert self.ann.post(f"/api/seeks/{self.game}/commitment", body)[0] == 200
        assert self.bob.join(invite) == self.game


async def wait_for_secret(person: ScriptedPlayer, seat: int) -> None:
    while person.fair.get("secrets", [None, None])[seat] is None:
        await person.receive()


async def hear_out(person: ScriptedPlayer) -> Frame:
    while person.view.get("phase") != "over":
        await person.receive()
    return {name: person.view[name] for name in ("ended", "winner", "value")}


def test_the_friend_begins_alone_leaves_and_both_play_when_the_owner_comes(server: Server) -> None:
    meeting = Meeting(server)

    async def play() -> None:
        async with asyncio.timeout(PATIENCE):
            async with connect_player(meeting.bob, meeting.game) as bob:
                await wait_for_secret(bob, 1)
                assert (bob.fair["must"], bob.fair["secrets"][0]) == (None, None)
                assert bob.fair["begin_in_ms"] > 6 * DAY_MS
                assert (await bob.chat(phrase="tomorrow"))["phrase"] == "tomorrow"
            async with connect_player(meeting.ann, meeting.game, meeting.secret) as ann:
                await ann.wait_for_cards()
                assert [line["phrase"] for line in ann.frames[0]["said"]] == ["tomorrow"]
                async with connect_player(meeting.bob, meeting.game) as bob:
                    await asyncio.gather(ann.play_to_deal(2), bob.play_to_deal(2))

    asyncio.run(play())
    row = load_game(server.environment, meeting.game)
    assert row["secret_a"] == meeting.secret.hex()
    assert row["ply"] > 8


@pytest.mark.parametrize("clock", ["none", "quick"])
def test_a_game_whose_owner_never_comes_is_void_after_its_week(impatient_server: Server, clock: str) -> None:
    meeting = Meeting(impatient_server, clock=clock)

    async def wait() -> list[Frame]:
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as people:
            bob = await people.enter_async_context(connect_player(meeting.bob, meeting.game))
            await wait_for_secret(bob, 1)
            ann = await people.enter_async_context(connect_player(meeting.ann, meeting.game, meeting.secret))
            ann.reveals_secret = False
            await wait_for_secret(ann, 1)
            set_deadline(impatient_server.environment, meeting.game, int(time.time() * 1000) - 100)
            return [await hear_out(ann), await hear_out(bob)]

    assert asyncio.run(wait()) == [{"ended": "void", "winner": None, "value": 0}] * 2
    row = load_game(impatient_server.environment, meeting.game)
    assert row["transcript"] == "121 auto -void"
    assert meeting.bob.get(f"/table/{meeting.game}")[0] == 200
