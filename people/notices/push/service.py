"""Post to push services. Browsers name the addresses, so requests may go to the public internet only.

A name is resolved once, and the connection goes to the checked address. Redirects are not followed, only a
short answer is read, and the request ends after a few seconds in any case.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

PATIENCE_SECONDS = 10
LONGEST_ANSWER = 8192
MOST_ADDRESSES = 3
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
# The assigned unicast addresses of IPv6. All others lead elsewhere, for example through NAT64.
UNICAST = IPv6Network("2000::/3")
# IANA's special-purpose blocks that some versions of Python's ipaddress treat as global.
SPECIAL = [
    ip_network(block)
    for block in (
        "192.0.0.0/24",  # protocol assignments: DS-Lite, NAT64 discovery, dummy addresses
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels (AMT)
        "192.88.99.0/24",  # relays of 6to4
        "192.175.48.0/24",  # AS112
        "2001::/23",  # protocol assignments: Teredo, which embeds IPv4 addresses; benchmarks; ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which embeds IPv4 addresses
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
]
# The characters allowed in an address, so that it cannot inject anything into the head of a request.
PRINTABLE = re.compile(r"[!-~]*")
HOST = re.compile(r"[a-z0-9.:-]+")


class Unreachable(Exception):
    """The reason why a request to a push service was not sent, or not answered."""


class Endpoint(NamedTuple):
    """The push endpoint of a browser."""

    host: str
    port: int
    path: str
    is_https: bool


def parse_endpoint(url: str) -> Endpoint:
    """Return an endpoint from its URL. Raise Unreachable if it is not that of a push service."""
    if not PRINTABLE.fullmatch(url):
        raise Unreachable("it is not a URL")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError as fault:
        raise Unreachable(str(fault)) from None
    is_ours = host in settings.PUSH_ALLOWED_HOSTS
    if parts.scheme != "https" and not (is_ours and parts.scheme == "http"):
        raise Unreachable("it is not https")
    if port not in (None, 443) and not is_ours:
        raise Unreachable("its port is not allowed")
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    if parts.username is not None or not HOST.fullmatch(host) or not path.startswith("/"):
        raise Unreachable("it is not the URL of a push service")
    with suppress(ValueError):
        if not is_ours and not is_public(ip_address(host)):
            raise Unreachable("it is not in the public internet")
    is_https = parts.scheme == "https"
    return Endpoint(host, port or (443 if is_https else 80), path, is_https)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address belongs to the public internet. Addresses that embed others do not."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in UNICAST:
            return False
    elif address.is_multicast or address.is_reserved:
        return False
    return address.is_global and not any(address in block for block in SPECIAL)


async def resolve(endpoint: Endpoint) -> list[str]:
    """Return the addresses of this host. Raise Unreachable if connecting to any of them is forbidden."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(
            endpoint.host, endpoint.port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG
        )
    except (OSError, UnicodeError) as fault:
        raise Unreachable(f"its name does not resolve: {fault}") from None
    addresses = [str(address[0]) for *_, address in found]
    if not addresses:
        raise Unreachable("its name does not resolve")
    if endpoint.host not in settings.PUSH_ALLOWED_HOSTS:
        for address in addresses:
            if "%" in address or not is_public(ip_address(address)):
                raise Unreachable("it is not in the public internet")
    return addresses


async def post(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Post a message and return the status of the answer. Raise Unreachable if there is none in time."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            endpoint = parse_endpoint(url)
            return await _exchange(endpoint, await resolve(endpoint), headers, body)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
        raise Unreachable(str(fault) or type(fault).__name__) from None


async def _exchange(endpoint: Endpoint, addresses: list[str], headers: Mapping[str, str], body: bytes) -> int:
    reader, writer = await _connect(endpoint, addresses)
    try:
        writer.write(_head(endpoint, headers, len(body)) + body)
        await writer.drain()
        status = STATUS.match(await reader.readuntil(b"\r\n"))
    finally:
        writer.transport.abort()
    if status is None:
        raise Unreachable("its answer is not HTTP")
    return int(status[1])


async def _connect(
    endpoint: Endpoint, addresses: list[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that answers. The certificate must be for the host's name."""
    for address in addresses[:MOST_ADDRESSES]:
        with suppress(OSError):
            return await asyncio.open_connection(
                address,
                endpoint.port,
                limit=LONGEST_ANSWER,
                ssl=ssl.create_default_context() if endpoint.is_https else None,
                server_hostname=endpoint.host if endpoint.is_https else None,
            )
    raise Unreachable("it does not answer")


def _head(endpoint: Endpoint, headers: Mapping[str, str], length: int) -> bytes:
    host = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
    standard = {443, 80}
    named = {
        "Host": host if endpoint.port in standard else f"{host}:{endpoint.port}",
        "Content-Length": str(length),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")
