"""Rate limits for an account and for all clients of an address."""

import time
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory

from common.http.client_ip import check_rate_limit, client_network, socket_client_network
from common.http.rate_limit import RateLimit, RateLimited

pytestmark = pytest.mark.rows

THREE = RateLimit("cards", 3, 60, shares_per_address=2)
HERE, THERE = "192.0.2.1", "192.0.2.2"


def turns(pace: RateLimit, account: int | None, place: str | None, times: int) -> list[bool]:
    """Return which of so many turns succeed."""
    return [pace.acquire(account, place) == 0 for _ in range(times)]


def test_an_accounts_share_does_not_depend_on_its_address() -> None:
    assert turns(THREE, 1, HERE, 2) == [True, True]
    assert turns(THREE, 1, THERE, 2) == [True, False]


def test_an_address_has_several_shares_for_all_its_clients() -> None:
    assert [any(turns(THREE, account, HERE, 1)) for account in range(8)] == [True] * 6 + [False] * 2
    assert turns(THREE, None, HERE, 1) == [False]
    assert turns(THREE, 0, THERE, 1) == [True]


def test_a_refused_turn_is_charged_to_no_share() -> None:
    # A pupil's runaway script must not use up the school's share.
    assert turns(THREE, 1, HERE, 20).count(True) == 3
    assert turns(THREE, 2, HERE, 4) == [True, True, True, False]


def test_different_limits_are_counted_separately() -> None:
    assert turns(THREE, 1, HERE, 4)[-1] is False
    assert turns(RateLimit("games", 3, 60), 1, HERE, 1) == [True]


def test_the_time_until_the_next_turn_is_returned_and_correct() -> None:
    pace = RateLimit("quick", 1, 0.2)
    assert pace.acquire(1, None) == 0
    assert pace.acquire(1, None) == 1
    patience = time.monotonic() + 10
    while pace.acquire(1, None) and time.monotonic() < patience:
        time.sleep(0.02)
    assert time.monotonic() < patience


def test_a_request_is_counted_for_its_address_and_refused_with_the_time_to_wait() -> None:
    request: Any = RequestFactory().get("/", REMOTE_ADDR=HERE)
    request.user = AnonymousUser()
    for _ in range(6):
        check_rate_limit(request, THREE)
    with pytest.raises(RateLimited) as fault:
        check_rate_limit(request, THREE)
    assert 50 < fault.value.retry_after <= 60
    assert str(fault.value.retry_after) in fault.value.says


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
    ],
)
def test_the_addresses_of_one_household_are_one_place_and_this_machine_is_none(
    address: str, place: str | None
) -> None:
    assert client_network(RequestFactory().get("/", REMOTE_ADDR=address)) == place
    assert socket_client_network(address, []) == place


def test_only_our_own_proxys_header_is_trusted(settings: Any) -> None:
    forged = [(b"x-forwarded-for", b"127.0.0.1"), (b"x-forwarded-for", b"9.9.9.9, 192.0.2.7")]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert socket_client_network("127.0.0.1", forged) == "192.0.2.7"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert socket_client_network("192.0.2.1", forged) == "192.0.2.1"


def test_a_client_past_one_of_two_proxies_is_identified_by_the_others_header(settings: Any) -> None:
    """Regression: with TRUSTED_PROXIES=2, every page answered 500 to such a visitor."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    for forwarded, network in (("192.0.2.7", "192.0.2.7"), ("9.9.9.9, 192.0.2.7, 10.0.0.1", "192.0.2.7")):
        headers = [(b"x-forwarded-for", forwarded.encode())]
        assert socket_client_network("127.0.0.1", headers) == network
    assert socket_client_network("192.0.2.9", []) == "192.0.2.9"
    with pytest.raises(PermissionDenied):
        socket_client_network("127.0.0.1", [(b"x-forwarded-for", b"nobody")])


@pytest.mark.parametrize("nonsense", ["nobody", "192.0.2.1\x00", "<script>", "999.1.1.1"])
def test_an_invalid_address_is_refused(nonsense: str, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    with pytest.raises(PermissionDenied):
        socket_client_network("127.0.0.1", [(b"x-forwarded-for", nonsense.encode())])
