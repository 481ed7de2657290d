"""A test run that a signal ends leaves no process, database or folder behind."""

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bench.services import find_program
from cribbage_site.tests.migrated_databases import ROOT
from cribbage_site.tests.tidy_run import SIGNALS, wait_until

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
    """A temporary directory for a run, with a short name, that PostgreSQL can access."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="left-") as folder:
        os.chmod(folder, 0o711)
        yield Path(folder)


@contextmanager
def begun(command: list[str], folder: Path, **how: int) -> Iterator[subprocess.Popen[str]]:
    """Start a run in its own process group, as a terminal does."""
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
    """Return the command lines of processes that use this temporary directory, or work in it as PostgreSQL
    does.
    """
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment, place = (process / "environ").read_bytes(), (process / "cwd").readlink()
            if f"TMPDIR={folder}".encode() in environment or place.is_relative_to(folder):
                found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
    return found


def shared_memory(folder: Path) -> set[Path]:
    """Return the files of shared memory that PostgreSQL uses in a run."""
    maps = [Path(f"/proc/{pid}/maps").read_text() for pid in left_processes(folder)]
    return {Path(file) for text in maps for file in re.findall(r"/dev/shm/PostgreSQL\.\d+", text)}


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
@pytest.mark.parametrize("signum", [*SIGNALS, signal.SIGKILL])
def test_a_signal_to_make_alone_leaves_no_process_and_no_folder(
    folder: Path, tmp_path: Path, signum: signal.Signals
):
    """`make` passes on only SIGTERM, and waits for its commands after each signal that it can handle."""
    script, makefile = tmp_path / "begin.sh", tmp_path / "Makefile"
    script.write_text(BEGIN % (":", "exec sleep 600"))
    makefile.write_text(f"all:\n\t@exec {shlex.join([*TIDY, 'sh', str(script)])}\n")
    with begun(["make", f"--file={makefile}"], folder, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        os.kill(run.pid, signum)
        assert wait_until(lambda: not left_processes(folder), seconds=60)
    assert run.returncode == -signum
    assert [*folder.iterdir()] == []


WAITING = """
import threading
from game.models import Player

def test_that_waits(transactional_db):
    def write():
        Player.objects.create(username="Ann")
        print("begun", flush=True)
        threading.Event().wait(600)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    thread.join()
"""


@pytest.mark.slow
def test_a_signal_to_pytest_alone_leaves_no_database(folder: Path, tmp_path: Path):
    file = tmp_path / "test_waiting.py"
    file.write_text(WAITING)
    command = [sys.executable, "-m", "pytest", "-s", "-n0", "-c", "pyproject.toml"]
    with begun([*command, str(file), "conftest.py"], folder, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert any("begun" in line for line in iter(run.stdout.readline, ""))
        assert [*folder.glob("every_other_test_*")]
        run.terminate()
    assert run.returncode == pytest.ExitCode.INTERRUPTED
    assert left_processes(folder) == {}
    assert [left.name for left in folder.iterdir() if not left.name.startswith("pytest-of-")] == []


@pytest.mark.slow
def test_the_end_of_a_run_kills_processes_that_ignore_signals(folder: Path):
    with begun([*TIDY, "sh", "-c", BEGIN % ('trap "" TERM', "exit 3")], folder) as run:
        pass
    assert run.returncode == 3
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])


@pytest.mark.slow
def test_postgresql_frees_its_shared_memory_without_waiting_for_the_disk(folder: Path):
    find_program("postgres")
    services = ["-m", "cribbage_site.tests.services", "sh", "-c", "echo begun; exec sleep 600"]
    with begun([*TIDY, sys.executable, *services], folder, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        used = shared_memory(folder)
        (writer,) = (pid for pid, command in left_processes(folder).items() if "checkpointer" in command)
        os.kill(writer, signal.SIGSTOP)
        run.terminate()
    assert used
    assert [file for file in used if file.exists()] == []
    assert (left_processes(folder), [*folder.iterdir()]) == ({}, [])
