"""How often a proof is repeated: in full by `make proof`, a tenth as often (or less) by the other tests."""

import os
from typing import TypeVar

FULL_PROOF = bool(os.environ.get("PROOF"))

Case = TypeVar("Case")


def repetitions(full: int, one_in: int = 10) -> int:
    """How often to repeat now."""
    return full if FULL_PROOF else max(1, full // one_in)


def only_in_proof(*cases: Case) -> tuple[Case, ...]:
    """Return the cases of a test that `make proof` adds to those of every day."""
    return cases if FULL_PROOF else ()
