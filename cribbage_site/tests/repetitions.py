"""How often a proof is repeated: in full by `make proof`, a tenth as often (or less) by `make test`."""

import os

FULL_PROOF = bool(os.environ.get("PROOF"))


def repetitions(full: int, one_in: int = 10) -> int:
    """How often to repeat now."""
    return full if FULL_PROOF else max(1, full // one_in)
