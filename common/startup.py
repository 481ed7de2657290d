"""Checks that can keep a process from serving. Each app adds its own in `AppConfig.ready`."""

from collections.abc import Callable, Iterator, Sequence

from django.core.checks import CheckMessage

startup_checks: list[Callable[[], Sequence[CheckMessage]]] = []


def find_startup_errors() -> Iterator[str]:
    """Yield a sentence for each error."""
    for check in startup_checks:
        yield from (f"{error.msg} {error.hint}" for error in check())
