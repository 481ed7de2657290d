"""Skill over time, apart from results: what an average decision cost, as the reviews of games have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.profiles.curve import SHOWN
from game.profiles.record import counted

GAMES = 10  # to an average
NEWEST = 2000  # games that are looked through, so that no page ever reads millions


@dataclass(frozen=True, slots=True)
class Judged:
    """One reviewed game: how many decisions there were, and the chance to win they cost in all."""

    at: datetime
    decisions: int
    lost: float


@dataclass(frozen=True, slots=True)
class Average:
    """What a decision cost on average by then, in per cent of a game."""

    at: datetime
    percent: float


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody decided, the oldest first; of many averages every so many-th, and the last."""

    averages: tuple[Average, ...]
    games: int

    @property
    def now(self) -> Average:
        return self.averages[-1]

    @property
    def best(self) -> Average:
        return min(self.averages, key=lambda average: average.percent)


def skill_of(player_id: int) -> Skill | None:
    """A player's skill over time; None where no game was reviewed."""
    sheets = counted(player_id).order_by("-at", "-pk")
    rows = list(sheets.values_list("at", "decisions", "lost_by_play")[:NEWEST])
    games = [Judged(at, decisions, lost or 0) for at, decisions, lost in reversed(rows) if decisions]
    return Skill(tuple(_thinned(list(averages_of(games)))), len(games)) if games else None


def averages_of(games: Sequence[Judged]) -> Iterator[Average]:
    """After every game the average of its decisions and those of the games just before it."""
    for n, game in enumerate(games, 1):
        some = games[max(n - GAMES, 0) : n]
        lost, decisions = sum([one.lost for one in some]), sum([one.decisions for one in some])
        yield Average(game.at, 100 * lost / decisions)


def _thinned(averages: Sequence[Average]) -> Sequence[Average]:
    every = len(averages) // SHOWN + 1
    return averages[(len(averages) - 1) % every :: every]
