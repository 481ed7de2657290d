"""Finds rated games in progress for the lab, from the sockets of this process."""

import asyncio

from game.advice import nearby
from game.advice.nearby import RatedSeat
from game.consumers import base
from game.consumers.table import TableConsumer

RENEW_SECONDS = 20.0


async def remember_all() -> None:
    """Remember the addresses of all players at live rated games in this process."""
    seats = [seat for socket in tuple(base.open_consumers) if (seat := find_seat(socket)) is not None]
    if seats:
        # In a separate thread, so that a Redis that does not answer delays nothing else.
        await asyncio.to_thread(nearby.remember, seats)


def find_seat(socket: base.BaseConsumer) -> RatedSeat | None:
    """Return the live rated game at which a socket's player sits, if the address is known."""
    if not isinstance(socket, TableConsumer) or socket.seat is None or socket.player is None:
        return None
    table = socket.table
    # Unrated games of an event also have a clock. Only the database knows which game is which.
    if table is None or not (table.rated or table.banks.clock) or table.state.is_over:
        return None
    if socket.client_ip is None:
        return None
    return RatedSeat(socket.client_ip, socket.game_id, socket.player.pk)
