"""So much and no more: how often somebody may ask for what takes work."""

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext

from rng.views.asked import Refused


class TooMuch(Refused):
    """More was asked for than anyone's share."""

    code, status = "too_many", 429


def keep_pace(request: HttpRequest, what: str, most: int, seconds: int) -> None:
    """Refuse what is asked from one place more often than so in so many seconds."""
    # So many turns, each of which comes back by itself: no two requests can take the same one.
    turns = (f"pace:{what}:{place_of(request)}:{turn}" for turn in range(most))
    if not any(cache.add(turn, True, seconds) for turn in turns):
        raise TooMuch(gettext("That was too much at once. Wait a few seconds, then go on."))


def place_of(request: HttpRequest) -> str:
    """The address somebody asks from; of the newer ones the half that a provider gives to one household."""
    address = ip_address(get_adapter().get_client_ip(request))
    return str(ip_network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)
