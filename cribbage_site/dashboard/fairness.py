"""The dashboard's fairness section: evidence against our shuffle, and deals that the host must look at."""

from dataclasses import dataclass
from datetime import datetime

from rng.fairness.watch.evidence import ALARM_THRESHOLD
from rng.fairness.watch.monitor import load_watch, unwatched_deals
from rng.models import Doubt, Unshown

# Counts stop here. Beyond it only the order of magnitude matters.
MAX_COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """The monitor's evidence, deals not examined yet, and deals that do not match or were not shown."""

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
        """The evidence from which on an alarm is raised."""
        return ALARM_THRESHOLD


def load_fairness() -> FairnessFigures:
    """Load the current fairness figures."""
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
