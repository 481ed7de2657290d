"""A process that is stopped accepts no new connections, and answers every request."""

import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from urllib.request import urlopen

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server, serve_command

pytestmark = pytest.mark.slow

ASKED = "somebody asked"


class Unhurried(Server):
    """With a page that is answered only once no new connection is accepted."""

    def command(self) -> list[str]:
        return serve_command(self.port, "cribbage_site.tests.server.slow_app:application")


def test_what_was_asked_before_it_stops_is_answered_behind_a_shut_door() -> None:
    with Unhurried() as server, ThreadPoolExecutor() as pool:
        answer = pool.submit(lambda: urlopen(f"{server.url}/unhurried", timeout=PATIENCE).read())
        while ASKED not in server.log.read_text():
            sleep(0.02)
        assert server.end_with(signal.SIGTERM) == 0
        assert answer.result() == b"fifteen two"
        assert "Traceback" not in server.log.read_text()


def ask_until_refused(port: int, is_answered: Event) -> tuple[int, list[str]]:
    """Ask for a page again and again; how often it came whole, and what else happened before all was shut."""
    answered, failed = 0, []
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
                line.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = b"".join(iter(lambda: line.recv(4096), b""))
            if b'{"live":true}' in answer:
                answered += 1
                is_answered.set()
            else:
                failed.append(repr(answer))
        except ConnectionRefusedError:
            return answered, failed
        except OSError as fault:
            failed.append(repr(fault))


def test_whoever_was_let_in_is_answered() -> None:
    with Server() as server, ThreadPoolExecutor(8) as pool:
        first_answers = [Event() for _ in range(8)]
        asking = [pool.submit(ask_until_refused, server.port, each) for each in first_answers]
        for each in first_answers:
            assert each.wait(PATIENCE)
        assert server.stop() == 0
        answered, failed = zip(*[each.result() for each in asking], strict=True)
    assert min(answered) > 0
    assert [why for each in failed for why in each] == []
