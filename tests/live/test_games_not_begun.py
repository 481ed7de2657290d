"""Games that do not come to their first card, and one whose cards the server cannot show any more."""

import asyncio
import time

import pytest

from bench.chaos.database import load_game, query, set_deadline
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow


async def hear_first_secret(person: ScriptedPlayer) -> None:
    async with asyncio.timeout(PATIENCE):
        while person.fair.get("secrets", [None])[0] is None:
            await person.receive()


async def hear_out(person: ScriptedPlayer) -> Frame:
    """Listen until the game is over; how it ended."""
    async with asyncio.timeout(PATIENCE):
        while person.view.get("phase") != "over":
            await person.receive()
    return {name: person.view[name] for name in ("ended", "winner", "value")}


def test_who_shows_no_secret_after_both_committed_loses_and_both_hear_of_it(impatient_server: Server) -> None:
    one, other = Visitor(impatient_server.url), Visitor(impatient_server.url)
    game, invite = one.create_link_game(clock="quick")
    other.join(invite)

    async def wait() -> tuple[Frame, Frame, Frame, Frame]:
        async with connect_player(one, game) as a, connect_player(other, game) as b:
            b.reveals_secret = False
            await asyncio.gather(hear_first_secret(a), hear_first_secret(b))
            waits = a.fair
            set_deadline(impatient_server.environment, game, int(time.time() * 1000) - 100)
            ends = (await hear_out(a), await hear_out(b))
            return waits, *ends, await b.request(t="reveal", secret=b.secret.hex())

    waits, *ends, late = asyncio.run(wait())
    assert (waits["must"], waits["secrets"][1], 100_000 < waits["begin_in_ms"] <= 120_000) == (
        None,
        None,
        True,
    )
    assert ends == [{"ended": "flag", "winner": 0, "value": 1}] * 2
    assert late["code"] == "late"
    assert load_game(impatient_server.environment, game)["transcript"] == "121 auto b-flag"


def test_a_game_whose_secrets_do_not_open_is_void_for_all_who_sit_at_it(
    impatient_server: Server, server: Server
) -> None:
    here, elsewhere = Visitor(impatient_server.url), Visitor(server.url)

    async def play() -> list[Frame]:
        async with connect_two_players(here, elsewhere) as (a, b):
            await a.make_move(a.choose_move())
            query(
                impatient_server.environment,
                "UPDATE game_secrets SET sealed = 'torn' WHERE game_id = %s",
                a.game,
            )
            await a.send(t="hello", since=-1)
            async with asyncio.timeout(PATIENCE):
                return [await a.receive_until("bye"), await b.receive_until("bye"), row_of(a)]

    def row_of(person: ScriptedPlayer) -> Frame:
        return load_game(impatient_server.environment, person.game)

    *byes, found = asyncio.run(play())
    assert {bye["code"] for bye in byes} == {"sealed"}
    assert all("the game is called off" in bye["says"] for bye in byes)
    assert (found["ended"], found["winner"], found["transcript"].split()[-1]) == ("void", None, "-unshown")
    counted = query(impatient_server.environment, "SELECT game FROM rng_unshown WHERE game = %s", found["id"])
    assert [one["game"] for one in counted] == [found["id"]]
    assert here.get(f"/table/{found['id']}")[0] == 200
