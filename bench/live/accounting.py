"""Reads from /proc what processes used, as proc(5) describes it."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
CLOCK_OF_PROCESS = 2  # as clock_getcpuclockid(3) makes the clock of a process from its number

PROCESS_GONE = (FileNotFoundError, ProcessLookupError)


class Process(NamedTuple):
    """A process, its parent, and the seconds that it and the children it waited for had on a core."""

    pid: int
    parent: int
    seconds: float


def read_process(pid: int) -> Process:
    """A process that runs; an error of PROCESS_GONE where there is none."""
    # The name stands in brackets, and may hold any character.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Process(pid, int(fields[1]), own_seconds(pid) + sum(map(int, fields[13:15])) / TICKS)


def own_seconds(pid: int) -> float:
    """Seconds on a core of all threads of a process, ended ones too; /proc has them in ticks alone."""
    try:
        return time.clock_gettime(~pid << 3 | CLOCK_OF_PROCESS)
    except OSError:
        raise ProcessLookupError(f"process {pid} is gone") from None


def process_tree(pids: Iterable[int]) -> list[Process]:
    """These processes and all that descend from them."""
    running = {found.pid: found for found in _all_processes()}
    members = {pid: running[pid] for pid in pids}
    while more := {p.pid: p for p in running.values() if p.parent in members and p.pid not in members}:
        members |= more
    return list(members.values())


def cpu_seconds(pids: Iterable[int]) -> float:
    """Seconds on a core of these processes and of all that descend from them, the ended ones too."""
    return sum(member.seconds for member in process_tree(pids))


def busy_seconds(cores: Iterable[int]) -> float:
    """Seconds that these cores were busy so far, with anything: not idle, and not waiting for a disk."""
    wanted = {f"cpu{core}" for core in cores}
    lines = [line.split() for line in Path("/proc/stat").read_text().splitlines()]
    return sum(sum(map(int, (*line[1:4], *line[6:9]))) for line in lines if line[0] in wanted) / TICKS


def resident_bytes(pid: int) -> int:
    """The bytes a process holds in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def pin(pids: Iterable[int], cores: set[int]) -> None:
    """Keep processes, their threads and all that descend from them on these cores."""
    for member in process_tree(pids):
        with suppress(*PROCESS_GONE):
            for thread in os.listdir(f"/proc/{member.pid}/task"):
                os.sched_setaffinity(int(thread), cores)


def _all_processes() -> Iterator[Process]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(*PROCESS_GONE):
                yield read_process(int(name))
