"""The scoring of a daily: margins, par, places, and percentages of the field. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from statistics import fmean

PAR_GAMES = 64
# For a try at a day that no other player tried: what one gets who is level with everyone.
ALONE = 50.0


@dataclass(frozen=True, slots=True)
class Result:
    """One player's daily: the margin, and the chance their decisions lost, None until it is reviewed."""

    key: int
    margin: int
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A result and the place it has; results that nothing tells apart share one."""

    place: int
    result: Result


def margin(own: int, other: int) -> int:
    """By how much a game that was played to the end was won, below 0 if it was lost."""
    return own - other


def par_of(margins: Sequence[int]) -> float:
    """What Advanced gets on average from the same cards."""
    return fmean(margins)


def rank(results: Iterable[Result]) -> list[Place]:
    """Return the order of a field: by margin, then by the chance lost, of which a smaller one is better.

    Players with the same margin share a place until all of their games are reviewed, so that no place depends
    on whose review came first. Par is the same for all of a day, so that r - par orders them as r does.
    """
    places: list[Place] = []
    for _, same in groupby(sorted(results, key=lambda one: -one.margin), key=lambda one: one.margin):
        for level in _level_groups(list(same)):
            first = len(places) + 1
            places += [Place(first, result) for result in sorted(level, key=lambda one: one.key)]
    return places


def _level_groups(same: Sequence[Result]) -> list[list[Result]]:
    """Return the results of one margin in groups that nothing tells apart, the best first."""
    lost = {one.key: one.lost for one in same if one.lost is not None}
    if len(lost) < len(same):
        return [list(same)]
    in_order = sorted(same, key=lambda one: lost[one.key])
    return [list(level) for _, level in groupby(in_order, key=lambda one: lost[one.key])]


def percentages(margins: Mapping[int, int | None]) -> dict[int, float]:
    """Return what part of the other players each one beat, in percent, by the margins of a field.

    A player with the same margin counts half. No margin means a game that was given up: it is last, beats no
    other player and gets 0.
    """
    others = len(margins) - 1
    by_margin = Counter(margin for margin in margins.values() if margin is not None)
    given_up = len(margins) - by_margin.total()
    in_order = sorted(by_margin)
    below = dict(
        zip(in_order, accumulate((by_margin[one] for one in in_order), initial=given_up), strict=False)
    )

    def percent(margin: int | None) -> float:
        if margin is None:
            return 0.0
        return 100 * (below[margin] + (by_margin[margin] - 1) / 2) / others if others else ALONE

    return {key: percent(margin) for key, margin in margins.items()}


def signed(number: float, decimals: int = 0) -> str:
    """A number with its sign, as a reader sees it."""
    text = f"{abs(number):.{decimals}f}"
    is_zero = float(text) == 0
    return f"{'±' if is_zero else '+' if number > 0 else '−'}{text}"
