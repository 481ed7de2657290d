"""Maps a hand's equity by the ranges of its down cards, X- and Y-, for ordered and unordered reading."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import inf
from typing import NamedTuple

from common.progress import StartProgress
from rng.razz.equity.computing import exact_equity
from rng.razz.equity.contest import Contest, parse_contest
from rng.razz.hands.cards import RANKS, InvalidRazz

PATTERN = re.compile(r"\s*\(?\s*X-\s*Y-", re.IGNORECASE)

MapContests = dict[tuple[str, str, bool], Contest | None]
"""By the lower rank, the higher and whether down cards have an order; nothing where no hand fits."""


class MapCell(NamedTuple):
    """The first hand's equity for ranges that end at these ranks; None if no hand fits."""

    low: str
    high: str
    unordered: Fraction | None
    ordered: Fraction | None

    @property
    def gap(self) -> Fraction:
        """The additional equity of the ordered reading."""
        return (self.ordered or Fraction()) - (self.unordered or Fraction())


def parse_map(hands: Sequence[str], dead: str) -> MapContests:
    """Return the contest of each pair of ranks. Swapping X and Y makes no difference in either reading."""
    met = {
        (low, high, ordered): _parse_if_any(hands, dead, low, high, ordered)
        for low, high in combinations_with_replacement(RANKS, 2)
        for ordered in (False, True)
    }
    if not any(met.values()):
        parse_contest(_with_ranges(hands, "K", "K"), dead)  # raises with the reason
    return met


def estimate_seconds(contests: MapContests) -> float:
    """Estimate the seconds that the map takes; infinite if a cell can't be counted."""
    some = list(filter(None, contests.values()))
    return sum(one.estimated_seconds if one.is_within_reach else inf for one in some)


def map_equities(contests: MapContests, start_progress: StartProgress) -> list[MapCell]:
    """Return the first hand's equity in every cell."""
    progress = start_progress(sum(contest is not None for contest in contests.values()))

    def share(contest: Contest | None) -> Fraction | None:
        if contest is None:
            return None
        worth = exact_equity(contest).share()
        progress()
        return worth

    return [
        MapCell(low, high, share(contests[low, high, False]), share(contests[low, high, True]))
        for low, high in combinations_with_replacement(RANKS, 2)
    ]


def _with_ranges(hands: Sequence[str], x: str, y: str) -> list[str]:
    return [hands[0].upper().replace("X-", f"{x}-").replace("Y-", f"{y}-"), *hands[1:]]


def _parse_if_any(hands: Sequence[str], dead: str, low: str, high: str, ordered: bool) -> Contest | None:
    try:
        return parse_contest(_with_ranges(hands, high, low), dead, ordered)
    except InvalidRazz:
        return None
