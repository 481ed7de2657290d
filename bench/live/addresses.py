"""Gives every client an address of its own, as a proxy would name it: limits go by address."""

from ipaddress import IPv4Address
from itertools import count

_numbers = count(int(IPv4Address("10.0.0.1")))


def new_address() -> str:
    """One that nobody has had."""
    return str(IPv4Address(next(_numbers)))
