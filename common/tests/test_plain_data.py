"""Cached values are plain data: nothing in Redis makes a process run code."""

import os
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCache
from hypothesis import given
from hypothesis import strategies as some
from redis import Redis

from bench.services import redis
from common.formats import plain_data
from common.formats.plain_data import PlainDataSerializer, Unreadable, load_cached, save_cached
from common.http.rate_limit_cache import REDIS_KEY_PREFIX, LocalRateLimitCache, SharedRateLimitCache
from common.wings import WINGS
from cribbage_site.tests.server_process import ROOT
from rng import entropy

SERIALIZER = PlainDataSerializer()
NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


class Bomb:
    """When it is unpickled, it creates a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture(params=["own", "shared"])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return each cache that the settings can select, as the selected one."""
    chosen: Any = LocalRateLimitCache(entropy.game_id(), {})
    if request.param == "shared":
        chosen = SharedRateLimitCache(request.getfixturevalue("redis_url"), {})
        chosen.clear()
    monkeypatch.setattr(plain_data, "cache", chosen)
    return chosen


def test_a_pickle_in_redis_is_not_loaded_and_counts_as_missing(redis_url: str, tmp_path: Path) -> None:
    counts, exploded = SharedRateLimitCache(redis_url, {}), tmp_path / "exploded"
    counts.set("known", "here")
    with Redis.from_url(redis_url) as client:
        assert client.exists(f"{REDIS_KEY_PREFIX}:1:known")
        bomb = pickle.dumps(Bomb(exploded))
        client.set(f"{REDIS_KEY_PREFIX}:1:known", bomb)
    assert counts.get("known") is None
    assert counts.get("known", []) == []
    assert counts.get_or_set("known", "anew") == "anew"
    assert not exploded.exists()
    pickle.loads(bomb)
    assert exploded.exists(), "it would have"


def test_this_release_and_pickling_releases_ignore_each_others_data(
    redis_url: str,
) -> None:
    before, now = RedisCache(redis_url, {}), SharedRateLimitCache(redis_url, {})
    for one, other in ((before, now), (now, before)):
        one.set("turns", [1.5])
        assert other.get("turns", []) == []
        assert one.get("turns") == [1.5]
        one.delete("turns")


@pytest.mark.slow
def test_pickles_are_used_only_for_our_own_workers() -> None:
    found = {
        str(path.relative_to(ROOT))
        for part in WINGS
        for path in (ROOT / part).rglob("*.py")
        if "tests" not in path.relative_to(ROOT).parts
        and re.search(r"import .*\b(pickle|marshal|shelve|dill)\b|allow_pickle=True", path.read_text())
    }
    assert found == {"game/runtime/worker.py", "game/runtime/worker_pool.py"}


@given(some.binary() | some.builds(lambda value: pickle.dumps(value), some.text() | some.integers()))
def test_any_bytes_at_all_are_plain_data_or_unreadable(stored: bytes) -> None:
    try:
        value = SERIALIZER.loads(stored)
    except Unreadable:
        return
    again = SERIALIZER.dumps(value)  # compared as bytes, because a NaN differs from itself
    assert SERIALIZER.dumps(SERIALIZER.loads(again)) == again


def test_nesting_without_end_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        SERIALIZER.loads(b"\x91" * 100_000)


@pytest.mark.parametrize(
    "value",
    [0, -7, True, None, "", "5", 1.5, inf, b"\x80", [1, "a", None], {"a": {"b": [0.1]}}, NOON],
    ids=repr,
)
def test_plain_data_comes_back_as_it_was(kept: Any, value: Any) -> None:
    kept.set("value", value)
    found = kept.get("value", "nothing")
    assert (type(found), found) == (type(value), value)


def test_other_than_plain_data_is_refused(kept: Any) -> None:
    for value in (Bomb(Path()), Fraction(1, 2), print):
        with pytest.raises(TypeError):
            kept.set("value", value)
        with pytest.raises(TypeError):
            kept.add("value", value)
    assert kept.get("value") is None


@dataclass(frozen=True, slots=True)
class Shape:
    name: str
    best: tuple[int, ...]


def test_typed_data_is_restored_and_another_type_counts_as_missing(kept: Any) -> None:
    save_cached("shape", Shape("Ann", (1, 2)), 60)
    assert load_cached("shape", Shape) == Shape("Ann", (1, 2))
    assert load_cached("none", Shape) is None
    kept.set("shape", {"name": "Ann"})
    assert load_cached("shape", Shape) is None
    save_cached("count", (NOON, Counter(a=2)), 60)
    assert load_cached("count", tuple[datetime, dict[str, int]]) == (NOON, {"a": 2})
    assert load_cached("count", tuple[int, dict[str, int]]) is None
