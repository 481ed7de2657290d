"""The sentence and the page of a notification, for a device's screen, a mail and the bell."""

from django.conf import settings
from django.urls import is_valid_path, reverse

from common.wings import OPTIONAL_WINGS
from people.notices.kinds import load_kinds
from people.notices.models import Notice


def describe(notice: Notice) -> str:
    """Return the sentence of a notification, in the current language."""
    return load_kinds()[notice.kind].describe(notice.parts)


def path_of(notice: Notice) -> str:
    """Return the page of a notification."""
    parts, path = notice.parts, load_kinds()[notice.kind].path
    if "url" in parts and has_page(notice):
        return str(parts["url"])
    if "game" in parts:
        return reverse("table", args=[parts["game"]])
    return path(parts) if path else reverse("front")


def has_page(notice: Notice) -> bool:
    """Return whether the page of a notification exists: its app may have been removed from the site since."""
    has_all = len(settings.WINGS) == len(OPTIONAL_WINGS)
    return has_all or "url" not in notice.parts or bool(is_valid_path(notice.parts["url"]))
