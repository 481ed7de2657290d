"""A process that is stopped accepts no new connections, and answers every request."""

import signal
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from urllib.request import urlopen

import pytest

from cribbage_site.tests.server_process import Server, serve_command

ASKED = "somebody asked"


class Unhurried(Server):
    """With a page that is answered only once no new connection is accepted."""

    def command(self) -> list[str]:
        return serve_command(self.port, "cribbage_site.tests.server.slow_app:application")


@pytest.mark.parametrize("name", ["daphne", "uvicorn"])
def test_what_was_asked_before_it_stops_is_answered_behind_a_shut_door(name: str) -> None:
    with Unhurried({"SERVER": name}) as server, ThreadPoolExecutor() as pool:
        answer = pool.submit(lambda: urlopen(f"{server.url}/unhurried", timeout=60).read())
        while ASKED not in server.log.read_text():
            sleep(0.02)
        assert server.end_with(signal.SIGTERM) == 0
        assert answer.result() == b"fifteen two"
        assert "Traceback" not in server.log.read_text()
