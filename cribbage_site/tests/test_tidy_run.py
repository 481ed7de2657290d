"""A run of tests that a signal ends leaves no process, database or folder behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from cribbage_site.tests.migrated_databases import ROOT
from cribbage_site.tests.tidy_run import SIGNALS

BEGIN = """
mktemp -d >/dev/null
setsid sh -c 'mktemp >/dev/null; %s; sleep 600 & wait; sleep 600' &
until [ $(ls "$TMPDIR" | wc -l) = 2 ]; do sleep 0.02; done
echo begun
%s
"""
TIDY = [sys.executable, "-m", "cribbage_site.tests.tidy_run"]
INSTALLED = (
    ".venv/.installed",
    ".venv/.installed-to-develop",
    "node_modules/.package-lock.json",
    "setup-to-develop",
)
MAKE_TEST = ["make", *(f"--old-file={each}" for each in INSTALLED), "test-rest"]
# They begin servers, browsers and databases, and take long enough to be in the middle of them.
FILES = "cribbage_site/tests/browser/test_two_players.py tests/proof/test_process_races.py"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A temporary directory for a run, with a short name, into which PostgreSQL may look."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="left-") as folder:
        os.chmod(folder, 0o711)
        yield Path(folder)


@contextmanager
def begun(command: list[str], folder: Path, **how: int) -> Iterator[subprocess.Popen[str]]:
    """A run in a process group of its own, as a terminal begins one."""
    hidden = ("PYTEST_", "MAKE", "DATABASE_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment | {"TMPDIR": str(folder)}, text=True, start_new_session=True, **how
    )
    try:
        yield process
        process.wait(timeout=60)
    finally:
        for pid in left_processes(folder):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def left_processes(folder: Path) -> dict[int, str]:
    """The command lines of processes that have this temporary directory, or work in it as PostgreSQL does."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment, place = (process / "environ").read_bytes(), (process / "cwd").readlink()
            if f"TMPDIR={folder}".encode() in environment or place.is_relative_to(folder):
                found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
    return found


def wait_until(is_true: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.5)  # to look takes CPU time, of which the run has need


@pytest.mark.slow
@pytest.mark.parametrize("signum", SIGNALS)
def test_a_signal_leaves_no_process_and_no_folder(folder: Path, signum: signal.Signals):
    with begun([*TIDY, "sh", "-c", BEGIN % (":", "exec sleep 600")], folder, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        os.killpg(run.pid, signum)
    assert run.returncode == 128 + signum
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])


@pytest.mark.slow
def test_an_end_leaves_no_process_that_ignores_signals(folder: Path):
    with begun([*TIDY, "sh", "-c", BEGIN % ('trap "" TERM', "exit 3")], folder) as run:
        pass
    assert run.returncode == 3
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("signum", "end"), [(signal.SIGINT, os.killpg), (signal.SIGHUP, os.killpg), (signal.SIGTERM, os.kill)]
)
def test_a_signal_in_the_middle_of_a_run_leaves_nothing(
    folder: Path, signum: signal.Signals, end: Callable[[int, int], None]
):
    """A terminal sends a signal to the group, and a supervisor sends it to `make` alone."""
    programs = ("postgres", "redis-server", "chrom", "playwright", "fork_server")
    with begun([*MAKE_TEST, f"ARGS={FILES}"], folder, stdout=subprocess.DEVNULL) as run:

        def is_in_the_middle() -> bool:
            assert run.poll() is None
            commands = "\n".join(left_processes(folder).values())
            return all(program in commands for program in programs)

        wait_until(is_in_the_middle, seconds=900)
        end(run.pid, signum)
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])
