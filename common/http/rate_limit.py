"""Rate limits: how often an account or an address may make a request."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext

# One address may serve a household, a class or a café, so it gets this many shares.
SHARES_PER_ADDRESS = 10
KEY_PREFIX = "pace"  # of the cache keys


class RateLimited(Exception):
    """A client exceeded its share. It may retry after so many seconds. `limit` is the size of the share."""

    def __init__(self, retry_after: int, limit: int | None = None) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after
        self.limit = limit

    @property
    def says(self) -> str:
        if self.retry_after <= 20:
            return gettext("Too many requests. Wait a few seconds, then try again.")
        return gettext("Too many requests. Try again in %(wait)s seconds.") % {"wait": self.retry_after}


class Turn(NamedTuple):
    """The state of the client's share with the fewest turns left, after a turn was taken or refused.

    Times are in seconds. `wait` is 0 if the turn was taken.
    """

    wait: float
    limit: int
    remaining: int
    reset: float

    @property
    def headers(self) -> dict[str, str]:
        return rate_limit_headers(self.limit, self.remaining, math.ceil(self.reset))


def rate_limit_headers(limit: int, remaining: int, reset: int) -> dict[str, str]:
    """Return the headers that describe a share of a rate limit (draft-ietf-httpapi-ratelimit-headers-06)."""
    return {
        "RateLimit-Limit": str(limit),
        "RateLimit-Remaining": str(remaining),
        "RateLimit-Reset": str(reset),
    }


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A limit of so many turns within so many seconds, counted from the first of them.

    An account has one share, whatever its address. All clients of one address together have a larger share.
    """

    name: str
    limit: int
    seconds: float
    shares_per_address: int = SHARES_PER_ADDRESS

    def acquire(self, account: object | None, address: str | None) -> int:
        """Take a turn and return 0, or return the seconds until the next turn."""
        return math.ceil(self.take(account, address).wait)

    def take(self, account: object | None, address: str | None) -> Turn:
        """Take a turn, unless the client has to wait. A client without a share has every turn left."""
        shares = {}
        if account is not None:
            shares[f"{KEY_PREFIX}:{self.name}:account:{account}"] = self.limit
        if address is not None:
            shares[f"{KEY_PREFIX}:{self.name}:place:{address}"] = self.limit * self.shares_per_address
        counts: Any = cache  # configured as one of common/http/rate_limit_cache.py
        return counts.take(shares, self.seconds) if shares else Turn(0.0, self.limit, self.limit, 0.0)
