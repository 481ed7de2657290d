"""The watch over our shuffle: every deal of the record counts for it once, whoever comes to it first."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import QuerySet

from rng.fairness.averages import HIGHEST, Average, averages, mean_as_dealt
from rng.fairness.deal_record import decks_of
from rng.fairness.evidence import ALARM, Evidence, after
from rng.fairness.scorer import scorer
from rng.fairness.statistics import DEALER, PONE, STARTER, histogram
from rng.models import Deal, Watch

log = logging.getLogger(__name__)

# So many deals at once: their transaction is short, and what they cost besides is shared by many.
BATCH = 100
THE_WATCH = 1

# What is counted of hands: in the show, and as they are dealt, of which alone the mean is known.
IN_THE_SHOW = ("pone_hand", "dealer_hand", "crib")
AS_DEALT = {"pone_dealt": PONE, "dealer_dealt": DEALER}

Counted = Mapping[str, Sequence[int]]


def the_watch() -> Watch:
    """The one row of all evidence, or what would stand in it before the first deal."""
    return Watch.objects.filter(pk=THE_WATCH).first() or Watch(pk=THE_WATCH)


def watch(at: datetime) -> int:
    """Take some deals into account that no one has; how many, which is none if another was first."""
    kept, _ = Watch.objects.get_or_create(pk=THE_WATCH)
    deals = list(unwatched()[:BATCH])
    if not deals:
        return 0
    known = evidence_of(kept)
    evidence = after(known, decks_of(deals))
    is_news = evidence.alarmed_after is not None and known.alarmed_after is None
    columns = {**columns_of(evidence), "counted": count(kept.counted, deals)}
    if is_news:
        columns["alarmed_at"] = at
    if not _keep(kept, columns, deals):
        return 0
    if is_news:
        log.error(
            "the evidence against the shuffle reached %g at deal %d, and is %.4g now: look at /admin/",
            ALARM,
            evidence.alarmed_after,
            evidence.worth,
        )
    return len(deals)


def unwatched() -> QuerySet[Deal]:
    """The deals that are not taken into account yet."""
    return Deal.objects.filter(watched=False).order_by("id")


def on_average() -> tuple[Average, ...]:
    """What hands are worth on average, over all deals that are taken into account."""
    as_dealt = mean_as_dealt(scorer())
    return averages(the_watch().counted, dict.fromkeys(AS_DEALT, as_dealt))


def evidence_of(kept: Watch) -> Evidence:
    """The evidence as it lies in the database."""
    if not kept.deals:
        return Evidence()
    return Evidence(
        deals=kept.deals,
        bets=kept.bets,
        starters=tuple(kept.starters),
        worth=kept.evidence,
        highest=kept.highest,
        alarmed_after=kept.alarmed_after,
    )


def columns_of(evidence: Evidence) -> dict[str, Any]:
    """The evidence as it goes into the database."""
    return {
        "deals": evidence.deals,
        "bets": dict(evidence.bets),
        "starters": list(evidence.starters),
        "evidence": evidence.worth,
        "highest": evidence.highest,
        "alarmed_after": evidence.alarmed_after,
    }


def count(counted: Counted, deals: Sequence[Deal]) -> dict[str, list[int]]:
    """How often each kind of hand counted 0, 1, 2, ... points, with these deals too."""
    hands = decks_of([deal for deal in deals if deal.number])  # none is dealt of the cut for deal
    points: dict[str, Iterable[int]] = {
        **{what: [n for deal in deals if (n := getattr(deal, what)) is not None] for what in IN_THE_SHOW},
        **{what: scorer().score(hands[:, places], hands[:, STARTER]) for what, places in AS_DEALT.items()},
    }
    return {
        what: (histogram(np.asarray(found, np.int64), HIGHEST + 1) + counted.get(what, 0)).tolist()
        for what, found in points.items()
    }


def _keep(kept: Watch, columns: Mapping[str, Any], deals: Sequence[Deal]) -> bool:
    """Write it all down, or nothing where another has watched in the meantime."""
    news = [deal.pk for deal in deals]
    with transaction.atomic():
        # The watch first: whoever changes its row has it to himself until the deals are marked.
        stands = Watch.objects.filter(pk=kept.pk, deals=kept.deals).update(**columns) == 1
        stands = stands and Deal.objects.filter(pk__in=news, watched=False).update(watched=True) == len(news)
        transaction.set_rollback(not stands)
    return stands
