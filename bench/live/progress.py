"""Reports how far a long measure is."""

import sys


def log_progress(progress: str) -> None:
    print(f"live: {progress}", file=sys.stderr, flush=True)
