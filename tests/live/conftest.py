"""A server in a hurry, beside the one that all tests share."""

from collections.abc import Iterator

import pytest

from cribbage_site.tests.server_process import Server


@pytest.fixture(scope="package")
def impatient_server(server: Server) -> Iterator[Server]:
    """A second process on the same database, that looks at its tables all the time and has little patience.

    It leaves the jobs for the whole site to the other: of people whom it pairs, that one would hear nothing.
    """
    settings = {"DJANGO_SETTINGS_MODULE": "tests.live.impatient_settings", "CHORES": "own"}
    with Server({**server.environment, **settings}, new=False) as impatient_server:
        yield impatient_server
