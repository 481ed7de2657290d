"""Tells where rated games are played, for the lab: by the sockets that are open here."""

import asyncio

from game.advice import nearby
from game.advice.nearby import RatedSeat
from game.consumers import base
from game.consumers.table import TableConsumer

RENEW_SECONDS = 20.0


async def remember_all() -> None:
    """Remember the addresses of all who sit at live rated games here."""
    seats = [seat for socket in tuple(base.open_consumers) if (seat := find_seat(socket)) is not None]
    if seats:
        # In a thread of its own: a Redis that does not answer keeps nobody waiting.
        await asyncio.to_thread(nearby.remember, seats)


def find_seat(socket: base.BaseConsumer) -> RatedSeat | None:
    """The live rated game at which a socket's player sits, where their address is known."""
    if not isinstance(socket, TableConsumer) or socket.seat is None or socket.player is None:
        return None
    table = socket.table
    # Games of an event that are not rated are among those with a clock: which, the database knows.
    if table is None or not (table.rated or table.banks.clock) or table.state.is_over:
        return None
    if socket.client_ip is None:
        return None
    return RatedSeat(socket.client_ip, socket.game_id, socket.player.pk)
