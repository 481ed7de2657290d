"""The rules for names: readable, and not confusable with another player's."""

import re

from django.utils.translation import gettext

MIN_LENGTH, MAX_LENGTH = 3, 20
NAME_PATTERN = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")

# Characters that look alike, each written as strokes that stand for themselves. Names that look alike then
# have the same folded form, whatever letters they combine.
_STROKES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "2": "z", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
    | {"q": "g", "m": "rn", "w": "vv", "d": "cl", "-": "", "_": ""}
)


def likeness(name: str) -> str:
    """Return the folded form of a name. Names with the same form can be confused."""
    return name.casefold().translate(_STROKES)


def _likenesses(*words: str) -> frozenset[str]:
    return frozenset(map(likeness, words))


# Names that the site uses itself, also for opponents of a seek.
RESERVED_NAMES = _likenesses(
    "anybody", "anyone", "nobody", "everybody", "everyone", "link", "you", "them", "bot", "house", "dealer",
    "pone", "beginner", "novice", "club", "intermediate", "advanced", "expert", "halscrib",
    "adaptive-halscrib", "master", "null", "none", "undefined",
)  # fmt: skip
# A name with such a word seems to be official.
RESERVED_WORDS = _likenesses(
    "admin", "administrator", "host", "mod", "moderator", "official", "operator", "owner", "referee", "root",
    "security", "server", "staff", "support", "system", "webmaster",
)  # fmt: skip
RESERVED_PREFIXES = tuple(_likenesses("admin", "deleted", "everyother", "guest", "moderator"))


def find_name_fault(name: str) -> str | None:
    """Return what is wrong with a name, as a sentence; None if the name is allowed."""
    if len(name) < MIN_LENGTH:
        return gettext("A name needs at least %(shortest)s letters.") % {"shortest": MIN_LENGTH}
    if len(name) > MAX_LENGTH:
        return gettext("A name can have at most %(longest)s letters.") % {"longest": MAX_LENGTH}
    if not NAME_PATTERN.fullmatch(name):
        return gettext("Use only the letters A to Z and digits, with - or _ between them.")
    if is_reserved(name):
        return gettext("That name is reserved. Please choose another.")
    return None


def is_reserved(name: str) -> bool:
    """Return whether a name could be confused with the site, its staff, its bots or its guests."""
    whole = likeness(name)
    words = [likeness(word) for word in re.split(r"[-_]|(?<=[A-Za-z])(?=[0-9]+$)", name)]
    return (
        whole in RESERVED_NAMES | RESERVED_WORDS
        or whole.startswith(RESERVED_PREFIXES)
        or not RESERVED_WORDS.isdisjoint(words)
    )
