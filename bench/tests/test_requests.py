"""The figures of read requests."""

from bench.requests import A_QUARTER_OF_A_CORE, Cost, taken_by


def test_an_expensive_request_takes_the_share_of_an_address_and_no_more() -> None:
    assert taken_by(Cost("/@One", 80.0, 3_000)) == A_QUARTER_OF_A_CORE


def test_a_separate_limit_or_a_low_cost_takes_less() -> None:
    assert taken_by(Cost("/picture.png", 50.0, 60)) == 3.0
    assert taken_by(Cost("/robots.txt", 1.0, 3_000)) == 3.0
