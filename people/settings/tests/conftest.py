"""Browsers of visitors and of Anna, with rate limits reset before each test."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from game.accounts.guests import create_guest
from game.models import Player
from tests.worlds.accounts import PASSWORD, AccountClient, create_account


@pytest.fixture(autouse=True)
def fresh_rate_limits(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    cache.clear()


@pytest.fixture
def anna(db: None) -> Player:
    return create_account("Anna")


@pytest.fixture
def nobody(db: None) -> AccountClient:
    """Return the browser of a new visitor."""
    return AccountClient(Client())


@pytest.fixture
def guest(nobody: AccountClient) -> tuple[AccountClient, Player]:
    player = create_guest()
    nobody.client.force_login(player)
    return nobody, player


@pytest.fixture
def annas(anna: Player, nobody: AccountClient) -> AccountClient:
    """Return a browser in which Anna is logged in."""
    nobody.post("login", login="Anna", password=PASSWORD)
    return nobody
