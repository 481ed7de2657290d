"""Parses the input of a calculation: points, or a bot.

Invalid input is refused with a sentence. Pure functions.
"""

import re

from django.utils.translation import gettext

from ranking.rules.points import BOTS

MAX_POINTS = 9_999
FIGURES = re.compile("[0-9]{1,4}")


class InvalidPoints(ValueError):
    """A text that is neither points nor, where allowed, a bot."""


def parse_points(text: str) -> int:
    """Parse the points of a player or an opponent."""
    figures = text.strip()
    if not FIGURES.fullmatch(figures):
        raise InvalidPoints(
            gettext("Enter points as a whole number from 0 to %(most)s, such as 1700.") % {"most": MAX_POINTS}
        )
    return int(figures)


def parse_opponent(text: str) -> int | str:
    """Parse the opponent: a bot by its name, or points."""
    name = text.strip().lower()
    if name in BOTS:
        return name
    try:
        return parse_points(text)
    except InvalidPoints:
        *some, last = BOTS
        raise InvalidPoints(
            gettext("Enter points from 0 to %(most)s, or a bot: %(some)s or %(last)s.")
            % {"most": MAX_POINTS, "some": ", ".join(some), "last": last}
        ) from None
