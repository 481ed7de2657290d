import signal
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.rows


def test_the_front_page_is_served(server):
    with urlopen(f"{server.url}/") as page:
        assert page.status == 200
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_it_ends_cleanly_when_asked(own_server):
    assert own_server.stop() == 0


@pytest.mark.in_full
def test_it_starts_again_after_a_kill(own_server):
    assert own_server.kill() == -signal.SIGKILL
    own_server.restart()
    with urlopen(f"{own_server.url}/") as page:
        assert page.status == 200
