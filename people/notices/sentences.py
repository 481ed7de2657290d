"""The sentence of a notice and the page that it leads to, for a device's screen, a mail and the bell."""

from django.conf import settings
from django.urls import is_valid_path, reverse

from common.wings import OPTIONAL_WINGS
from people.notices.kinds import load_kinds
from people.notices.models import Notice


def describe(notice: Notice) -> str:
    """Return the sentence of a notice, in the language of the moment."""
    return load_kinds()[notice.kind].describe(notice.parts)


def path_of(notice: Notice) -> str:
    """Return the page that a notice is about."""
    parts, path = notice.parts, load_kinds()[notice.kind].path
    if "url" in parts and has_page(notice):
        return str(parts["url"])
    if "game" in parts:
        return reverse("table", args=[parts["game"]])
    return path(parts) if path else reverse("front")


def has_page(notice: Notice) -> bool:
    """Return whether the page of a notice is there: its wing may have been left out since it was written."""
    has_all = len(settings.WINGS) == len(OPTIONAL_WINGS)
    return has_all or "url" not in notice.parts or bool(is_valid_path(notice.parts["url"]))
