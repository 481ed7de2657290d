"""Rows that the tests of a module share. The changes of a test are rolled back after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def kept_rows(blocker: Any) -> Iterator[None]:
    """Keep what this block writes until it ends. No test of the module may commit (`transaction=True`)."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
