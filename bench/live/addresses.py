"""Everybody comes from an address of their own, as a proxy would tell it: else all would share one share."""

from ipaddress import IPv4Address
from itertools import count

_numbers = count(int(IPv4Address("10.0.0.1")))


def new_address() -> str:
    """One that nobody has had."""
    return str(IPv4Address(next(_numbers)))
