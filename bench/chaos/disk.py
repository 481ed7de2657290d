"""A disk for SQLite that can be full: a small tmpfs if mounting is allowed, or else a file size limit."""

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
    """The disk of the database."""

    description: str

    def __init__(self, work: str) -> None:
        self.work = work

    @abstractmethod
    def fill(self, pid: int) -> None:
        """Let this process write nothing more."""

    @abstractmethod
    def free(self, pid: int) -> None:
        """Free the space again."""


class TmpfsDisk(Disk):
    """A really full disk: a file takes all free space, and writes fail with ENOSPC."""

    description = f"a file system of {MEGABYTES} MB in memory, filled to the last byte"

    def fill(self, pid: int) -> None:
        self._truncate_wal()
        ballast = os.open(f"{self.work}/ballast", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            for size in (1 << 20, 1 << 12):  # whole pages, the smallest unit
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
        """Truncate the WAL.

        SQLite overwrites it from the start, so only a short one needs new space for writes.
        """
        with closing(sqlite3.connect(f"{self.work}/{DATABASE_FILE}", timeout=10)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class FileSizeLimitedDisk(Disk):
    """An effectively full disk: the server's files may not grow, and writes fail with EFBIG."""

    description = "a limit on the size of the server's files (no file system can be mounted here)"
    least = 4096

    def fill(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (self.least, resource.RLIM_INFINITY))

    def free(self, pid: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def small_disk(work: str) -> Iterator[Disk]:
    """Mount a small disk at an existing folder."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "every-other-chaos", work]
    if os.geteuid() == 0 and not subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        try:
            yield TmpfsDisk(work)
        finally:
            subprocess.run(["umount", "--lazy", work], check=False)
    else:
        yield FileSizeLimitedDisk(work)
