"""A test run that a signal interrupts leaves no process, database or folder behind."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cribbage_site.tests.test_tidy_run import begun, folder, left_processes

INSTALLED = (
    ".venv/.installed",
    ".venv/.installed-to-develop",
    "node_modules/.package-lock.json",
    "setup-to-develop",
)
MAKE_TEST = ["make", *(f"--old-file={each}" for each in INSTALLED), "test-rest"]
# They start servers, browsers and databases, and run long enough to be interrupted.
FILES = "cribbage_site/tests/browser/test_two_players.py tests/proof/test_process_races.py"


def wait_until(is_true: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.5)  # checking takes CPU time that the run needs


@pytest.mark.parametrize(
    ("signum", "end"), [(signal.SIGINT, os.killpg), (signal.SIGHUP, os.killpg), (signal.SIGTERM, os.kill)]
)
def test_a_signal_during_a_run_leaves_nothing_behind(
    folder: Path, signum: signal.Signals, end: Callable[[int, int], None]
):
    """A terminal sends a signal to the process group, and a supervisor sends it to `make` alone."""
    programs = ("postgres", "redis-server", "chrom", "playwright", "fork_server")
    with begun([*MAKE_TEST, f"ARGS={FILES}"], folder, stdout=subprocess.DEVNULL) as run:

        def is_in_the_middle() -> bool:
            assert run.poll() is None
            commands = "\n".join(left_processes(folder).values())
            return all(program in commands for program in programs)

        wait_until(is_in_the_middle, seconds=900)
        end(run.pid, signum)
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])
