"""A summary of the fairness of our deals, for the page."""

from dataclasses import dataclass

from common.recent import Recent
from rng.fairness.watch import deal_record
from rng.fairness.watch.averages import Average
from rng.fairness.watch.endings import GameEndings, load_endings
from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.monitor import current_averages, load_watch
from rng.fairness.watch.seat_answers import SeatAnswer, cut_answers, seat_answers, starter_answers
from rng.models import Doubt, Unshown, Watch

CACHE_SECONDS = 15  # how long the figures may be reused


@dataclass(frozen=True, slots=True)
class FairnessSummary:
    """All counts, and the results of the monitor."""

    deals: int
    newest: int
    ends: GameEndings
    unshown: int
    doubts: int
    true_doubts: int
    watch: Watch
    averages: tuple[Average, ...]

    @property
    def seat_answers(self) -> tuple[SeatAnswer, ...]:
        return seat_answers(self.watch.seats)

    @property
    def starter_answers(self) -> tuple[SeatAnswer, ...]:
        return starter_answers(self.watch.seats, self.watch.bets)

    @property
    def cut_answers(self) -> tuple[SeatAnswer, ...]:
        return cut_answers(self.watch.seats)

    @property
    def is_alarmed(self) -> bool:
        return self.watch.highest >= ALARM_THRESHOLD

    @property
    def false_alarm_percent(self) -> float:
        """The maximum percentage of even shuffles whose evidence ever gets as high as this (Ville)."""
        return 100 / max(1.0, self.watch.highest)


def cached_summary() -> FairnessSummary:
    """Return the summary from the cache, at most some seconds old."""
    return recent_summary.get()


def compute_summary() -> FairnessSummary:
    """Compute the current summary."""
    return FairnessSummary(
        deals=deal_record.count_deals(),
        newest=deal_record.newest_id(),
        ends=load_endings(),
        unshown=Unshown.objects.count(),
        doubts=Doubt.objects.count(),
        true_doubts=Doubt.objects.exclude(fault="").count(),
        watch=load_watch(),
        averages=current_averages(),
    )


recent_summary = Recent(compute_summary, CACHE_SECONDS)
