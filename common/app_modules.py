"""Modules that installed apps can provide under a common name."""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from django.apps import apps
from django.utils.module_loading import module_has_submodule


def load_app_modules(name: str) -> Iterator[ModuleType]:
    """Import the module with this name of each installed app that has one, in the order of the apps."""
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, name):
            yield import_module(f"{app.name}.{name}")
