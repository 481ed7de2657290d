"""The rules for clubs' names: as for players, with spaces and apostrophes between the letters."""

import re

from django.utils.translation import gettext

from game.accounts import names

MIN_LENGTH, MAX_LENGTH = 3, 30
NAME_PATTERN = re.compile(r"[A-Za-z0-9]+(?:[ '-][A-Za-z0-9]+)*")
# Words that URLs use in the place of a club's slug.
RESERVED_SLUGS = {"new", "join"}


def clean_name(name: str) -> str:
    """Return a name in stored form: with single spaces and straight apostrophes."""
    return " ".join(name.replace("’", "'").split())


def find_name_fault(name: str) -> str | None:
    """Return why a club's name is not allowed, or None."""
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
    """Return the normalized look of a club's name."""
    return names.likeness(re.sub(r"[ ']", "", name))


def slug_of(name: str) -> str:
    """Return the slug of a name. Names with the same slug also look alike, so slugs are unique."""
    return re.sub(r"[ '-]+", "-", name).lower()
