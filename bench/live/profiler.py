"""Profile a server's module: python -m bench.live.profiler FILE MODULE ARGUMENTS...

SIGUSR1 starts the profile, SIGUSR2 writes FILE: every thread's time, sorted, the main thread's first.
"""

import cProfile
import pstats
import runpy
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

LINES = 70


class ServerProfiler:
    """The profiles of all threads since the start."""

    def __init__(self) -> None:
        self.main = cProfile.Profile()
        self.others: list[cProfile.Profile] = []
        self.has_started = False

    def start(self, signum: int, frame: FrameType | None) -> None:
        self.has_started = True
        self.main.enable()

    def profile_thread(self, frame: FrameType, event: str, argument: Any) -> None:
        """Start a thread's profile at its first call."""
        if self.has_started:
            # Since Python 3.12 one profile covers every thread, and a second is refused.
            with suppress(ValueError):
                profile = cProfile.Profile()
                profile.enable()
                self.others.append(profile)

    def write(self, path: Path) -> None:
        self.main.disable()
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("w") as out:
            for name, profiles in (("the event loop", [self.main]), ("other threads", self.others)):
                if profiles and any(profile.getstats() for profile in profiles):
                    write_stats(name, profiles, out)
        unfinished.rename(path)


def write_stats(name: str, profiles: list[cProfile.Profile], out: TextIO) -> None:
    """Write the profiles of some threads, by own time and by cumulative time."""
    for order in ("tottime", "cumulative"):
        print(f"\n=== {name}, sorted by {order}", file=out)
        stats = pstats.Stats(*profiles, stream=out)
        stats.strip_dirs().sort_stats(order).print_stats(LINES)


def main(path: str, module: str, *arguments: str) -> None:
    profiled = ServerProfiler()
    threading.setprofile(profiled.profile_thread)
    signal.signal(signal.SIGUSR1, profiled.start)
    signal.signal(signal.SIGUSR2, lambda *_: profiled.write(Path(path)))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
