"""The figures of read requests."""

from bench.requests import A_QUARTER_OF_A_CORE, Cost, counted_turns, taken_by
from common.http.rate_limit import RateLimit


def test_an_expensive_request_takes_the_share_of_an_address_and_no_more() -> None:
    assert taken_by(Cost("/@One", 80.0, 3_000)) == A_QUARTER_OF_A_CORE


def test_a_separate_limit_or_a_low_cost_takes_less() -> None:
    assert taken_by(Cost("/picture.png", 50.0, 60)) == 3.0
    assert taken_by(Cost("/robots.txt", 1.0, 3_000)) == 3.0


def test_no_limit_refuses_and_the_limit_of_an_address_is_recorded() -> None:
    limit = RateLimit("calls-of-the-bench", limit=2, seconds=60, shares_per_address=5)
    with counted_turns() as turns:
        assert not any(limit.acquire("an account", "192.0.2.1") for _ in range(12))
    assert turns.a_minute == 10
