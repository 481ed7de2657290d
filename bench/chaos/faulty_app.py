"""The site with faults, switched on in the file that CHAOS names.

It is served by python -m cribbage_site.server HOST:PORT bench.chaos.faulty_app:application.

/chaos/inside reports the internal state of the process.
"""

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from bench.chaos.switches import SWITCHES_VARIABLE, read_switches
from common import clock

switches_file = os.environ[SWITCHES_VARIABLE]
switches = read_switches(switches_file)

# Set before any use of the clock: a new database connection asks for the time at once.
real_time = clock.time  # type: ignore[attr-defined]
clock.time = lambda: real_time() + switches.clock_ms / 1000  # type: ignore[attr-defined]

real_application = import_string(
    settings.ASGI_APPLICATION
)  # loads the apps, which the following imports need

from game.consumers.base import open_consumers  # noqa: E402
from game.runtime.pubsub import pubsub  # noqa: E402
from game.table.tables import tables  # noqa: E402
from rng.twister import stream  # noqa: E402
from tournaments.events.kinds.base import Task  # noqa: E402
from tournaments.events.record.tables import Opened  # noqa: E402
from tournaments.events.run import flow  # noqa: E402
from tournaments.formats.pairing import Table  # noqa: E402

POLL_SECONDS = 0.05  # seconds
MAX_DELAY = 0.5

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# The choice of lost hints cannot be reproduced in any case.
chance = stream(bytes(32), switches_file)


def reload_switches() -> None:
    """Apply the current switches."""
    global switches
    switches = read_switches(switches_file)


def poll_switches() -> None:
    asleep = threading.Event()
    while not asleep.wait(POLL_SECONDS):
        reload_switches()


threading.Thread(target=poll_switches, name="switches", daemon=True).start()

receive_all_hints = pubsub._receive


def receive_some_hints(packed: bytes) -> None:
    """Deliver other processes' hints over a bad line: lost, duplicated, or reordered."""
    if not (switches.lost or switches.doubled or switches.belated):
        return receive_all_hints(packed)
    sender, told = msgspec.json.decode(packed)
    for hint in told:
        if chance.random() < switches.lost:
            continue
        one = msgspec.json.encode((sender, [hint]))
        for _ in range(2 if chance.random() < switches.doubled else 1):
            if chance.random() < switches.belated:
                asyncio.get_running_loop().call_later(MAX_DELAY * chance.random(), receive_all_hints, one)
            else:
                receive_all_hints(one)


pubsub._receive = receive_some_hints  # type: ignore[method-assign]


open_drawn = flow.open_drawn


def open_and_die(task: Task, tables: Sequence[Table]) -> list[Opened]:
    """Open the tables of an event, then kill the process with kill -9, before or after the commit."""
    with transaction.atomic():
        opened = open_drawn(task, tables)
        is_last, is_committed = switches.dies_pairing, chance.random() < 0.5
        if is_last and not is_committed:
            die("before the commit")
    if is_last:
        die("after the commit")
    return opened


def die(when: str) -> None:
    logging.getLogger(__name__).warning("killed after writing new tables, %s", when)
    os.kill(os.getpid(), signal.SIGKILL)


flow.open_drawn = open_and_die


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and scope["path"] == "/chaos/inside":
        return await send_internals(send)
    await real_application(scope, delay_messages(receive), send)


def delay_messages(receive: Receive) -> Receive:
    """Return a receive function that may deliver messages late, in their order."""

    async def receive_late() -> Message:
        message = await receive()
        if switches.late:
            await asyncio.sleep(switches.late * chance.random())
        return message

    return receive_late


async def send_internals(send: Send) -> None:
    gc.collect()  # a table with a bot is a reference cycle, which is collected eventually
    inside = {
        "tasks": len(asyncio.all_tasks()),
        "sockets": len(open_consumers),
        "tables": len(tables._tables),
    }
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": msgspec.json.encode(inside)})
