"""Start a restore that does not finish.

python -m hosting.backup.tests.killed_restore loading|loaded|full FILE
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import django

from cribbage_site.tests.server_process import ROOT, Server


def run_restore(new: Server, where: str, file: Path) -> tuple[int, str]:
    """Run a restore, and return its exit status and output."""
    command = [sys.executable, "-m", "hosting.backup.tests.killed_restore", where, str(file)]
    environment = os.environ | new.environment
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.returncode, done.stderr


def kill_self() -> None:
    """Kill this process without cleanup, like a power failure."""
    os.kill(os.getpid(), signal.SIGKILL)


def half_then_die(data: IO[bytes]) -> Iterator[bytes]:
    whole = data.read()
    yield whole[: len(whole) // 2]
    kill_self()


def main(where: str, file: Path) -> None:
    from django.core.management import call_command

    from hosting.backup import postgresql, procedures, sqlite

    match where:
        case "loading":
            postgresql.read_chunks = sqlite.read_chunks = half_then_die
        case "loaded":
            procedures.make_playable = lambda **_: kill_self()
        case "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
    call_command("restore", file)


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], Path(sys.argv[2]))
