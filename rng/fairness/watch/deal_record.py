"""The record of deals as it is read: from one deal on, up to another, and never all at once."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.db.models import QuerySet

from rng.fairness.statistics import CARDS, Decks
from rng.fairness.watch.running_count import running_count
from rng.models import Deal
from rng.withheld import shown_deals

# Rows that are newer may yet be joined by ones with a smaller id, whose transactions took longer.
UNSETTLED = 5_000

TEXTS = tuple(map(str, range(52)))
# What was added later comes last, so that who reads the first columns by their places still may.
COLUMNS = ("game", "number", "at", *(f"c{place}" for place in range(1, 53)), "dealer", "seats", "rated")
HEADER = ",".join(COLUMNS) + "\n"


def newest_id() -> int:
    """The id of the newest deal, 0 where there is none."""
    return Deal.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def count_deals() -> int:
    """How many deals are on record."""
    return running_count("fairness:deals", max(0, newest_id() - UNSETTLED), _count_between)["deals"]


def last_deals(most: int, upto: int) -> list[Deal]:
    """The last so many deals up to an id, the oldest first."""
    return list(shown_deals().filter(pk__lte=upto).order_by("-pk")[:most])[::-1]


def pages(after: int, upto: int, most: int, at_once: int) -> Iterator[Sequence[Deal]]:
    """So many deals after an id and up to another, a page at a time: each is a query of its own."""
    while most and (page := list(_between(after, upto).order_by("pk")[: min(most, at_once)])):
        yield page
        most, after = most - len(page), page[-1].pk


def id_before_last(most: int, upto: int) -> int:
    """The id after which the last so many deals up to another begin; 0 where these are all there are."""
    rest = _between(0, upto).order_by("-pk").values_list("pk", flat=True)[most : most + 1]
    return next(iter(rest), 0)


def find_continuation(after: int, upto: int, most: int) -> int | None:
    """The id of the last of so many deals, or None where no others follow."""
    ids = list(_between(after, upto).order_by("pk").values_list("pk", flat=True)[most - 1 : most + 1])
    return ids[0] if len(ids) == 2 else None


def to_csv(deals: Sequence[Deal]) -> str:
    """Deals as lines of CSV, one a deck."""
    return "".join(
        f"{deal.game},{deal.number},{timestamp_text(deal)},{_deck_csv(deal)},{_people_csv(deal)}\n"
        for deal in deals
    )


def timestamp_text(deal: Deal) -> str:
    """When a deal went on record, as files say it."""
    return f"{deal.at:%Y-%m-%dT%H:%M:%SZ}"


def deck_array(deals: Iterable[Deal]) -> Decks:
    """The decks of some deals, one a row."""
    return np.frombuffer(b"".join(bytes(deal.deck) for deal in deals), np.uint8).reshape(-1, CARDS)


def _deck_csv(deal: Deal) -> str:
    return ",".join(map(TEXTS.__getitem__, bytes(deal.deck)))


def _people_csv(deal: Deal) -> str:
    """The seat of the dealer, who sat in both, and whether it was rated (1, 0); empty where unknown."""
    rated = None if deal.rated is None else int(deal.rated)
    return ",".join("" if known is None else str(known) for known in (deal.dealer, deal.seats, rated))


def _between(after: int, upto: int) -> QuerySet[Deal]:
    return shown_deals().filter(pk__gt=after, pk__lte=upto)


def _count_between(after: int | None, upto: int | None) -> dict[str, int]:
    newer = Deal.objects.filter(pk__gt=after or 0)
    return {"deals": (newer if upto is None else newer.filter(pk__lte=upto)).count()}
