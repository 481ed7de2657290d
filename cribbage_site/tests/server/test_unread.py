"""Clients that do not read are no longer read from either, and are cut off after some seconds."""

import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.live.accounting import resident_bytes
from cribbage_site.server.limits import UNREAD_SECONDS
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server.test_input_limits import HANDSHAKE, QUESTION
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow

PINGS = (bytes((0x89, 0xFD, 0, 0, 0, 0)) + bytes(125)) * 500
FLOOD = 60_000_000  # bytes
LONGEST = UNREAD_SECONDS + PATIENCE


def open_sockets(pid: int) -> int:
    found = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found += os.readlink(file).startswith("socket:")
    return found


def send_and_never_read(server: Server, first: bytes, words: bytes) -> int:
    """Send data as long as the server reads it, and wait to be cut off. Return the number of bytes read."""
    line, sent = socket.socket(), 0
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with line, suppress(OSError):  # the server cuts the connection
        line.connect(("127.0.0.1", server.port))
        line.settimeout(LONGEST)
        if first:
            line.sendall(first)
            line.recv(1024)
        while sent < FLOOD:
            sent += line.send(words)
    return sent


@dataclass
class Outcome:
    """The result for clients that never read, and for the process that they used."""

    seconds: float
    grown: int  # maximum growth in bytes
    taken: list[int]  # bytes that the server read from each
    log: str


def let_them_try() -> Outcome:
    """Send pings to a process and request pages without reading, until all are cut off."""
    with Server() as server, ThreadPoolExecutor() as pool:
        Visitor(server.url)  # warms up one-time work of the process
        assert server.process is not None
        pid = server.process.pid
        before, began = resident_bytes(pid), time.monotonic()
        fewest_sockets = most_sockets = open_sockets(pid)
        most = before
        handshake = HANDSHAKE.format("192.0.2.1").encode()
        deaf = [
            pool.submit(send_and_never_read, server, handshake, PINGS),
            pool.submit(send_and_never_read, server, b"", QUESTION * 500),
        ]
        while (seconds := time.monotonic() - began) < LONGEST:
            most = max(most, resident_bytes(pid))
            most_sockets = max(most_sockets, now := open_sockets(pid))
            # The visitor's own connection may be closed only now.
            fewest_sockets = min(fewest_sockets, now)
            if now == fewest_sockets and most_sockets >= fewest_sockets + len(deaf):
                break
            time.sleep(0.05)
        return Outcome(seconds, most - before, [each.result() for each in deaf], server.log.read_text())


def test_a_client_that_never_reads_uses_no_memory_and_is_cut_off() -> None:
    outcome = let_them_try()
    print(f"{outcome.seconds:.0f} s, {outcome.grown / 1e6:.1f} MB more, {outcome.taken} bytes taken")
    assert outcome.seconds < LONGEST
    assert outcome.grown < 10_000_000
    assert max(outcome.taken) < FLOOD
    assert "ERROR" not in outcome.log
