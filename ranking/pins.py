"""Points that a host pins to a program: to its very code, since another version may play otherwise.

Rows are added and never altered, and the last one of a program's code stands. What a game is settled by is
fixed as it begins, so no pin reaches back.
"""

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from ranking.models import Pin

MIN_POINTS, MAX_POINTS = 1000, 3500

Pinned = frozenset[tuple[str, str, int]]


def find_points(bot: str, code: str) -> int | None:
    """The points that stand for this code of a program; None where it plays for fun."""
    last = Pin.objects.filter(bot=bot, code=code).order_by("-pk") if code else Pin.objects.none()
    return last.values_list("points", flat=True).first()


@transaction.atomic
def pin(*, bot: str, code: str, version: str, points: int | None, by: int, reason: str) -> Pin:
    """Pin points to the code of a program, or with None take them away: what begins later is played so."""
    if not code:
        raise Refusal("bot", gettext("There’s no code to pin points to: the program can’t be read."))
    if points is not None and not MIN_POINTS <= points <= MAX_POINTS:
        message = gettext("Choose from %(least)s to %(most)s points.")
        raise Refusal("points", message % {"least": MIN_POINTS, "most": MAX_POINTS})
    if points == find_points(bot, code):
        raise Refusal("points", gettext("That’s how it stands already."))
    return Pin.objects.create(
        bot=bot, code=code, version=version, points=points, by_id=by, reason=reason, at=clock.now()
    )


def load_pinned() -> Pinned:
    """All that was ever pinned: programs, their code and points."""
    pins = Pin.objects.filter(points__isnull=False)
    return frozenset(
        (bot, code, points)
        for bot, code, points in pins.values_list("bot", "code", "points")
        if points is not None
    )
