"""How often a randomized test is repeated: in full by `make proof`, at most a tenth as often otherwise."""

import os
from typing import TypeVar

FULL_PROOF = bool(os.environ.get("PROOF"))

Case = TypeVar("Case")


def repetitions(full: int, one_in: int = 10) -> int:
    """Return the number of repetitions for this run."""
    return full if FULL_PROOF else max(1, full // one_in)


def only_in_proof(*cases: Case) -> tuple[Case, ...]:
    """Return the test cases that only `make proof` runs."""
    return cases if FULL_PROOF else ()
