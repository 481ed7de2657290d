"""Rate limits: how often something may be asked for, by one account and from one address."""

import math
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext

# Behind one address may be a household, a class or a café: it gets this many shares.
SHARES_PER_ADDRESS = 10
KEY_PREFIX = "pace"  # of the cache keys


class RateLimited(Exception):
    """Somebody asked for more than their share; they may try again after so many seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after

    @property
    def says(self) -> str:
        if self.retry_after <= 20:
            return gettext("Too many requests. Wait a few seconds, then try again.")
        return gettext("Too many requests. Try again in %(wait)s seconds.") % {"wait": self.retry_after}


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A limit of so many turns within so many seconds, counted from the first of them.

    An account has one share, whatever its address; all clients of one address have a crowd's shares together.
    """

    name: str
    limit: int
    seconds: float
    shares_per_address: int = SHARES_PER_ADDRESS

    def acquire(self, account: object | None, address: str | None) -> int:
        """Take a turn and return 0; where none is left, return the seconds until there is one."""
        shares = {}
        if account is not None:
            shares[f"{KEY_PREFIX}:{self.name}:account:{account}"] = self.limit
        if address is not None:
            shares[f"{KEY_PREFIX}:{self.name}:place:{address}"] = self.limit * self.shares_per_address
        counts: Any = cache  # configured as one of common/http/rate_limit_cache.py
        return math.ceil(counts.acquire(shares, self.seconds)) if shares else 0
