"""Reports how far the measure of peers is."""

import sys


def log_progress(progress: str) -> None:
    print(f"peers: {progress}", file=sys.stderr, flush=True)
