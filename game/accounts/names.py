"""The rules for names: easy to read, and not to be mistaken for another player's."""

import re

from django.utils.translation import gettext

MIN_LENGTH, MAX_LENGTH = 3, 20
NAME_PATTERN = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")

# Characters that look alike. Each is spelt out in strokes that stand for themselves, so that names which
# look alike come out the same however their letters are put together.
_STROKES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "2": "z", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
    | {"q": "g", "m": "rn", "w": "vv", "d": "cl", "-": "", "_": ""}
)


def likeness(name: str) -> str:
    """What a name looks like at a glance: names with the same likeness are mistaken for each other."""
    return name.casefold().translate(_STROKES)


def _likenesses(*words: str) -> frozenset[str]:
    return frozenset(map(likeness, words))


# Names that the site itself uses, also for an opponent in a seek.
RESERVED_NAMES = _likenesses(
    "anybody", "anyone", "nobody", "everybody", "everyone", "link", "you", "them", "bot", "house", "dealer",
    "pone", "novice", "intermediate", "advanced", "expert", "halscrib", "master", "null", "none", "undefined",
)  # fmt: skip
# A name with such a word seems to speak for the site.
RESERVED_WORDS = _likenesses(
    "admin", "administrator", "host", "mod", "moderator", "official", "operator", "owner", "referee", "root",
    "security", "server", "staff", "support", "system", "webmaster",
)  # fmt: skip
RESERVED_PREFIXES = tuple(_likenesses("admin", "deleted", "everyother", "guest", "moderator"))


def find_name_fault(name: str) -> str | None:
    """Find what is wrong with a name, as a sentence; None if the name is allowed."""
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
    """Whether a name would be mistaken for the site, its people, its bots or its guests."""
    whole = likeness(name)
    words = [likeness(word) for word in re.split(r"[-_]|(?<=[A-Za-z])(?=[0-9]+$)", name)]
    return (
        whole in RESERVED_NAMES | RESERVED_WORDS
        or whole.startswith(RESERVED_PREFIXES)
        or not RESERVED_WORDS.isdisjoint(words)
    )
