from collections.abc import Iterator
from urllib.request import urlopen

import pytest

from conftest import server_on_this_database
from cribbage_site.tests.server_process import SERVERS, Server

pytestmark = pytest.mark.slow


@pytest.fixture(params=SERVERS, ids=lambda kind: kind.__name__)
def own_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with server_on_this_database(request.param) as server:
        yield server


def test_it_serves_and_stops_cleanly_on_request(own_server):
    with urlopen(f"{own_server.url}/") as page:
        assert page.status == 200
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert own_server.stop() == 0
