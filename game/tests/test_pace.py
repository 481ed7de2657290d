"""What takes work is done so often and no more, for who asks from one place."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from game.lobby.refusal import Refusal
from game.pace import keep_pace

AN_HOUR = 3600


def ask(address: str, what: str = "lab") -> bool:
    """Whether three an hour are not too many."""
    try:
        keep_pace(RequestFactory().get("/", REMOTE_ADDR=address), what, 3, AN_HOUR)
    except Refusal as fault:
        return fault.code != "too_many"
    return True


@pytest.fixture(autouse=True)
def uncounted() -> None:
    cache.clear()


def test_so_many_are_answered_and_more_an_hour_later(later: Callable[..., None]) -> None:
    assert [ask("192.0.2.1") for _ in range(5)] == [True, True, True, False, False]
    later(seconds=AN_HOUR)
    assert ask("192.0.2.1")


def test_another_place_and_another_thing_are_counted_apart() -> None:
    assert [ask("192.0.2.1") for _ in range(4)][-1] is False
    assert ask("192.0.2.2")
    assert ask("192.0.2.1", "review")


def test_the_addresses_of_one_household_are_one_place() -> None:
    assert [ask(f"2001:db8:1:2::{n}") for n in range(1, 5)] == [True, True, True, False]
    assert ask("2001:db8:1:3::1")
