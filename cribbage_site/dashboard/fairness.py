"""Fairness at a glance: the evidence against our shuffle, and what in the deals waits for the host."""

from dataclasses import dataclass
from datetime import datetime

from rng.fairness.evidence import ALARM_THRESHOLD
from rng.fairness.monitor import load_watch, unwatched_deals
from rng.models import Doubt, Unshown

# No more are counted: where so many wait, it is the number of digits that counts.
MAX_COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """What the watch has found, how many deals it has not come to, and what does not fit or was not shown."""

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
        """The evidence at which there is an alarm."""
        return ALARM_THRESHOLD


def load_fairness() -> FairnessFigures:
    """Fairness as it stands now."""
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
