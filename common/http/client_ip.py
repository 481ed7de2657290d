"""The address of a request, by which rate limits are counted in addition to the account."""

import math
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from common.http.rate_limit import RateLimit, RateLimited


def check_rate_limit(request: HttpRequest, rate_limit: RateLimit) -> None:
    """Take a turn for the account and address of a request, or raise RateLimited."""
    user = getattr(request, "user", None)  # absent until the middleware has run
    turn = rate_limit.take(None if user is None else user.pk, client_network(request))
    if turn.wait:
        raise RateLimited(math.ceil(turn.wait), turn.limit)


def client_network(request: HttpRequest) -> str | None:
    """Return a client's address; for IPv6, the network that a provider assigns to a household.

    None for this machine itself: a host who measures, or a proxy that is missing in the settings, which hides
    its clients' addresses.
    """
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return str(ip_network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)


def client_neighbourhood(request: HttpRequest) -> str | None:
    """Return the larger network in which one client can easily have many addresses: /24, or /48 for IPv6."""
    network = client_network(request)
    if network is None:
        return None
    one = ip_network(network)
    return str(one.supernet(new_prefix=24 if one.version == 4 else 48))


def hash_network(network: str, purpose: str) -> str:
    """Return a keyed hash of a client network, where the network itself must not be stored."""
    return salted_hmac(purpose, network, algorithm="sha256").hexdigest()[:32]


def socket_client_network(client: str, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the client network of a socket whose handshake came from this address with these headers."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = client
    forwarded = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    return client_network(request)
