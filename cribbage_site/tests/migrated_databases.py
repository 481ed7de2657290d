"""Make migrated databases: a run migrates one of each kind, and copies it for all others."""

import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.services import find_program

ROOT = Path(__file__).resolve().parent.parent.parent
VARIABLE = "MIGRATED_DATABASES"


def fill_database(environment: Mapping[str, str]) -> None:
    """Fill the empty database of a server with this environment from the migrated one."""
    if url := environment.get("DATABASE_URL"):
        _fill_postgresql(url)
    else:
        shutil.copyfile(_migrated_sqlite(), environment["DATABASE_PATH"])


@cache
def shared_directory() -> Path:
    """Return the folder in which the processes of a run share migrated databases.

    The first process removes it.
    """
    if VARIABLE not in os.environ:
        directory = TemporaryDirectory(prefix="every-other-migrated-")
        atexit.register(directory.cleanup)
        os.environ[VARIABLE] = directory.name
    return Path(os.environ[VARIABLE])


def _migrated_sqlite() -> Path:
    file = shared_directory() / "migrated.sqlite3"
    with made_once(file) as new:
        if new:
            _migrate({"DATABASE_PATH": str(new)})
    return file


def _fill_postgresql(url: str) -> None:
    """Load a dump, which works on any cluster. Running all migrations again would take seconds."""
    file = shared_directory() / "migrated.sql"
    with made_once(file) as new:
        if new:
            _migrate({"DATABASE_URL": url})
            subprocess.run([find_program("pg_dump"), "--no-owner", "--file", new, url], check=True)
            return
    load = [find_program("psql"), "--quiet", "--output", os.devnull, "--set", "ON_ERROR_STOP=1"]
    subprocess.run([*load, "--no-psqlrc", "--file", file, url], check=True)


@contextmanager
def made_once(file: Path) -> Iterator[Path | None]:
    """Yield the path to create a missing file at, while other processes wait. Yield None if it exists."""
    with file.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if file.exists():
            yield None
        else:
            new = file.with_suffix(".new")
            yield new
            new.rename(file)


def _migrate(environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)
