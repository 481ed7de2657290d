"""A run of tests that a signal ends leaves no process, database or folder behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
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
