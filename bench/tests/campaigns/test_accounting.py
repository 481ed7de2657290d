"""The resource usage of processes, from the operating system."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.live.accounting import busy_seconds, cpu_seconds, pin, process_tree, resident_bytes

SPIN = "import time\nwhile time.process_time() < 0.3: pass\n"
A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SPIN!r}]);"


@contextmanager
def python(code: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process that runs this, reports it, and then waits."""
    command = [sys.executable, "-c", f"{code}\nprint('done', flush=True)\ninput()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.communicate("\n")


def test_cpu_time_is_counted():
    with python(SPIN) as process:
        assert 0.25 <= cpu_seconds([process.pid]) < 0.6


def test_children_that_ended_count_too():
    with python(A_CHILD) as process:
        assert 0.25 <= cpu_seconds([process.pid]) < 0.9


def test_a_process_tree_contains_its_running_children():
    with python("import subprocess, sys; subprocess.Popen(['sleep', '5'])") as process:
        members = process_tree([process.pid])
        assert [member.parent for member in members] == [os.getpid(), process.pid]
        os.kill(members[1].pid, 9)


def test_resident_memory_grows_with_an_allocation():
    with python("") as small, python("held = b'x' * 50_000_000") as large:
        assert 45e6 < resident_bytes(large.pid) - resident_bytes(small.pid) < 60e6


def test_a_process_is_pinned_to_its_cores():
    core = min(os.sched_getaffinity(0))
    with python("") as process:
        pin([process.pid], {core})
        assert os.sched_getaffinity(process.pid) == {core}


def test_a_core_was_busy_at_least_as_long_as_this_process():
    cores = os.sched_getaffinity(0)
    before = busy_seconds(cores)
    with python(SPIN):
        pass
    assert busy_seconds(cores) - before > 0.2
