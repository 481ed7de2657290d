"""URLs by name."""

from typing import Any

from django.urls import NoReverseMatch, reverse


def find_path(name: str, *parts: Any) -> str | None:
    """Return the path of a page; None if the page belongs to a wing that this site leaves out."""
    try:
        return reverse(name, args=parts)
    except NoReverseMatch:
        return None
