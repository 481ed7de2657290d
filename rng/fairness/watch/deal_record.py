"""Reads ranges of the record of deals, page by page."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.db.models import QuerySet

from rng.fairness.statistics import CARDS, Decks
from rng.fairness.watch.running_count import running_count
from rng.models import Deal
from rng.withheld import shown_deals

# Newer rows may still be followed by rows with a smaller id, from longer transactions.
UNSETTLED = 5_000

TEXTS = tuple(map(str, range(52)))
# New columns are added at the end, so that readers of the first columns keep working.
COLUMNS = (
    *("game", "number", "at"),
    *(f"c{place}" for place in range(1, 53)),
    *("dealer", "seats", "rated"),
    *("score_a", "score_b", "target"),
)
HEADER = ",".join(COLUMNS) + "\n"


def newest_id() -> int:
    """Return the id of the newest deal; 0 if there is none."""
    return Deal.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def count_deals() -> int:
    """Return the number of recorded deals."""
    return running_count("fairness:deals", max(0, newest_id() - UNSETTLED), _count_between)["deals"]


def last_deals(most: int, upto: int) -> list[Deal]:
    """Return the last deals up to an id, oldest first."""
    return list(shown_deals().filter(pk__lte=upto).order_by("-pk")[:most])[::-1]


def pages(after: int, upto: int, most: int, at_once: int) -> Iterator[Sequence[Deal]]:
    """Yield deals after an id and up to another, one page per query."""
    while most and (page := list(_between(after, upto).order_by("pk")[: min(most, at_once)])):
        yield page
        most, after = most - len(page), page[-1].pk


def id_before_last(most: int, upto: int) -> int:
    """Return the id before the last so many deals up to another id; 0 if there are no more."""
    rest = _between(0, upto).order_by("-pk").values_list("pk", flat=True)[most : most + 1]
    return next(iter(rest), 0)


def find_continuation(after: int, upto: int, most: int) -> int | None:
    """Return the id of the last of so many deals, or None if no others follow."""
    ids = list(_between(after, upto).order_by("pk").values_list("pk", flat=True)[most - 1 : most + 1])
    return ids[0] if len(ids) == 2 else None


def to_csv(deals: Sequence[Deal]) -> str:
    """Format deals as CSV, one per line."""
    return "".join(
        f"{deal.game},{deal.number},{timestamp_text(deal)},{_deck_csv(deal)},{_people_csv(deal)}\n"
        for deal in deals
    )


def timestamp_text(deal: Deal) -> str:
    """Format the time at which a deal was recorded, for files."""
    return f"{deal.at:%Y-%m-%dT%H:%M:%SZ}"


def deck_array(deals: Iterable[Deal]) -> Decks:
    """Return the decks of deals, one per row."""
    return np.frombuffer(b"".join(bytes(deal.deck) for deal in deals), np.uint8).reshape(-1, CARDS)


def _deck_csv(deal: Deal) -> str:
    return ",".join(map(TEXTS.__getitem__, bytes(deal.deck)))


def _people_csv(deal: Deal) -> str:
    """Format the dealer's seat, both kinds of player, rated as 1 or 0, and scores; empty if unknown."""
    rated = None if deal.rated is None else int(deal.rated)
    columns = (deal.dealer, deal.seats, rated, deal.score_a, deal.score_b, deal.target)
    return ",".join("" if known is None else str(known) for known in columns)


def _between(after: int, upto: int) -> QuerySet[Deal]:
    return shown_deals().filter(pk__gt=after, pk__lte=upto)


def _count_between(after: int | None, upto: int | None) -> dict[str, int]:
    newer = Deal.objects.filter(pk__gt=after or 0)
    return {"deals": (newer if upto is None else newer.filter(pk__lte=upto)).count()}
