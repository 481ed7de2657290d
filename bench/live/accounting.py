"""Read the resource usage of processes from /proc, as proc(5) describes it."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
CLOCK_OF_PROCESS = 2  # clock_getcpuclockid(3) computes the clock of a process from its id in the same way

PROCESS_GONE = (FileNotFoundError, ProcessLookupError)


class Process(NamedTuple):
    """A process, its parent, and the CPU seconds of it and of the children that it waited for."""

    pid: int
    parent: int
    seconds: float


def read_process(pid: int) -> Process:
    """Return a running process. Raise an error of PROCESS_GONE if there is none."""
    # The name is in parentheses, and may contain any character.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Process(pid, int(fields[1]), own_seconds(pid) + sum(map(int, fields[13:15])) / TICKS)


def own_seconds(pid: int) -> float:
    """Return the CPU seconds of all threads of a process, including ended ones. /proc only counts ticks."""
    try:
        return time.clock_gettime(~pid << 3 | CLOCK_OF_PROCESS)
    except OSError:
        raise ProcessLookupError(f"process {pid} is gone") from None


def process_tree(pids: Iterable[int]) -> list[Process]:
    """Return these processes and all their descendants."""
    running = {found.pid: found for found in _all_processes()}
    members = {pid: running[pid] for pid in pids}
    while more := {p.pid: p for p in running.values() if p.parent in members and p.pid not in members}:
        members |= more
    return list(members.values())


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU seconds of these processes and all their descendants, including ended ones."""
    return sum(member.seconds for member in process_tree(pids))


def busy_seconds(cores: Iterable[int]) -> float:
    """Return the seconds that these cores were busy: not idle, and not waiting for a disk."""
    wanted = {f"cpu{core}" for core in cores}
    lines = [line.split() for line in Path("/proc/stat").read_text().splitlines()]
    return sum(sum(map(int, (*line[1:4], *line[6:9]))) for line in lines if line[0] in wanted) / TICKS


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def pin(pids: Iterable[int], cores: set[int]) -> None:
    """Restrict processes, their threads and their descendants to these cores."""
    for member in process_tree(pids):
        with suppress(*PROCESS_GONE):
            for thread in os.listdir(f"/proc/{member.pid}/task"):
                os.sched_setaffinity(int(thread), cores)


def _all_processes() -> Iterator[Process]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(*PROCESS_GONE):
                yield read_process(int(name))
