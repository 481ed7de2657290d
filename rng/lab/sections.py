"""Collects the sections that other apps add to the fairness lab."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.utils.functional import Promise


class LabSection(NamedTuple):
    """A section of the lab's page, provided by a `lab_sections` method of an app's config."""

    name: str  # its anchor, and the name of its template context
    title: str | Promise
    template: str
    context: Callable[[], dict[str, Any]]


def lab_sections() -> Iterator[LabSection]:
    """Yield the sections that installed apps provide."""
    for app in apps.get_app_configs():
        if hasattr(app, "lab_sections"):
            yield from app.lab_sections()
