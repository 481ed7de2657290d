"""Recomputes the evidence from the record alone, and compares it with the stored evidence."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isclose

from django.db import connection

from rng.fairness.watch.deal_record import deck_array
from rng.fairness.watch.evidence import Evidence, add_decks
from rng.fairness.watch.monitor import (
    ScoreCounts,
    add_score_counts,
    circumstances,
    evidence_from_row,
    load_watch,
    with_earlier,
)
from rng.models import Deal

BATCH_SIZE = 2000
# Tolerance for sums of as many logarithms as there are deals, added in another order.
NEAR = 1e-6
# A bet that is newer than the last deal that was watched: older deals were never asked for what it bets on.
NOT_YET = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Recount:
    """The stored evidence, and the evidence recomputed in the order of the record's rows."""

    stored: Evidence
    recomputed: Evidence
    stored_counts: ScoreCounts
    recomputed_counts: ScoreCounts

    @property
    def differences(self) -> tuple[str, ...]:
        """The differences between values that must be equal in any order of the deals."""
        kept, again = self.stored, self.recomputed
        same = {
            "the number of deals": kept.deals == again.deals,
            "how often each card was the starter": kept.starters == again.starters,
            "how often hands counted so many points": self.stored_counts == self.recomputed_counts,
            "what the bets of the beginning are worth": kept.bets.keys() <= again.bets.keys()
            and all(
                _is_near(kept.bets.get(name, NOT_YET)[0], worth[0]) for name, worth in again.bets.items()
            ),
        }
        return tuple(what for what, is_same in same.items() if not is_same)


def recount(on_progress: Callable[[int], None]) -> Recount:
    """Recompute the evidence over all processed deals, and report progress from time to time."""
    again = Evidence()
    counted: ScoreCounts = {}
    with _snapshot():
        kept = load_watch()
        for deals in _watched():
            again, counted = (
                add_decks(again, deck_array(deals), circumstances(deals)),
                add_score_counts(counted, deals),
            )
            on_progress(again.deals)
    return Recount(evidence_from_row(kept), again, kept.counted, counted)


def _watched() -> Iterator[Sequence[Deal]]:
    last = 0
    while deals := list(
        with_earlier(Deal.objects.filter(watched=True, pk__gt=last)).order_by("pk")[:BATCH_SIZE]
    ):
        yield deals
        last = deals[-1].pk


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read everything inside from one snapshot, without blocking writers."""
    of_one = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{of_one}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _is_near(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)
