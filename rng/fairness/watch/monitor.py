"""Monitors our shuffle: every recorded deal counts once, in whichever process claims it first."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, DEALER_PLACES, PONE_PLACES, STARTER, histogram
from rng.fairness.watch.averages import HIGHEST, Average, averages, mean_as_dealt
from rng.fairness.watch.circumstances import NO_DECK, UNKNOWN, Circumstances, kinds_of
from rng.fairness.watch.deal_record import deck_array
from rng.fairness.watch.evidence import ALARM_THRESHOLD, Evidence, add_decks
from rng.models import Deal, Watch

log = logging.getLogger(__name__)

# Deals per batch: transactions stay short, and their fixed cost is shared.
BATCH = 100
WATCH_PK = 1

# Scores of hands: in the show, and as dealt. Only for the latter is the mean known.
SHOW_COLUMNS = ("pone_hand", "dealer_hand", "crib")
DEALT_PLACES = {"pone_dealt": PONE_PLACES, "dealer_dealt": DEALER_PLACES}

ScoreCounts = Mapping[str, Sequence[int]]


def load_watch() -> Watch:
    """Return the single row of evidence, or its initial state before the first deal."""
    return Watch.objects.filter(pk=WATCH_PK).first() or Watch(pk=WATCH_PK)


def watch_deals(at: datetime) -> int:
    """Process some new deals and return their number; 0 if another process was first."""
    kept, _ = Watch.objects.get_or_create(pk=WATCH_PK)
    deals = list(with_earlier(unwatched_deals())[:BATCH])
    if not deals:
        return 0
    known = evidence_from_row(kept)
    evidence = add_decks(known, deck_array(deals), circumstances(deals))
    is_news = evidence.alarmed_after is not None and known.alarmed_after is None
    columns = {**evidence_columns(evidence), "counted": add_score_counts(kept.counted, deals)}
    if is_news:
        columns["alarmed_at"] = at
    if not _store(kept, columns, deals):
        return 0
    if is_news:
        log.error(
            "the evidence against the shuffle reached %g at deal %d, and is %.4g now: look at /admin/",
            ALARM_THRESHOLD,
            evidence.alarmed_after,
            evidence.worth,
        )
    return len(deals)


def unwatched_deals() -> QuerySet[Deal]:
    """Return the deals that are not processed yet."""
    return Deal.objects.filter(watched=False).order_by("id")


def with_earlier(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    """Add the previous deck of the same game, and whether an earlier deal began alike."""
    before = Deal.objects.filter(game=OuterRef("game"), number=OuterRef("number") - 1)
    alike = Deal.objects.filter(pk__lt=OuterRef("pk"), beginning=OuterRef("beginning"))
    return deals.annotate(last_deck=Subquery(before.values("deck")), is_repeated=Exists(alike))


def circumstances(deals: Sequence[Any]) -> Circumstances:
    """Return the context of deals beyond their cards."""

    def known(values: Iterable[int | None]) -> list[int]:
        return [UNKNOWN if value is None else int(value) for value in values]

    # Old deals were recorded without repeats. A recount must make the same bets, so it ignores repeats there
    # too.
    is_new = [deal.beginning is not None for deal in deals]
    decks = [deal.last_deck if new else None for new, deal in zip(is_new, deals, strict=True)]
    last = b"".join(bytes(deck or NO_DECK) for deck in decks)
    return Circumstances(
        dealer=np.array(known(deal.dealer if deal.number else None for deal in deals), np.int8),
        kinds=kinds_of([deal.seats or "" for deal in deals]),
        rated=np.array(known(deal.rated for deal in deals), np.int8),
        last=np.frombuffer(last, np.uint8).reshape(-1, CARDS),
        repeated=np.where(is_new, [deal.is_repeated for deal in deals], UNKNOWN).astype(np.int8),
        scores=np.array([known([deal.score_a, deal.score_b]) for deal in deals], np.int16).reshape(-1, 2),
        target=np.array(known(deal.target for deal in deals), np.int16),
    )


def current_averages() -> tuple[Average, ...]:
    """Return the average hand scores over all processed deals."""
    as_dealt = mean_as_dealt(scorer())
    return averages(load_watch().counted, dict.fromkeys(DEALT_PLACES, as_dealt))


def evidence_from_row(kept: Watch) -> Evidence:
    """Build the evidence from its database row."""
    if not kept.deals:
        return Evidence()
    return Evidence(
        deals=kept.deals,
        bets=kept.bets,
        starters=tuple(kept.starters),
        seats=kept.seats or {},
        worth=kept.evidence,
        highest=kept.highest,
        alarmed_after=kept.alarmed_after,
    )


def evidence_columns(evidence: Evidence) -> dict[str, Any]:
    """Return the evidence as database columns."""
    return {
        "deals": evidence.deals,
        "bets": dict(evidence.bets),
        "starters": list(evidence.starters),
        "seats": dict(evidence.seats),
        "evidence": evidence.worth,
        "highest": evidence.highest,
        "alarmed_after": evidence.alarmed_after,
    }


def add_score_counts(counted: ScoreCounts, deals: Sequence[Deal]) -> dict[str, list[int]]:
    """Return the counts of 0, 1, 2, ... points for each kind of hand, with these deals added."""
    hands = deck_array([deal for deal in deals if deal.number])  # the cut for deal has no hands
    points: dict[str, Iterable[int]] = {
        **{what: [n for deal in deals if (n := getattr(deal, what)) is not None] for what in SHOW_COLUMNS},
        **{
            what: scorer().score(hands[:, places], hands[:, STARTER]) for what, places in DEALT_PLACES.items()
        },
    }
    return {
        what: (histogram(np.asarray(found, np.int64), HIGHEST + 1) + counted.get(what, 0)).tolist()
        for what, found in points.items()
    }


def _store(kept: Watch, columns: Mapping[str, Any], deals: Sequence[Deal]) -> bool:
    """Write everything, or return False if another process was first."""
    news = [deal.pk for deal in deals]
    with transaction.atomic():
        # Update the evidence first: its row stays locked until the deals are marked.
        stands = Watch.objects.filter(pk=kept.pk, deals=kept.deals).update(**columns) == 1
        stands = stands and Deal.objects.filter(pk__in=news, watched=False).update(watched=True) == len(news)
        transaction.set_rollback(not stands)
    return stands
