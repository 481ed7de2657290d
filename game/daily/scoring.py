"""What a daily is worth: margins, par, and places. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

PAR_GAMES = 64


@dataclass(frozen=True, slots=True)
class Result:
    """One player's daily: the margin, and the chance their decisions lost, None until it is reviewed."""

    key: int
    margin: int
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A result and the place it has; those that nothing tells apart share one."""

    place: int
    result: Result


def margin(own: int, other: int) -> int:
    """By how much a game that was played to the end was won, below 0 if it was lost."""
    return own - other


def par_of(margins: Sequence[int]) -> float:
    """What Advanced gets on average from the same cards."""
    return fmean(margins)


def rank(results: Iterable[Result]) -> list[Place]:
    """The order of a field: by margin, then by the chance lost, of which a smaller one is better.

    Par is the same for all of a day, so that r - par orders them as r does.
    """
    places: list[Place] = []
    for _, level in groupby(sorted(results, key=_order), key=_order):
        first = len(places) + 1
        places += [Place(first, result) for result in sorted(level, key=lambda one: one.key)]
    return places


def _order(result: Result) -> tuple[int, bool, float]:
    return -result.margin, result.lost is None, result.lost or 0.0


def signed(number: float, decimals: int = 0) -> str:
    """A number with its sign, as a reader sees it."""
    text = f"{abs(number):.{decimals}f}"
    is_zero = float(text) == 0
    return f"{'±' if is_zero else '+' if number > 0 else '−'}{text}"
