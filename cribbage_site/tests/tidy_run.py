"""python -m cribbage_site.tests.tidy_run COMMAND... runs a command, and cleans up after it.

The command and its descendants get their own temporary directory, which is removed. When the command ends, or
a signal stops it or the `make` that started it, all remaining processes are stopped.
"""

import os
import re
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
POLITE = {"postgres": signal.SIGQUIT}  # after SIGTERM it would wait for its clients, and write to the disk
PATIENCE = 10.0  # seconds; PostgreSQL kills its own processes after five
PARENT_CHECK_INTERVAL = 0.5


class Asked(BaseException):
    """A signal asked this process to stop."""

    def __init__(self, signum: int) -> None:
        self.signum = signum


def main(command: Sequence[str]) -> int:
    adopt_orphans()
    # A shell that runs this in the background makes it ignore Ctrl-C, so the handlers are set again.
    handle_signals(ask)
    with tempfile.TemporaryDirectory(prefix="every-other-run-") as folder:
        os.chmod(folder, 0o711)  # PostgreSQL may run as another user
        try:
            return run(command, {VARIABLE: folder} | os.environ | {"TMPDIR": folder})
        finally:
            handle_signals(signal.SIG_IGN)
            end_descendants()


def run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    parent, process = os.getppid(), subprocess.Popen(command, env=environment)
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(PARENT_CHECK_INTERVAL)
            if os.getppid() != parent or is_ending(parent):
                raise Asked(signal.SIGTERM)
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


def is_ending(pid: int) -> bool:
    """Return whether a `make` that got a signal waits for its commands to end, without telling them.

    Meanwhile it blocks the signal, and neither ignores nor catches it.
    """
    status = Path(f"/proc/{pid}/status").read_text()
    blocked, ignored, caught = (
        int(re.findall(rf"^{name}:\s*(\w+)", status, re.MULTILINE)[0], 16)
        for name in ("SigBlk", "SigIgn", "SigCgt")
    )
    return any((blocked & ~ignored & ~caught) >> (signum - 1) & 1 for signum in SIGNALS)


def end_descendants() -> None:
    """Ask all descendants to end, which lets PostgreSQL free its shared memory. Then kill the rest."""
    for pid in descendants(os.getpid()):
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(pid, POLITE.get(Path(f"/proc/{pid}/comm").read_text().strip(), signal.SIGTERM))
    if not wait_until(is_childless):
        while not is_childless():
            for pid in descendants(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            wait_until(is_childless, seconds=0.2)


def descendants(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        for tasks in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, tasks.read_text().split())
    return found[1:]


def is_childless() -> bool:
    """Return whether all descendants have ended. Orphans become children of this process."""
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
