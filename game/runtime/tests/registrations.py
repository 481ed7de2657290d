"""Prints the registrations of a fresh process that serves, or that has only imported the named modules."""

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from common.wings import WINGS

SERVES = "cribbage_site.asgi"
HOUSE = WINGS


def name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def our_names(functions: Any) -> list[str]:
    return sorted(name(each) for each in functions if each.__module__.split(".")[0] in HOUSE)


def registrations() -> dict[str, list[Any]]:
    from django.core.checks.registry import registry
    from django.db.backends.signals import connection_created
    from prometheus_client import REGISTRY

    from game.runtime.metrics import ENTRIES_WAITING, TABLES
    from game.runtime.process_metrics import DatabasePoolCollector
    from game.runtime.pubsub import pubsub
    from game.runtime.scheduler import scheduler

    receivers = [receiver() for _, receiver, *_ in connection_created.receivers]
    return {
        "jobs": [[job.seconds, name(job.work), job.is_site_wide] for job in scheduler._jobs],
        "listeners": [[kind, name(each)] for kind, called in pubsub._listeners.items() for each in called],
        "receivers": our_names(filter(None, receivers)),
        "checks": our_names(registry.registered_checks),
        "gauges": [each._name for each in (ENTRIES_WAITING, TABLES) if "_child_samples" in vars(each)],
        "collectors": [
            type(each).__name__
            for each in REGISTRY._collector_to_names
            if isinstance(each, DatabasePoolCollector)
        ],
    }


def leave_out_ready() -> None:
    """Skip the `ready` methods of our apps."""
    from cribbage_site.apps import Files, HostsAdmin
    from game.apps import GameConfig
    from hosting.apps import HostingConfig

    nothing: Callable[[Any], None] = lambda app: None  # noqa: E731
    for app in (GameConfig, HostingConfig, Files, HostsAdmin):
        app.ready = nothing  # type: ignore[method-assign]


def main(*imported: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    import django

    if imported:
        leave_out_ready()
    django.setup()
    for module in imported or (SERVES,):
        import_module(module)
    print(json.dumps(registrations()))


if __name__ == "__main__":
    main(*sys.argv[1:])
