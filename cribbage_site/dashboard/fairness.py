"""Fairness at a glance: the evidence against our shuffle, and what in the deals needs the host."""

from dataclasses import dataclass
from datetime import datetime

from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.monitor import load_watch, unwatched_deals
from rng.models import Doubt, Unshown

# Counted up to here: beyond it only the order of magnitude matters.
MAX_COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """The monitor's evidence, the deals it has yet to see, and those that do not fit or were not shown."""

    evidence: float
    highest: float
    deals: int
    waiting: int
    alarmed_at: datetime | None
    alarmed_after: int | None
    doubts: int
    unshown: int

    @property
    def is_alarming(self) -> bool:
        return self.alarmed_at is not None

    @property
    def many_wait(self) -> bool:
        return self.waiting >= MAX_COUNTED

    @property
    def alarm(self) -> float:
        """The evidence from which on there is an alarm."""
        return ALARM_THRESHOLD


def load_fairness() -> FairnessFigures:
    """Load fairness as it stands now."""
    watch = load_watch()
    return FairnessFigures(
        evidence=watch.evidence,
        highest=watch.highest,
        deals=watch.deals,
        waiting=unwatched_deals()[:MAX_COUNTED].count(),
        alarmed_at=watch.alarmed_at,
        alarmed_after=watch.alarmed_after,
        doubts=Doubt.objects.filter(settled_at=None).count(),
        unshown=Unshown.objects.count(),
    )
