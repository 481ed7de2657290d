"""Points that a host pins to a program's exact code, because another version may play differently.

Rows are added and never altered. The last one for a program's code is valid. The points that settle a game
are fixed when it begins, so a pin never changes earlier games.
"""

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from ranking.models import Pin

MIN_POINTS, MAX_POINTS = 1000, 3500

Pinned = frozenset[tuple[str, str, int]]


def find_points(bot: str, code: str) -> int | None:
    """Return the valid points for this code of a program; None if it plays casual games only."""
    last = Pin.objects.filter(bot=bot, code=code).order_by("-pk") if code else Pin.objects.none()
    return last.values_list("points", flat=True).first()


@transaction.atomic
def pin(*, bot: str, code: str, version: str, points: int | None, by: int, reason: str) -> Pin:
    """Pin points to the code of a program, or remove them with None. This applies to later games."""
    if not code:
        raise Refusal("bot", gettext("You can’t pin points to this program, because its code can’t be read."))
    if points is not None and not MIN_POINTS <= points <= MAX_POINTS:
        message = gettext("Choose from %(least)s to %(most)s points.")
        raise Refusal("points", message % {"least": MIN_POINTS, "most": MAX_POINTS})
    if points == find_points(bot, code):
        raise Refusal("points", gettext("It’s already like that."))
    return Pin.objects.create(
        bot=bot, code=code, version=version, points=points, by_id=by, reason=reason, at=clock.now()
    )


def load_pinned() -> Pinned:
    """Return everything that was ever pinned: programs, their code and points."""
    pins = Pin.objects.filter(points__isnull=False)
    return frozenset(
        (bot, code, points)
        for bot, code, points in pins.values_list("bot", "code", "points")
        if points is not None
    )
