"""Report the progress of a long measurement."""

import sys


def log_progress(progress: str) -> None:
    print(f"live: {progress}", file=sys.stderr, flush=True)
