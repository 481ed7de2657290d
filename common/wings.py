"""The wings of the product, some of which a host can leave out.

A package that also needs other optional wings lists them in its `__init__.py`: `NEEDS = ("study",)`. It is
installed only together with them.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

# From the bottom up: a wing imports only earlier ones.
WINGS = (
    "common",
    "rng",
    "ranking",
    "game",
    "people",
    "tournaments",
    "study",
    "proof",
    "programs",
    "hosting",
    "cribbage_site",
)
OPTIONAL_WINGS = ("tournaments", "study", "proof", "programs", "hosting")


def parse_wings(text: str | None) -> frozenset[str]:
    """Return the optional wings in a comma-separated setting; all if the setting is missing."""
    if text is None:
        return frozenset(OPTIONAL_WINGS)
    named = frozenset(name for part in text.split(",") if (name := part.strip()))
    if unknown := sorted(named.difference(OPTIONAL_WINGS)):
        raise ImproperlyConfigured(
            f"WINGS must be empty or name some of {', '.join(OPTIONAL_WINGS)}; unknown: {', '.join(unknown)}."
        )
    return named


def only_installed(names: Iterable[str], wings: frozenset[str]) -> list[str]:
    """Return the dotted names whose wings are all installed, in order."""
    return [name for name in names if _is_among(name, wings)]


def is_installed(name: str) -> bool:
    """Return whether this site has a wing, or a part of one by its dotted name."""
    return _is_among(name, settings.WINGS)


def optional(name: str) -> Any:
    """Return a function by its dotted name; None if it needs a wing that this site leaves out."""
    return import_string(name) if is_installed(name) else None


@cache
def _is_among(name: str, wings: frozenset[str]) -> bool:
    """Return whether a name's wing and those that its packages need are among these. Loads no other wing."""
    wing, *inner = name.split(".")
    if wing not in OPTIONAL_WINGS:
        return True
    if wing not in wings:
        return False
    packages = (".".join([wing, *inner[:depth]]) for depth in range(len(inner) + 1))
    return all(wings.issuperset(needs_of(package)) for package in takewhile(_is_package, packages))


def needs_of(package: str) -> tuple[str, ...]:
    """Return the wings that a package lists."""
    return getattr(import_module(package), "NEEDS", ())


def _is_package(name: str) -> bool:
    """Return whether there is such a package. It is called only for inner packages."""
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None
