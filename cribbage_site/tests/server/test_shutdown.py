"""A process that stops accepts no new connections, and answers every request."""

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
    """A server with a page that is answered only after new connections are refused."""

    def command(self) -> list[str]:
        return serve_command(self.port, "cribbage_site.tests.server.slow_app:application")


def test_requests_sent_before_the_stop_are_answered_while_new_connections_are_refused() -> None:
    with Unhurried() as server, ThreadPoolExecutor() as pool:
        answer = pool.submit(lambda: urlopen(f"{server.url}/unhurried", timeout=PATIENCE).read())
        while ASKED not in server.log.read_text():
            sleep(0.02)
        assert server.end_with(signal.SIGTERM) == 0
        assert answer.result() == b"fifteen two"
        assert "Traceback" not in server.log.read_text()


def ask_until_refused(port: int, is_answered: Event) -> tuple[int, list[str]]:
    """Request a page again and again.

    Return how often it was complete, and all other outcomes until the end.
    """
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


def test_every_accepted_request_is_answered() -> None:
    with Server() as server, ThreadPoolExecutor(8) as pool:
        first_answers = [Event() for _ in range(8)]
        asking = [pool.submit(ask_until_refused, server.port, each) for each in first_answers]
        for each in first_answers:
            assert each.wait(PATIENCE)
        assert server.stop() == 0
        answered, failed = zip(*[each.result() for each in asking], strict=True)
    assert min(answered) > 0
    assert [why for each in failed for why in each] == []
