"""How lists are searched and narrowed: by ids and by how names begin, for which there are indexes."""

from collections.abc import Callable
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from game.models import Player
from game.table import clock

NAMESAKES = 20
BY_NAME = _("How a player's name begins")
BY_NAME_OR_GAME = _("A game's id, or how a player's name begins")


def called(name: str) -> list[int]:
    """The players whose names begin so."""
    return list(Player.objects.filter(username__istartswith=name).values_list("pk", flat=True)[:NAMESAKES])


def since(field: str, **ago: int) -> Callable[[], Q]:
    """What happened within that time."""
    return lambda: Q(**{f"{field}__gte": clock.now() - timedelta(**ago)})


def when(field: str) -> dict[str, tuple[object, Callable[[], Q]]]:
    """The choices of a filter by time."""
    return {
        "hour": (_("The last hour"), since(field, hours=1)),
        "day": (_("The last day"), since(field, days=1)),
        "week": (_("The last week"), since(field, days=7)),
        "month": (_("The last 30 days"), since(field, days=30)),
    }
