"""A server in a hurry, beside the one that all tests share."""

from collections.abc import Iterator

import pytest

from cribbage_site.tests.server_process import Server


@pytest.fixture(scope="module")
def impatient_server(server: Server) -> Iterator[Server]:
    """A second process on the same database, that looks around all the time and has little patience.

    Not for longer than a module: it would bring people together whom their own lobby then cannot tell of it.
    """
    settings = {"DJANGO_SETTINGS_MODULE": "tests.live.impatient_settings"}
    with Server({**server.environment, **settings}, new=False) as impatient_server:
        yield impatient_server
