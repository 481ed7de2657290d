"""What workers are asked in tests: they know a function by its name, so each stands in a module."""

import os
import re
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from game.bots.brain import Memory, Stream
from game.engine.cards import texts
from game.engine.view import View


def where_it_is_done() -> int:
    """The process that answers this."""
    return os.getpid()


def what_is_loaded() -> frozenset[str]:
    """The modules that a worker has loaded."""
    return frozenset(name for name, module in sys.modules.items() if module is not None)


def environment() -> dict[str, str]:
    return dict(os.environ)


def memory_in_mb() -> float:
    """The most that a worker has had resident."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024


def trip(cards: Sequence[str]) -> NoReturn:
    """Fail, with cards in the complaint."""
    raise ValueError(f"cannot play {cards}")


def muse_for_ever() -> NoReturn:
    """Never come to an end, and mind no exception that says so."""
    while True:
        with suppress(Exception):
            sum(range(1000))


def sleep_for_ever() -> NoReturn:
    """Never come to an end, at no cost of CPU time."""
    while True:
        time.sleep(60)


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Collapse(BaseException):
    """What no job is forgiven."""


def collapse(cards: Sequence[str]) -> NoReturn:
    """Take the worker down, with cards in the complaint."""
    raise Collapse(f"cannot play {cards}")


def print_much() -> str:
    print("to be or not to be" * 1000)
    return "said"


def needs_the_site() -> str:
    from game.models import Game

    return Game.__name__


def stumble(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain that fails."""
    trip(texts(view.hand))


def dawdle(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain that is late."""
    muse_for_ever()


def drop_dead(name: str, view: View, memory: Memory, stream: Stream) -> NoReturn:
    """A brain whose process is killed in mid-thought."""
    die()
