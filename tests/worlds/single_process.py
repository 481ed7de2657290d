"""No Redis unless a test starts one."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def without_redis(settings: Any) -> None:
    settings.REDIS_URL = ""
