"""A ban and a log-out close sockets in every process; and what the opponent of a banned player sees."""

import asyncio
import os

import pytest
from websockets.exceptions import ConnectionClosed

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import connect_lobby
from tests.worlds.scripted_player import (
    PASSWORD,
    Frame,
    ScriptedPlayer,
    Visitor,
    connect_player,
    connect_two_players,
    play_together,
)

pytestmark = [pytest.mark.rows, pytest.mark.slow]

WHY = "He called everybody a cheat."
HOST = f"""
from game.models import Player
Player.objects.create_user("Hostess", password={PASSWORD!r}, is_staff=True, is_superuser=True)
print("player", Player.objects.get(username="Knave").pk)
"""
POINTS = """
from ranking.models import Standing
for own in Standing.objects.filter(kind="people"):
    print(own.player, own.points, own.hidden)
"""


# Through Redis, sooner than by the check of all sockets every 20 seconds.
WITHIN = 10 if os.environ.get("REDIS_URL") else PATIENCE


@pytest.fixture
def asked(server: Server, impatient_server: Server) -> Server:
    """The process that gets the request. The other learns of it through Redis, because it polls rarely."""
    return impatient_server if os.environ.get("REDIS_URL") else server


def elsewhere(visitor: Visitor, server: Server) -> Visitor:
    """The same browser at another process."""
    other = Visitor(server.url)
    for cookie in visitor.jar:
        other.jar.set_cookie(cookie)
    return other


async def last_words(socket: ScriptedPlayer) -> tuple[int | None, Frame]:
    """Return the frames until the socket is closed."""
    try:
        async with asyncio.timeout(WITHIN):
            while True:
                await socket.receive()
    except ConnectionClosed:
        return socket.socket.close_code, socket.frames[-1]


def said(words: tuple[int | None, Frame]) -> tuple[int | None, str, str]:
    code, frame = words
    return code, frame["t"], frame["code"]


def test_a_ban_over_two_processes(server: Server, impatient_server: Server, asked: Server) -> None:
    knave, queen, hostess = (Visitor(server.url) for _ in range(3))
    knave.sign_up("Knave")
    queen.sign_up("Queen")
    pk = server.manage("shell", "-c", HOST).split("player ")[1].split()[0]
    hostess.log_in("Hostess")
    hostess = elsewhere(hostess, asked)
    page = f"/admin/game/player/{pk}"

    async def play() -> str:
        async with (
            connect_two_players(knave, queen, rated=True, clock="quick") as (loser, winner),
            connect_player(elsewhere(knave, impatient_server), loser.game) as loser_there,
            connect_player(elsewhere(queen, impatient_server), loser.game) as winner_there,
            connect_lobby(knave) as lobby,
        ):
            await play_together(loser, winner, moves=1)
            await winner_there.receive_until("table")
            await loser_there.receive_until("table")
            status, answer = await asyncio.to_thread(
                hostess.submit, f"{page}/ban/", reason=WHY, for_good="on"
            )
            assert status == 200, answer
            words = await asyncio.gather(last_words(loser), last_words(loser_there))
            assert [said(last) for last in words] == [(4403, "bye", "banned")] * 2
            assert words[0][1]["says"] == f"You’re banned for good: {WHY}"
            assert (await lobby.receive("bye"))["code"] == "banned"
            for socket in (winner, winner_there):
                async with asyncio.timeout(WITHIN):
                    while socket.view.get("phase") != "over":
                        await socket.receive()
                assert (socket.view["ended"], socket.view["winner"]) == ("left", socket.you)
            return loser.game

    async def come_back(game: str) -> tuple[int | None, Frame]:
        async with connect_player(knave, game) as person:
            return await last_words(person)

    game = asyncio.run(play())
    assert said(asyncio.run(come_back(game))) == (4403, "bye", "banned")
    assert [knave.get(path)[0] for path in ("/", f"/table/{game}", "/appeal", "/privacy")] == [
        403,
        403,
        200,
        200,
    ]
    assert knave.post("/api/games", b'{"against": "novice"}')[1]["error"] == "banned"
    assert {"Knave 1500 True", "Queen 1500 False"} <= set(server.manage("shell", "-c", POINTS).split("\n"))

    assert hostess.submit(f"{page}/unban/", reason="He has said sorry.")[0] == 200
    assert knave.get("/")[0] == 200


def test_a_log_out_closes_the_sockets_of_its_browser_in_every_process(
    server: Server, impatient_server: Server, asked: Server
) -> None:
    visitor, other_browser = Visitor(server.url), Visitor(server.url)
    visitor.sign_up("Leaver")
    other_browser.log_in("Leaver")
    game = visitor.new_game()

    async def leave() -> None:
        async with connect_player(visitor, game) as here:
            await here.wait_for_cards()
            async with (
                connect_player(elsewhere(visitor, impatient_server), game) as there,
                connect_player(other_browser, game) as stays,
            ):
                await asyncio.gather(there.receive_until("table"), stays.receive_until("table"))
                await asyncio.to_thread(elsewhere(visitor, asked).log_out)
                words = await asyncio.gather(last_words(here), last_words(there))
                assert [said(last) for last in words] == [(4401, "bye", "signed_out")] * 2
                await stays.send(t="ping", ply=stays.ply)
                await stays.receive_until("pong")

    asyncio.run(leave())
