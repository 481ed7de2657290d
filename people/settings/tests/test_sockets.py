"""Sockets close with their session. A guest who signs up plays on."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.accounts import OTHER_PASSWORD, PASSWORD
from tests.worlds.scripted_player import Visitor, connect_player

SIGNED_OUT = 4401
SOON = 10.0  # sooner than the regular check of sessions, every 20 seconds


def player(server: Server) -> tuple[Visitor, str]:
    visitor, name = Visitor(server.url), f"Player-{entropy.name_suffix()}"
    visitor.sign_up(name)
    return visitor, name


def closed_with(visitor: Visitor, doing: Callable[[], object], within: float = SOON) -> int:
    """Return how a visitor's open table is closed by an action elsewhere."""
    game = visitor.new_game()

    async def wait() -> int:
        async with connect_player(visitor, game) as person:
            await person.receive_until("table")
            await asyncio.to_thread(doing)
            with suppress(ConnectionClosed):
                async with asyncio.timeout(within):
                    await person.receive_until("never said")
        return int(person.socket.close_code)

    return asyncio.run(wait())


@pytest.mark.slow
def test_logging_out_closes_the_table(server: Server):
    visitor, _ = player(server)
    assert closed_with(visitor, visitor.log_out) == SIGNED_OUT


@pytest.mark.slow
def test_a_log_out_elsewhere_leaves_this_table_alone(server: Server):
    visitor, name = player(server)
    elsewhere = Visitor(server.url)
    elsewhere.log_in(name)
    with pytest.raises(TimeoutError):
        closed_with(visitor, elsewhere.log_out, within=1.0)


@pytest.mark.slow
def test_password_change_signs_out_other_sessions(server: Server):
    visitor, name = player(server)
    elsewhere = Visitor(server.url)
    elsewhere.log_in(name)
    change = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD}
    assert closed_with(visitor, lambda: elsewhere.submit("/accounts/password/", **change)) == SIGNED_OUT


@pytest.mark.slow
def test_deleted_accounts_table_closes(server: Server):
    visitor, name = player(server)
    elsewhere = Visitor(server.url)
    elsewhere.log_in(name)
    assert (
        closed_with(visitor, lambda: elsewhere.submit("/accounts/delete/", password=PASSWORD)) == SIGNED_OUT
    )


@pytest.mark.slow
def test_guest_who_logs_in_leaves_the_guests_table(server: Server):
    _, name = player(server)
    guest = Visitor(server.url)
    assert closed_with(guest, lambda: guest.log_in(name)) == SIGNED_OUT


@pytest.mark.slow
def test_guest_who_signs_up_during_a_game_plays_on(server: Server):
    guest, name = Visitor(server.url), f"Player-{entropy.name_suffix()}"
    game, secret = guest.new_game(), entropy.secret()

    async def play() -> None:
        async with asyncio.timeout(PATIENCE):
            async with connect_player(guest, game, secret) as person:
                await person.play_moves(moves=3)
                ply, hand = person.ply, person.view["hand"]
                await asyncio.to_thread(guest.sign_up, name)
                # The page reconnects by itself, as the account.
                assert (await person.receive_until("bye"))["back_in_ms"] > 0
            async with connect_player(guest, game, secret) as person:
                await person.receive_until("table")
                assert person.you == 0
                assert person.ply >= ply
                assert set(person.view["hand"]) <= set(hand)
                assert len(await person.play_moves(moves=2)) == 2

    asyncio.run(play())
    assert game in guest.get("/")[1]


def test_the_opponent_reads_the_new_name_at_once(server: Server):
    guest, opponent, name = Visitor(server.url), Visitor(server.url), f"Player-{entropy.name_suffix()}"
    game, invite = guest.create_link_game()
    opponent.join(invite)

    async def look_on() -> None:
        async with asyncio.timeout(PATIENCE), connect_player(opponent, game) as person:
            await person.receive_until("table")
            await asyncio.to_thread(guest.sign_up, name)
            renamed = await person.receive_until("players")
            assert renamed["players"][0] == {"name": name, "nickname": None, "bot": False, "guest": False}

    asyncio.run(look_on())
