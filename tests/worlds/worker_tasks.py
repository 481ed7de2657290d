"""Functions for workers in tests: a worker imports them by name, so each is in a module."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, get_type_hints

from game.bots.brain import Memory, Stream
from game.engine.cards import texts
from game.engine.view import View


def worker_pid() -> int:
    """The process that runs this."""
    return os.getpid()


def loaded_modules() -> frozenset[str]:
    """The modules that a worker has loaded."""
    return frozenset(name for name, module in sys.modules.items() if module is not None)


def environment() -> dict[str, str]:
    return dict(os.environ)


def peak_memory_mb() -> float:
    """The most that a worker has had resident."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024


def raise_with_cards(cards: Sequence[str]) -> NoReturn:
    """Fail with cards in the message."""
    raise ValueError(f"cannot play {cards}")


def spin_forever() -> NoReturn:
    """Never end, and ignore every exception that says so."""
    while True:
        with suppress(Exception):
            sum(range(1000))


def sleep_forever() -> NoReturn:
    """Never come to an end, at no cost of CPU time."""
    while True:
        time.sleep(60)


def kill_self() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class UncaughtFailure(BaseException):
    """An exception that no job may survive."""


def crash_with_cards(cards: Sequence[str]) -> NoReturn:
    """Take the worker down, with cards in the message."""
    raise UncaughtFailure(f"cannot play {cards}")


def print_much() -> str:
    print("to be or not to be" * 1000)
    return "said"


def resolve_annotations(function: Callable[..., Any]) -> list[str]:
    """Import a function and the types of its arguments; return the names of its parameters."""
    return list(get_type_hints(function))


def import_models() -> str:
    from game.models import Game

    return Game.__name__


def failing_brain(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain that fails."""
    raise_with_cards(texts(view.hand))


def slow_brain(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain that is late."""
    spin_forever()


def dying_brain(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain whose process is killed in the middle of a move."""
    kill_self()
