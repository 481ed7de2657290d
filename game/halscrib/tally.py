"""Measures whether mixing helps against people: the games by playing style, and evidence updated per game.

The paper compared 51 games without mixing to 125 later ones with it. Here the style is drawn at random before
each game, unknown to the player. If mixing made no difference, then HALSCRIB's wins would be equally likely
to come from either style, and its losses too. A bettor against this hypothesis, who bets at these odds in
proportion to the results so far, has no expected gain. The chance that the stake ever grows twentyfold is at
most one in twenty (Ville), however often it is read.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, lgamma, log

from django.db.models import Count

from common import clock
from game.decisions.lot import ADAPTIVE, LOTS, MIXED, PURE
from game.models import HalscribGame
from rng.fairness.watch.running_count import running_count

SETTLE_TIME = timedelta(minutes=10)  # the longest possible last transaction of a game


@dataclass(frozen=True, slots=True)
class LotTally:
    """The finished games of one style, from HALSCRIB's side."""

    brain: str
    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost

    @property
    def percent(self) -> float | None:
        """The percentage that HALSCRIB won; None before the first game."""
        return 100 * self.won / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Tally:
    """The finished games of every style against people."""

    pure: LotTally
    mixed: LotTally
    adaptive: LotTally

    @property
    def lots(self) -> tuple[LotTally, ...]:
        return self.pure, self.mixed, self.adaptive

    @property
    def evidence(self) -> float:
        """The value of a bet that mixing makes a difference; 1 at first."""
        return exp(
            log_evidence(self.pure.won, self.mixed.won) + log_evidence(self.pure.lost, self.mixed.lost)
        )


def log_evidence(one: int, other: int) -> float:
    """Return the logarithm of a bet that two kinds are not equally likely.

    It starts with half a game of each, and bets on either kind its share of the games so far.
    """
    kinds = lgamma(one + 0.5) + lgamma(other + 0.5) - lgamma(one + other + 1) - 2 * lgamma(0.5)
    return kinds + (one + other) * log(2)


def count_games() -> Tally:
    """Return the current tally."""
    edge = clock.now().replace(second=0, microsecond=0) - SETTLE_TIME
    games = running_count("halscrib:lots", edge, _count_between)
    pure, mixed, adaptive = (_lot_tally(brain, games) for brain in (PURE, MIXED, ADAPTIVE))
    return Tally(pure, mixed, adaptive)


def _lot_tally(brain: str, games: Counter[str]) -> LotTally:
    return LotTally(brain, games[f"{brain} won"], games[f"{brain} lost"])


def _count_between(after: datetime | None, upto: datetime | None) -> Mapping[str, int]:
    """Count the games between two moments by style and outcome."""
    ended = HalscribGame.objects.filter(brain__in=LOTS, won__isnull=False)
    if after is not None:
        ended = ended.filter(ended_at__gt=after)
    if upto is not None:
        ended = ended.filter(ended_at__lte=upto)
    rows = ended.values_list("brain", "won").annotate(games=Count("*")).order_by()
    return {f"{brain} {'won' if won else 'lost'}": games for brain, won, games in rows}
