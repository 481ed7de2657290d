"""Messages of the program."""

import threading
import time

_print_lock = threading.Lock()


def say(words: str) -> None:
    """Print a message with the time."""
    with _print_lock:
        print(time.strftime("%H:%M:%S"), words, flush=True)
