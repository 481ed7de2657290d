"""Rate limits are counted by all processes together, or by each for itself while Redis is unreachable."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bench.services import free_port, new_redis
from common.http import rate_limit_cache
from common.http.rate_limit_cache import LocalRateLimitCache, SharedRateLimitCache
from rng import entropy
from tests.worlds.redis_server import redis_on_port

QUICK = {"OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1}}


@pytest.fixture(params=["own", "shared"])
def counts(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Return a cache that counts in one process, and one that counts for all."""
    if request.param == "own":
        yield LocalRateLimitCache(entropy.game_id(), {})
    else:
        port = free_port()
        with redis_on_port(port):
            yield SharedRateLimitCache(f"redis://127.0.0.1:{port}", QUICK)


def test_a_turn_is_taken_of_all_shares_or_of_none(counts: Any) -> None:
    both, one = {"a": 1, "b": 3}, {"b": 3}
    assert counts.take(both, 60).wait == 0
    assert 59 < counts.take(both, 60).wait <= 60
    assert [counts.take(one, 60).wait == 0 for _ in range(3)] == [True, True, False]


def test_a_turn_describes_the_share_with_the_fewest_turns_left(counts: Any) -> None:
    of_both, one = {"a": 5, "b": 3}, {"a": 5}
    turns = [counts.take(one, 60), *(counts.take(of_both, 60) for _ in range(4))]
    assert [(turn.limit, turn.remaining) for turn in turns] == [(5, 4), (3, 2), (3, 1), (3, 0), (3, 0)]
    assert [turn.wait > 0 for turn in turns] == [False, False, False, False, True]
    assert all(59 < turn.reset <= 60 for turn in turns)
    assert turns[-1].wait == turns[-1].reset


def test_amounts_add_up_to_the_maximum_and_then_wait_for_the_end(counts: Any) -> None:
    assert [counts.spend("cpu", 40, 100, 60) for _ in range(2)] == [0, 0]
    assert 59 < counts.spend("cpu", 40, 100, 60) <= 60
    assert counts.spend("another", 100, 100, 60) == 0


def test_no_two_take_the_same_turn(counts: Any) -> None:
    with ThreadPoolExecutor(8) as crowd:
        waits = list(crowd.map(lambda _: counts.take({"a": 50}, 60).wait, range(200)))
    assert waits.count(0.0) == 50


def test_a_client_with_ever_new_addresses_evicts_no_counts() -> None:
    counts = LocalRateLimitCache(entropy.game_id(), {})
    counts.take({"a": 1}, 60)
    for n in range(2_000):
        counts.take({f"place-{n}": 1}, 60)
    assert counts.take({"a": 1}, 60).wait > 0


def test_processes_count_together_and_each_for_itself_while_redis_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limit_cache, "REDIS_RETRY_SECONDS", 0.0)
    port = free_port()
    one, other = (SharedRateLimitCache(f"redis://127.0.0.1:{port}", QUICK) for _ in range(2))
    with redis_on_port(port):
        assert one.add("tries", 1)
        assert not other.add("tries", 2)
        assert other.get("tries") == 1
        assert one.take({"turns": 1}, 60).wait == 0
        assert other.take({"turns": 1}, 60).wait > 0
    assert one.get("tries") is None
    one.set("tries", 5)
    assert one.get("tries") == 5
    assert one.delete("tries")
    assert one.add("tries", 1)
    assert [one.take({"turns": 1}, 60).wait == 0 for _ in range(2)] == [True, False]
    with redis_on_port(port):
        assert one.take({"turns": 1}, 60).wait == 0


def test_a_redis_that_does_not_answer_is_waited_for_once(caplog: pytest.LogCaptureFixture) -> None:
    with new_redis() as service, service.running() as process:
        counts = SharedRateLimitCache(service.url, QUICK)
        assert counts.take({"turns": 9}, 60).wait == 0
        process.send_signal(signal.SIGSTOP)
        try:
            assert [counts.take({"turns": 2}, 60).wait == 0 for _ in range(3)] == [True, True, False]
            assert caplog.text.count("Redis does not answer") == 1
        finally:
            process.send_signal(signal.SIGCONT)
