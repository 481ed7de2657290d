"""How it stands with our chance, in figures: what the page says before it draws anything."""

from dataclasses import dataclass

from django.core.cache import cache

from rng.fairness import deal_record
from rng.fairness.averages import Average
from rng.fairness.endings import Ends, ends
from rng.fairness.evidence import ALARM
from rng.fairness.monitor import on_average, the_watch
from rng.models import Doubt, Unshown, Watch

FRESH = 15  # seconds that the figures are good for


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is counted, and what the watch has found."""

    deals: int
    newest: int
    ends: Ends
    unshown: int
    doubts: int
    true_doubts: int
    watch: Watch
    averages: tuple[Average, ...]

    @property
    def is_alarmed(self) -> bool:
        return self.watch.highest >= ALARM

    @property
    def as_high(self) -> float:
        """Of a hundred even shuffles, how many at most ever bring the evidence as high as it was (Ville)."""
        return 100 / max(1.0, self.watch.highest)


def standing() -> Standing:
    """The figures, looked up anew when they are older than a moment."""
    found = cache.get_or_set("fairness:standing", look, FRESH)
    return found if isinstance(found, Standing) else look()


def look() -> Standing:
    """The figures as they are now."""
    return Standing(
        deals=deal_record.number_of_deals(),
        newest=deal_record.newest(),
        ends=ends(),
        unshown=Unshown.objects.count(),
        doubts=Doubt.objects.count(),
        true_doubts=Doubt.objects.exclude(fault="").count(),
        watch=the_watch(),
        averages=on_average(),
    )
