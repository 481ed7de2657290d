"""The discard of the day on other pages: the front page and the sitemap."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from common.formats.json import encode
from common.months import month_of
from common.page_parts import DAYS_LISTED
from study.throws.board import load_board
from study.throws.models import DailyThrow, Vote
from study.throws.voting import find_vote, labels_of, load_throw, position_json, today


def describe_on_front(visitor: Any) -> dict[str, Any]:
    """Return today's discard, with the position for a visitor who can still vote on the front page."""
    throw = load_throw(today())
    if throw is None:
        return {"todays_throw": None, "has_thrown": False, "six": ()}
    has_thrown = find_vote(throw, visitor) is not None
    shown = {"todays_throw": throw, "has_thrown": has_thrown, "six": labels_of(throw)}
    return shown if has_thrown else shown | {"position": encode(position_json(throw)).decode()}


def describe_on_daily(visitor: Any) -> dict[str, Any]:
    """Return today's discard, the standings of the month, and its days with the visitor's points."""
    front, month = describe_on_front(visitor), month_of(today())
    throws = DailyThrow.objects.filter(day__gte=month, day__lte=today()).values_list("day", flat=True)
    own = Vote.objects.filter(throw__in=throws, player=visitor.pk) if visitor.pk else Vote.objects.none()
    points = dict(own.values_list("throw", "points"))
    days = {day: points.get(day) for day in throws}
    return front | {"throw_board": load_board(month), "throw_days": days}


def list_paths() -> Iterator[str]:
    """Yield the paths of the newest discards."""
    throws = DailyThrow.objects.filter(day__lte=today()).order_by("-day")
    for day in throws.values_list("day", flat=True)[:DAYS_LISTED]:
        yield reverse("throw_of_day", args=[day])
