"""The throw of the day on other pages: the front page and the site map."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from common.formats.json import encode
from common.page_parts import DAYS_LISTED
from study.throws.models import DailyThrow
from study.throws.voting import find_vote, labels_of, load_throw, position_json, today


def describe_on_front(visitor: Any) -> dict[str, Any]:
    """Return today's throw. A visitor who has not thrown may do so on the felt, which needs its position."""
    throw = load_throw(today())
    if throw is None:
        return {"todays_throw": None, "has_thrown": False, "six": ()}
    has_thrown = find_vote(throw, visitor) is not None
    shown = {"todays_throw": throw, "has_thrown": has_thrown, "six": labels_of(throw)}
    return shown if has_thrown else shown | {"position": encode(position_json(throw)).decode()}


def list_paths() -> Iterator[str]:
    """Yield the paths of the newest throws."""
    throws = DailyThrow.objects.filter(day__lte=today()).order_by("-day")
    for day in throws.values_list("day", flat=True)[:DAYS_LISTED]:
        yield reverse("throw_of_day", args=[day])
