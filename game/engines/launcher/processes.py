"""The processes below one process, from /proc."""

import os
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    """A running process."""

    pid: int
    parent: int
    threads: int
    cpu_seconds: float
    started: str

    @property
    def memory(self) -> int:
        """Return the bytes of its own and shared memory, without files."""
        try:
            text = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:  # ended
            return 0
        fields = dict(line.split(":", 1) for line in text.splitlines())
        return sum(int(fields.get(name, "0 kB").split()[0]) << 10 for name in ("RssAnon", "RssShmem"))


def descendants(ancestor: int) -> list[Process]:
    """Return all running processes below this one."""
    children = dict[int, list[Process]]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = file.read_text()
        except OSError:  # ended
            continue
        after_name = text.rpartition(")")[2].split()
        if after_name[0] != "Z":
            cpu = (int(after_name[11]) + int(after_name[12])) / TICKS
            threads, started = int(after_name[17]), after_name[19]
            one = Process(int(file.parent.name), int(after_name[1]), threads, cpu, started)
            children.setdefault(one.parent, []).append(one)
    found, left = list[Process](), [ancestor]
    while left:
        below = children.pop(left.pop(), [])
        found += below
        left += [one.pid for one in below]
    return found
