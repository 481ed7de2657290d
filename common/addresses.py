"""Addresses by their names."""

from typing import Any

from django.urls import NoReverseMatch, reverse


def find_path(name: str, *parts: Any) -> str | None:
    """Return the path of a page; None of a page whose wing this site leaves out."""
    try:
        return reverse(name, args=parts)
    except NoReverseMatch:
        return None
