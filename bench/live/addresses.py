"""Give every client its own address, as a proxy would report it: rate limits count by address."""

from ipaddress import IPv4Address
from itertools import count

_numbers = count(int(IPv4Address("10.0.0.1")))


def new_address() -> str:
    """Return an unused address."""
    return str(IPv4Address(next(_numbers)))
