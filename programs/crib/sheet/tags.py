"""The tags of a score sheet: the values of those that mean something here, and their order. Pure."""

import re
from collections.abc import Mapping

from game.engine.i18n import gettext_noop
from programs.crib.document import FORMAT, FORMAT_1
from programs.crib.faults import CribFault
from programs.crib.sheet.tokens import Token, echo

LONGEST_VALUE = 1_000
UNFINISHED = "*"

_NAME = r".{1,100}"
_POINTS = r"-?(?:0|[1-9][0-9]{0,5})"
# The tags in their order, with the values that they allow. Others are kept as they are.
KNOWN: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "Format": re.escape(FORMAT),
        "Site": r".{1,100}",
        "Game": r"[0-9A-Za-z_-]{1,16}",
        "Event": _NAME,
        "Round": r".{1,40}",
        "Date": r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?",
        "A": _NAME,
        "ABot": r"[a-z_]{1,32}",
        "APoints": _POINTS,
        "B": _NAME,
        "BBot": r"[a-z_]{1,32}",
        "BPoints": _POINTS,
        "Rules": r"[0-9]{1,3}(?: (?:auto|manual|muggins))?(?: first=[ab])?(?: start=[0-9]{1,2}-[0-9]{1,2})?",
        "Rated": r"yes|no",
        "Clock": r"none|quick|standard|relaxed",
        "Result": r"\*|(?:[ab-] )?[0-9]{1,3}-[0-9]{1,3}(?: [0-4] [a-z]{1,10})?",
    }.items()
}


def check_tag(tag: Token) -> str:
    """Return the value of a tag as it is kept. Raise CribFault if the tag can't have it."""
    value = tag.text
    if tag.name == "Date":
        value = re.sub(r"[./]", "-", value).removesuffix("-??").removesuffix("-??")
    if tag.name == "Format" and value == FORMAT_1:
        raise CribFault(
            gettext_noop("A file of format 1 begins with its format, and has one game."), at=tag.at
        )
    allowed = KNOWN.get(tag.name)
    if not 0 < len(value) <= LONGEST_VALUE or (allowed and not allowed.fullmatch(value)):
        raise CribFault(
            gettext_noop("The tag %(name)s can’t say “%(value)s”."),
            at=tag.at,
            name=tag.name,
            value=echo(value),
        )
    return value


def in_order(tags: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return tags in their order: the known ones, then the others as they came."""
    known = tuple([(name, tags[name]) for name in KNOWN if name in tags])
    return known + tuple([(name, value) for name, value in tags.items() if name not in KNOWN])
