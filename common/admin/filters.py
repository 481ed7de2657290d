"""Filters of admin lists."""

from collections.abc import Callable
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common import clock

BY_NAME = _("Start of a player’s name")

# Rows that wait for a ruling, or have one.
OPEN_OR_ANSWERED = {
    "open": (_("Waiting"), lambda: Q(ruling=None)),
    "answered": (_("Answered"), lambda: ~Q(ruling=None)),
}


def since(field: str, **ago: int) -> Callable[[], Q]:
    """Return a filter for rows by age."""
    return lambda: Q(**{f"{field}__gte": clock.now() - timedelta(**ago)})


def time_choices(field: str) -> dict[str, tuple[object, Callable[[], Q]]]:
    """Return the choices of a filter by time."""
    return {
        "hour": (_("The last hour"), since(field, hours=1)),
        "day": (_("The last day"), since(field, days=1)),
        "week": (_("The last week"), since(field, days=7)),
        "month": (_("The last 30 days"), since(field, days=30)),
    }
