"""Sums up the fairness of our deals in figures, for the page."""

from dataclasses import dataclass

from common.recent import Recent
from rng.fairness.watch import deal_record
from rng.fairness.watch.averages import Average
from rng.fairness.watch.endings import GameEndings, load_endings
from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.monitor import current_averages, load_watch
from rng.fairness.watch.seat_answers import SeatAnswer, seat_answers
from rng.models import Doubt, Unshown, Watch

CACHE_SECONDS = 15  # seconds that the figures are good for


@dataclass(frozen=True, slots=True)
class FairnessSummary:
    """All that is counted, and what the watch has found."""

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
    def is_alarmed(self) -> bool:
        return self.watch.highest >= ALARM_THRESHOLD

    @property
    def false_alarm_percent(self) -> float:
        """Of a hundred even shuffles, how many at most ever bring the evidence as high as it was (Ville)."""
        return 100 / max(1.0, self.watch.highest)


def cached_summary() -> FairnessSummary:
    """The figures, looked up anew when they are older than a moment."""
    return recent_summary.get()


def compute_summary() -> FairnessSummary:
    """The figures as they are now."""
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
