"""A disk for SQLite that can be full: a small file system in memory where we may mount one, else a limit."""

import os
import resource
import sqlite3
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

MEGABYTES = 96
DATABASE_FILE = "chaos.sqlite3"


class Disk(ABC):
    """Where the database lies."""

    description: str

    def __init__(self, work: str) -> None:
        self.work = work

    @abstractmethod
    def fill(self, pid: int) -> None:
        """From now on nothing more can be written by this process."""

    @abstractmethod
    def free(self, pid: int) -> None:
        """There is room again."""


class TmpfsDisk(Disk):
    """Really full: a file takes up all the room there is, and writing is answered ENOSPC."""

    description = f"a file system of {MEGABYTES} MB in memory, filled to the last byte"

    def fill(self, pid: int) -> None:
        self._truncate_wal()
        ballast = os.open(f"{self.work}/ballast", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            for size in (1 << 20, 1 << 12):  # whole pages: there is nothing smaller to be had
                try:
                    while True:
                        os.write(ballast, bytes(size))
                except OSError:
                    continue
        finally:
            os.close(ballast)

    def free(self, pid: int) -> None:
        Path(self.work, "ballast").unlink(missing_ok=True)

    def _truncate_wal(self) -> None:
        """SQLite overwrites its log from the start: only where that is short does a write need room."""
        with closing(sqlite3.connect(f"{self.work}/{DATABASE_FILE}", timeout=10)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class FileSizeLimitedDisk(Disk):
    """As good as full: the server's files may not grow, and writing is answered EFBIG."""

    description = "a limit on how long a file of the server may be (no file system can be mounted here)"
    least = 4096

    def fill(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (self.least, resource.RLIM_INFINITY))

    def free(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def small_disk(work: str) -> Iterator[Disk]:
    """A disk of one's own, at a folder that is there."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "every-other-chaos", work]
    if os.geteuid() == 0 and not subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        try:
            yield TmpfsDisk(work)
        finally:
            subprocess.run(["umount", "--lazy", work], check=False)
    else:
        yield FileSizeLimitedDisk(work)
