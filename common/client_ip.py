"""Who asks, and from where: what is asked for over HTTP is counted for both."""

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from common.rate_limit import RateLimit, RateLimited


def check_rate_limit(request: HttpRequest, rate_limit: RateLimit) -> None:
    """Take a turn for whoever asks, or refuse."""
    user = getattr(request, "user", None)  # nobody is known before the middleware has looked
    if wait := rate_limit.acquire(None if user is None else user.pk, client_network(request)):
        raise RateLimited(wait)


def client_network(request: HttpRequest) -> str | None:
    """The address somebody asks from; of the newer ones the half that a provider gives to one household.

    None for this machine itself: there sits the host, who measures, or a proxy that we were not told of, and
    then we know nobody's address.
    """
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return str(ip_network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)


def socket_client_network(client: str, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The same of a socket, which is opened by a handshake from this address with these headers."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = client
    forwarded = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    return client_network(request)
