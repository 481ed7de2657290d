"""Imports a module when its function is called. Apps name functions that most commands never call."""

from collections.abc import Callable
from typing import Any

from django.utils.module_loading import import_string


def lazy_import(name: str) -> Callable[..., Any]:
    """Return a function that imports the function with this dotted name, and calls it."""

    def call(*given: Any, **named: Any) -> Any:
        return import_string(name)(*given, **named)

    return call
