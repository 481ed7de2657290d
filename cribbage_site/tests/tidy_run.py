"""python -m cribbage_site.tests.tidy_run COMMAND... runs a command, and leaves nothing of it behind.

The command and its descendants have a temporary directory of their own, which is removed.
When the command ends, or a signal asks for the end, the processes that are left are ended.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cribbage_site.tests.migrated_databases import VARIABLE
from game.engines.launcher.kernel import adopt_orphans

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 5.0  # seconds


class Asked(BaseException):
    """A signal has asked for the end."""

    def __init__(self, signum: int) -> None:
        self.signum = signum


def main(command: Sequence[str]) -> int:
    adopt_orphans()
    # A shell that runs this in the background has Ctrl-C ignored, which this heeds.
    handle_signals(ask)
    with tempfile.TemporaryDirectory(prefix="every-other-run-") as folder:
        os.chmod(folder, 0o711)  # PostgreSQL may run as a user of its own
        try:
            return run(command, {VARIABLE: folder} | os.environ | {"TMPDIR": folder})
        finally:
            handle_signals(signal.SIG_IGN)
            end_descendants()


def run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    process = subprocess.Popen(command, env=environment)
    try:
        return process.wait()
    except Asked as asked:
        handle_signals(signal.SIG_IGN)
        # A terminal sends Ctrl-C to all processes, and pytest then prints what has failed.
        if asked.signum == signal.SIGINT:
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
        return 128 + asked.signum


def handle_signals(handler: Callable[[int, Any], None] | signal.Handlers) -> None:
    for each in SIGNALS:
        signal.signal(each, handler)


def ask(signum: int, _: object) -> None:
    raise Asked(signum)


def end_descendants() -> None:
    """Ask all to end, which lets PostgreSQL free its shared memory; then end what is left."""
    signal_descendants(signal.SIGTERM)
    if not wait_until(is_childless):
        while not is_childless():
            signal_descendants(signal.SIGKILL)
            wait_until(is_childless, seconds=0.2)


def signal_descendants(signum: int) -> None:
    for pid in descendants(os.getpid()):
        with suppress(ProcessLookupError):
            os.kill(pid, signum)


def descendants(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        for tasks in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, tasks.read_text().split())
    return found[1:]


def is_childless() -> bool:
    """Return whether all descendants have ended; those that outlived their parents are children of this."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def wait_until(is_true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
