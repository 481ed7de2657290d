"""What is told of a long measure while it goes on."""

import sys


def say(progress: str) -> None:
    print(f"live: {progress}", file=sys.stderr, flush=True)
