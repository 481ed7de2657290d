"""A server in a hurry, beside the one that all tests share."""

from collections.abc import Iterator

import pytest

from cribbage_site.tests.server import Server


@pytest.fixture(scope="session")
def hasty(server: Server) -> Iterator[Server]:
    """A second process on the same database, that looks around all the time and has little patience."""
    settings = {"DJANGO_SETTINGS_MODULE": "game.tests.live.hasty_settings"}
    with Server({**server.environment, **settings}, new=False) as hasty:
        yield hasty
