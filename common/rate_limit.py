"""So much and no more: how often something may be asked for, by one account and from one address."""

import math
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext

# Behind one address may be a household, a class or a café: it has the shares of so many.
CROWD = 10
BOOK = "pace"  # what turns are written down under


class TooMuch(Exception):
    """More was asked for than anyone's share; there is a turn again in so many seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait

    @property
    def says(self) -> str:
        if self.wait <= 20:
            return gettext("That was too much at once. Wait a few seconds, then go on.")
        return gettext("That was too much at once. Go on in %(wait)s seconds.") % {"wait": self.wait}


@dataclass(frozen=True, slots=True)
class Pace:
    """So many turns of something, counted from the first of them until so many seconds are over.

    Whoever asks has one share, whatever the address; all who ask from one address, the shares of a crowd.
    """

    what: str
    most: int
    seconds: float
    crowd: int = CROWD

    def wait(self, account: object | None, place: str | None) -> int:
        """Take a turn, or where somebody's turns are used up none: then the seconds until there is one."""
        shares = {}
        if account is not None:
            shares[f"{BOOK}:{self.what}:account:{account}"] = self.most
        if place is not None:
            shares[f"{BOOK}:{self.what}:place:{place}"] = self.most * self.crowd
        counts: Any = cache  # of common/rate_limit_cache.py
        return math.ceil(counts.take(shares, self.seconds)) if shares else 0
