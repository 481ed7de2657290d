"""How often a proof is made: in full by `make proof`, a tenth as often (or less) by `make test`."""

import os

import pytest

IN_FULL = bool(os.environ.get("PROOF"))

# For what is judged before any database is asked, and is the same on both rows.
ROWS_IN_FULL = [pytest.mark.rows] if IN_FULL else []


def times(full: int, one_in: int = 10) -> int:
    """How often, now."""
    return full if IN_FULL else max(1, full // one_in)
