"""Each test draws its secrets from a stream of its own, so that it meets the same cards in every run.

With real secrets, a test that fails once in a thousand deals stops the work of the next person, months later.
The processes that a test starts draw real secrets. So do ports, since tests run side by side.
A fixture that tests share draws from the stream of the first of them.
"""

import os
import secrets
from collections.abc import Generator
from random import Random
from typing import Any

import pytest

from rng import entropy


class Stream(Random):
    """The names of `secrets` that `rng.entropy` uses."""

    token_bytes = Random.randbytes
    randbelow = Random.randrange
    SystemRandom = secrets.SystemRandom


def draw_real_secrets() -> None:
    entropy.secrets = secrets  # type: ignore[misc]


# Two children of one process would draw the same ids.
os.register_at_fork(after_in_child=draw_real_secrets)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    database = os.environ.get("DATABASE_URL", "").partition(":")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entropy, "secrets", Stream(f"{database} {item.nodeid}"))
        return (yield)
