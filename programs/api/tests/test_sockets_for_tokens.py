"""A program's token for playing opens no socket of its owner.

Sockets read what is committed, so these tests cannot share the rows of a world that is rolled back.
"""

import asyncio
from typing import Any

import pytest

from game.consumers.base import BaseConsumer
from game.tokens.scopes import Scope
from programs.api.tests.test_what_tokens_read import FOR_PLAYING
from tests.worlds.api import make_text
from tests.worlds.people import player
from tests.worlds.sockets import SOCKETS
from tests.worlds.transport import FakeTransport


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scopes", FOR_PLAYING)
@pytest.mark.parametrize("route", SOCKETS)
def test_it_opens_no_socket_of_its_owner(route: str, scopes: tuple[Scope, ...]) -> None:
    text = make_text(player("Ann"), *scopes)
    assert asyncio.run(knock(SOCKETS[route], text)) == "no_scope"


async def knock(kind: type[BaseConsumer], token: str) -> Any:
    """Return the code by which a socket refuses a token, or None if it admits the token."""
    wire = FakeTransport()
    wire.disconnect()
    socket = kind({"game_id": "nosuchgame", "event_id": "nosuchevent"}, wire.send)
    await asyncio.wait_for(socket.run(None, wire.incoming.get, None, token), 5)
    return wire.frames[0]["code"] if wire.frames else None
