"""A process that is stopped accepts no new connections, and answers every request."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from urllib.request import urlopen

from cribbage_site.tests.server_process import Server

ASKED = "somebody asked"


class Unhurried(Server):
    """With a page that is answered only once no new connection is accepted."""

    def command(self) -> list[str]:
        site = "cribbage_site.tests.server.slow_app:application"
        return [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port), site]


def test_what_was_asked_before_it_stops_is_answered_behind_a_shut_door() -> None:
    with Unhurried() as server, ThreadPoolExecutor() as pool:
        answer = pool.submit(lambda: urlopen(f"{server.url}/unhurried", timeout=60).read())
        while ASKED not in server.log.read_text():
            sleep(0.02)
        assert server.end_with(signal.SIGTERM) == 0
        assert answer.result() == b"fifteen two"
        assert "Traceback" not in server.log.read_text()
