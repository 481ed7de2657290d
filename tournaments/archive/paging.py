"""Numbered pages of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

PAGE = 50
LAST = 1_000  # of a list; nothing has more

Row = TypeVar("Row")


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows of a list, the place of the first of them, and the number of the next page if there is one."""

    rows: Sequence[Row]
    start: int
    next: int | None


def cut(rows: Sequence[Row] | QuerySet[Any, Row], number: int) -> Page[Row]:
    """Return one page. Of a query, one row more than the page shows is read."""
    start = (number - 1) * PAGE
    found = list(rows[start : start + PAGE + 1])
    return Page(found[:PAGE], start + 1, number + 1 if len(found) > PAGE and number < LAST else None)
