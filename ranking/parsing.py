"""What somebody asks a calculation for: points, or a bot, as text; refused with a sentence. Pure."""

import re

from django.utils.translation import gettext

from ranking.points import BOTS

MOST = 9_999
FIGURES = re.compile("[0-9]{1,4}")


class NotPoints(ValueError):
    """A text that says neither points nor, where one may be named, a bot."""


def points(text: str) -> int:
    """Points, of a player or an opponent."""
    figures = text.strip()
    if not FIGURES.fullmatch(figures):
        raise NotPoints(
            gettext("Points are a whole number from 0 to %(most)s, such as 1700.") % {"most": MOST}
        )
    return int(figures)


def opponent(text: str) -> int | str:
    """The other side: a bot by its name, or points."""
    name = text.strip().lower()
    if name in BOTS:
        return name
    try:
        return points(text)
    except NotPoints:
        *some, last = BOTS
        raise NotPoints(
            gettext("An opponent is points from 0 to %(most)s, or a bot: %(some)s or %(last)s.")
            % {"most": MOST, "some": ", ".join(some), "last": last}
        ) from None
