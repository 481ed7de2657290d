"""The scoring of a daily: margins, par, places, and percentages of the field. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, groupby, zip_longest
from statistics import fmean

PAR_GAMES = 64
# A lead that differs from par's by less is level with it. Par's own games differ by 1.2 (standard deviation).
LEVEL_WITHIN = 1
# The percentage of the only player of a day: as if level with all others.
ALONE = 50.0


class Peg(StrEnum):
    """A deal of a player's game against par's: the sign on its peg."""

    AHEAD = "+"
    LEVEL = "="
    BEHIND = "−"


@dataclass(frozen=True, slots=True)
class Result:
    """A player's daily: the margin, and the chance that their decisions lost, None before the review."""

    key: int
    margin: int
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A result and its place. Equal results share a place."""

    place: int
    result: Result


def margin(own: int, other: int) -> int:
    """Return the winning margin of a completed game, negative for a loss."""
    return own - other


def par_of(margins: Sequence[int]) -> float:
    """Return the average margin of Advanced with the same cards."""
    return fmean(margins)


def par_of_deals(games: Sequence[Sequence[int]]) -> list[float]:
    """Return the average lead of each deal, over the games that reached it."""
    deals = zip_longest(*games)
    return [fmean(lead for lead in leads if lead is not None) for leads in deals]


def pegs_of(leads: Sequence[int], par_leads: Sequence[float]) -> tuple[Peg, ...]:
    """Return a peg for each deal of a game. Par has no lead in a deal that none of its games reached."""
    pars = [*par_leads, *[0.0] * len(leads)]
    return tuple(_peg_of(lead - par) for lead, par in zip(leads, pars, strict=False))


def _peg_of(ahead: float) -> Peg:
    if abs(ahead) < LEVEL_WITHIN:
        return Peg.LEVEL
    return Peg.AHEAD if ahead > 0 else Peg.BEHIND


def rank(results: Iterable[Result]) -> list[Place]:
    """Return the standings of a field: by margin, then by the chance lost, of which less is better.

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
    """Return the results of one margin in groups of equal results, best first."""
    lost = {one.key: one.lost for one in same if one.lost is not None}
    if len(lost) < len(same):
        return [list(same)]
    in_order = sorted(same, key=lambda one: lost[one.key])
    return [list(level) for _, level in groupby(in_order, key=lambda one: lost[one.key])]


def percentages(margins: Mapping[int, int | None]) -> dict[int, float]:
    """Return the percentage of the other players that each player beat, by the margins of a field.

    A player with the same margin counts half. No margin means a resigned game: it is last, beats no other
    player and gets 0.
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
    """Return a number with its sign, for readers."""
    text = f"{abs(number):.{decimals}f}"
    is_zero = float(text) == 0
    return f"{'±' if is_zero else '+' if number > 0 else '−'}{text}"
