"""Measure in a separate process with a database of its own, which prints a JSON line for each result."""

import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import TypeVar

import django
import msgspec

from bench.measurement import MeasurementFailed

T = TypeVar("T")


def run_child(result: type[T], module: str, *arguments: str, **environment: str) -> Iterator[T]:
    """Run a module of the bench, and yield each of its results as soon as it is known."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=result)
    if process.returncode:
        raise MeasurementFailed(f"{module} failed; the output above says why.")


def run_child_on_sqlite(result: type[T], module: str, *arguments: str) -> Iterator[T]:
    """Run a module on a new file on a real disk. SQLite's work counts as CPU time of that process."""
    with TemporaryDirectory(prefix="every-other-bench-", dir="/var/tmp") as work:
        paths = {"DATABASE_PATH": f"{work}/bench.sqlite3", "LOG_ROOT": f"{work}/log"}
        yield from run_child(result, module, *arguments, **paths)


def begin_child() -> None:
    """Load the site in a child, and create the tables."""
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)


def write_result(result: object) -> None:
    print(msgspec.json.encode(result).decode(), flush=True)
