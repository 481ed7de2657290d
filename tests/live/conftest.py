"""A server with short intervals, in addition to the shared one."""

from collections.abc import Iterator

import pytest

from cribbage_site.tests.server_process import Server


@pytest.fixture(scope="package")
def impatient_server(server: Server) -> Iterator[Server]:
    """Start a second process on the same database, with frequent checks and short timeouts.

    It leaves site-wide jobs to the other process, which would not learn of the players whom it pairs.
    """
    settings = {"DJANGO_SETTINGS_MODULE": "tests.live.impatient_settings", "CHORES": "own"}
    with Server({**server.environment, **settings}, new=False) as impatient_server:
        yield impatient_server
