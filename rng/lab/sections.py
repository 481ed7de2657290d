"""Collects what other apps add to the fairness lab."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.utils.functional import Promise


class LabSection(NamedTuple):
    """A section of the lab's page, which an app offers by a method `lab_sections` of its config."""

    name: str  # its anchor, and what its template calls its context
    title: str | Promise
    template: str
    context: Callable[[], dict[str, Any]]


def lab_sections() -> Iterator[LabSection]:
    """The sections that installed apps offer."""
    for app in apps.get_app_configs():
        if hasattr(app, "lab_sections"):
            yield from app.lab_sections()
