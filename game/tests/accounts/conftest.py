"""Accounts: nobody is counted against the test before."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from game.models import Player
from game.table.opening import new_guest
from game.tests.accounts.people import PASSWORD, Browser, account


@pytest.fixture(autouse=True)
def counted_anew(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.rate_limit_cache.OwnCounts"}}
    cache.clear()


@pytest.fixture
def anna(db: None) -> Player:
    return account("Anna")


@pytest.fixture
def nobody(db: None) -> Browser:
    """A browser that was never here before."""
    return Browser(Client())


@pytest.fixture
def guest(nobody: Browser) -> tuple[Browser, Player]:
    player = new_guest()
    nobody.client.force_login(player)
    return nobody, player


@pytest.fixture
def annas(anna: Player, nobody: Browser) -> Browser:
    """Anna's browser, in which she is logged in."""
    nobody.post("login", login="Anna", password=PASSWORD)
    return nobody
