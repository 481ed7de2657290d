"""What somebody asks a calculation for: points, or a bot, as text; refused with a sentence. Pure."""

import re

from ranking.points import BOTS

MOST = 9_999
FIGURES = re.compile("[0-9]{1,4}")


class NotPoints(ValueError):
    """A text that says neither points nor, where one may be named, a bot."""


def points(text: str) -> int:
    """Points, of a player or an opponent."""
    figures = text.strip()
    if not FIGURES.fullmatch(figures):
        raise NotPoints(f"Points are a whole number from 0 to {MOST}, such as 1700.")
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
            f"An opponent is points from 0 to {MOST}, or a bot: {', '.join(some)} or {last}."
        ) from None
