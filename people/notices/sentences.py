"""The sentence of a notice and the page that it leads to, for a device's screen, a mail and the bell."""

from django.urls import reverse

from people.notices.kinds import load_kinds
from people.notices.models import Notice


def describe(notice: Notice) -> str:
    """Return the sentence of a notice, in the language of the moment."""
    return load_kinds()[notice.kind].describe(notice.parts)


def path_of(notice: Notice) -> str:
    """Return the page that a notice is about."""
    parts, path = notice.parts, load_kinds()[notice.kind].path
    if "url" in parts:
        return str(parts["url"])
    if "game" in parts:
        return reverse("table", args=[parts["game"]])
    return path(parts) if path else reverse("front")
