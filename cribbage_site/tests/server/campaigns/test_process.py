"""A server starts again after a kill."""

import signal
from urllib.request import urlopen


def test_a_server_starts_again_after_a_kill(own_server):
    assert own_server.kill() == -signal.SIGKILL
    own_server.restart()
    with urlopen(f"{own_server.url}/") as page:
        assert page.status == 200
