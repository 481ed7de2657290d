"""Fixtures of the API's tests."""

from typing import Any

import pytest
from django.core.cache import cache

from tests.worlds.api import World


@pytest.fixture(autouse=True)
def nobody_called_before(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    return World()
