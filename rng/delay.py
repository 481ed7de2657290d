"""A delay: hashes one after another, whose end is unknown to everyone until they are computed.

It starts from a value that contains the secrets of all entrants, and its end is the root of their decks. No
number of cores makes it shorter, so an entrant or server cannot try secrets within the seconds that are left
to choose one. All segments can be computed again at once, because the value after each is published.

`python -m rng.delay VALUE STEPS SEGMENTS` prints the values after these segments, one a line.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

__all__ = ["FEWEST_STEPS", "MOST_STEPS", "SEGMENTS", "STEP_BYTES", "advance", "wrong_segments"]

SEGMENTS = 64
# A step is one hash of a whole MiB, so that it takes Python and a browser no longer than any other program.
STEP_BYTES = 2**20
# The steps of a segment that verifiers ask for: 786 million blocks of SHA-256 in all. The fastest cores sold
# in 2026 need 20 ns for a block, so 15 seconds for the delay.
FEWEST_STEPS = 750
MOST_STEPS = 10**6

_ZEROS = bytes(STEP_BYTES - 32)
NICENESS = 5


def advance(value: bytes, steps: int) -> bytes:
    """Return the value so many steps later."""
    for _ in range(steps):
        step = hashlib.sha256(value)
        step.update(_ZEROS)
        value = step.digest()
    return value


def wrong_segments(
    start: bytes, steps: int, values: Sequence[bytes], segments: Iterable[int]
) -> Iterator[int]:
    """Yield which of these segments, from 1, do not lead from one value to the next. Uses all cores."""
    before = [start, *values]

    def is_wrong(segment: int) -> bool:
        return advance(before[segment - 1], steps) != before[segment]

    asked = [*segments]
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # a long hash does not hold the interpreter's lock
        for segment, wrong in zip(asked, threads.map(is_wrong, asked), strict=True):
            if wrong:
                yield segment


def _print_values(value: str, steps: str, segments: str) -> None:
    os.nice(NICENESS)
    at = bytes.fromhex(value)
    for _ in range(int(segments)):
        at = advance(at, int(steps))
        print(at.hex(), flush=True)


if __name__ == "__main__":
    _print_values(*sys.argv[1:])
