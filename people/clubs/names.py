"""The rules for clubs' names: as for players', with spaces and apostrophes between the letters."""

import re

from django.utils.translation import gettext

from game.accounts import names

MIN_LENGTH, MAX_LENGTH = 3, 30
NAME_PATTERN = re.compile(r"[A-Za-z0-9]+(?:[ '-][A-Za-z0-9]+)*")
# What stands in an address where a club's own would.
RESERVED_SLUGS = {"new", "join"}


def clean_name(name: str) -> str:
    """A name as it is kept: with single spaces and straight apostrophes."""
    return " ".join(name.replace("’", "'").split())


def find_name_fault(name: str) -> str | None:
    """Find what is wrong with a club's name, as a sentence; None if it is allowed."""
    if len(name) < MIN_LENGTH:
        return gettext("A club’s name needs at least %(shortest)s letters.") % {"shortest": MIN_LENGTH}
    if len(name) > MAX_LENGTH:
        return gettext("A club’s name can have at most %(longest)s letters.") % {"longest": MAX_LENGTH}
    if not NAME_PATTERN.fullmatch(name):
        return gettext("Use only the letters A to Z and digits, with a space, - or ' between them.")
    if names.is_reserved(slug_of(name)) or slug_of(name) in RESERVED_SLUGS:
        return gettext("That name is reserved. Please choose another.")
    return None


def likeness(name: str) -> str:
    """What a club's name looks like at a glance."""
    return names.likeness(re.sub(r"[ ']", "", name))


def slug_of(name: str) -> str:
    """What stands for a name in an address; two of one likeness alone could have the same."""
    return re.sub(r"[ '-]+", "-", name).lower()
