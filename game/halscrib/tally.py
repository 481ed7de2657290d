"""Does the mixing help against people? The games of each lot, and the evidence, which grows game by game.

The paper compared 51 games without mixing to 125 with it, one after the other. Here the lot decides, before
each game and unknown to the player. If it makes no difference whether the lot is pure or mixed, then of all
games that HALSCRIB wins, and of all that it loses, one kind is as likely as the other. Somebody who bets
that it is not, at these odds and in proportion to what was seen so far, has on average what they began
with; that it is ever twentyfold has a chance of one in twenty at most (Ville), however often one looks.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, lgamma, log

from django.db.models import Count

from common import clock
from game.models import HalscribGame
from game.table.record.halscrib import ADAPTIVE, LOTS, MIXED, PURE
from rng.fairness.watch.running_count import running_count

SETTLE_TIME = timedelta(minutes=10)  # the longest that the last transaction of a game may take


@dataclass(frozen=True, slots=True)
class LotTally:
    """The finished games of one lot, from HALSCRIB's side."""

    brain: str
    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost

    @property
    def percent(self) -> float | None:
        """The percentage it won; None before the first game."""
        return 100 * self.won / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Tally:
    """The finished games of every lot, against people."""

    pure: LotTally
    mixed: LotTally
    adaptive: LotTally

    @property
    def lots(self) -> tuple[LotTally, ...]:
        return self.pure, self.mixed, self.adaptive

    @property
    def evidence(self) -> float:
        """What a bet has become that mixing makes a difference; 1 at first."""
        return exp(
            log_evidence(self.pure.won, self.mixed.won) + log_evidence(self.pure.lost, self.mixed.lost)
        )


def log_evidence(one: int, other: int) -> float:
    """The logarithm of what a bet has become that two kinds, equally likely, are not.

    It begins with half a game of each, and lays on either kind its share of the games so far.
    """
    kinds = lgamma(one + 0.5) + lgamma(other + 0.5) - lgamma(one + other + 1) - 2 * lgamma(0.5)
    return kinds + (one + other) * log(2)


def count_games() -> Tally:
    """The tally as of now."""
    edge = clock.now().replace(second=0, microsecond=0) - SETTLE_TIME
    games = running_count("halscrib:lots", edge, _count_between)
    pure, mixed, adaptive = (_lot_tally(brain, games) for brain in (PURE, MIXED, ADAPTIVE))
    return Tally(pure, mixed, adaptive)


def _lot_tally(brain: str, games: Counter[str]) -> LotTally:
    return LotTally(brain, games[f"{brain} won"], games[f"{brain} lost"])


def _count_between(after: datetime | None, upto: datetime | None) -> Mapping[str, int]:
    """The games between two moments, by lot and outcome."""
    ended = HalscribGame.objects.filter(brain__in=LOTS, won__isnull=False)
    if after is not None:
        ended = ended.filter(ended_at__gt=after)
    if upto is not None:
        ended = ended.filter(ended_at__lte=upto)
    rows = ended.values_list("brain", "won").annotate(games=Count("*")).order_by()
    return {f"{brain} {'won' if won else 'lost'}": games for brain, won, games in rows}
