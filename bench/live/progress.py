"""What is told of a long measure while it goes on."""

import sys


def log_progress(progress: str) -> None:
    print(f"live: {progress}", file=sys.stderr, flush=True)
