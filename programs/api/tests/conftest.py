"""Fixtures of the API's tests."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache

from tests.worlds.api import World
from tests.worlds.kept_rows import kept_rows


@pytest.fixture(autouse=True)
def nobody_called_before(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    cache.clear()


@pytest.fixture(scope="module")
def built_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with kept_rows(django_db_blocker):
        yield World()


@pytest.fixture
def world(built_world: World, db: None) -> World:
    return deepcopy(built_world)
