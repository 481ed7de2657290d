"""The site, except for what its switches say: python -m daphne bench.chaos.faulty_app:application, with CHAOS=file.

At /chaos/inside it tells what is under way in its process.
"""

import asyncio
import gc
import os
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string

from bench.chaos.switches import NAMED, read
from common import clock

file = os.environ[NAMED]
switches = read(file)

# Before anything asks for the time: the database is asked for it as soon as there is a connection.
machines_time = clock.time  # type: ignore[attr-defined]
clock.time = lambda: machines_time() + switches.clock_ms / 1000  # type: ignore[attr-defined]

site = import_string(settings.ASGI_APPLICATION)  # loads the apps: what comes from them is imported after it

from game.consumers.base import everyone  # noqa: E402
from game.runtime.pubsub import hints  # noqa: E402
from game.table.tables import tables  # noqa: E402
from rng.twister import stream  # noqa: E402

LOOKED_AT_EVERY = 0.05  # seconds
BELATED_BY = 0.5

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# Which hint it is that gets lost could not be had twice in any case.
chance = stream(bytes(32), file)


def look() -> None:
    """Do as the switches say from now on."""
    global switches
    switches = read(file)


def look_again_and_again() -> None:
    asleep = threading.Event()
    while not asleep.wait(LOOKED_AT_EVERY):
        look()


threading.Thread(target=look_again_and_again, name="switches", daemon=True).start()

hear_all = hints._hear


def hear_some(packed: bytes) -> None:
    """Hints of others as a bad line brings them: not, twice, or after later ones."""
    if not (switches.lost or switches.doubled or switches.belated):
        return hear_all(packed)
    sender, told = msgspec.json.decode(packed)
    for hint in told:
        if chance.random() < switches.lost:
            continue
        one = msgspec.json.encode((sender, [hint]))
        for _ in range(2 if chance.random() < switches.doubled else 1):
            if chance.random() < switches.belated:
                asyncio.get_running_loop().call_later(BELATED_BY * chance.random(), hear_all, one)
            else:
                hear_all(one)


hints._hear = hear_some  # type: ignore[method-assign]


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and scope["path"] == "/chaos/inside":
        return await tell_what_is_inside(send)
    await site(scope, belated(receive), send)


def belated(receive: Receive) -> Receive:
    """What is heard, in its order and perhaps late."""

    async def receive_late() -> Message:
        message = await receive()
        if switches.late:
            await asyncio.sleep(switches.late * chance.random())
        return message

    return receive_late


async def tell_what_is_inside(send: Send) -> None:
    gc.collect()  # a table with a bot is a ring, which is found in its own time
    inside = {"tasks": len(asyncio.all_tasks()), "sockets": len(everyone), "tables": len(tables._tables)}
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": msgspec.json.encode(inside)})
