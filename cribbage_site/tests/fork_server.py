"""Start `manage.py` and modules as forks of a process with their imports loaded, in half the time.

The preloaded modules read no setting, start no thread and open no file. So a fork behaves like a new process:
its id, environment, output, signals and exit code are its own.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from struct import Struct

from cribbage_site.tests.migrated_databases import ROOT

LONGEST_REQUEST = 1 << 17
NUMBER = Struct("i")
IMPORTED = (
    "autobahn.twisted.websocket",
    "cribbage_site.assets.static_files",
    "cribbage_site.logs.error_reports",
    "cryptography.hazmat.primitives.ciphers.aead",
    "django.contrib.admin.widgets",
    "django.contrib.staticfiles.handlers",
    "django.core.handlers.asgi",
    "django.core.management.commands.runserver",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.forms",
    "django.template.backends.django",
    "django.test.signals",
    "django.views.debug",
    "django.views.generic",
    "fido2.arkg",
    "fido2.server",
    "fido2.webauthn",
    "game.bots.advanced.pegging",
    "game.engine.transcript",
    "common.script_bundle",
    "study.review.judge.game",
    "game.runtime.worker_pool",
    "game.table.record.steps",
    "msgspec",
    "numpy.random",
    "prometheus_client",
    "psycopg_pool",
    "ranking.rules.calculator",
    "redis.asyncio",
    "rng.fairness.battery",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
    "twisted.web.http",
    "unfold.dataclasses",
)


class ForkedProcess:
    """The part of `subprocess.Popen` that tests use, for a process whose exit another one reports."""

    def __init__(self, args: Sequence[str], environment: Mapping[str, str], output: int) -> None:
        self.args = args
        self.returncode: int | None = None
        self._answers, theirs = socket.socketpair()
        request = json.dumps([args, dict(environment)]).encode()
        assert len(request) < LONGEST_REQUEST
        with theirs:
            socket.send_fds(_start_fork_server(), [request], [output, theirs.fileno()])
        self.pid = self._read_number()

    def _read_number(self) -> int:
        (number,) = NUMBER.unpack(self._answers.recv(NUMBER.size))
        return int(number)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            is_over, _, _ = select.select([self._answers], [], [], timeout)
            if not is_over:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = self._read_number()
            self._answers.close()
        return self.returncode

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self.wait(timeout=0)
        return None

    def send_signal(self, signum: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signum)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _start_fork_server() -> socket.socket:
    """Start the fork server of this process. It ends with the process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # A module that reads a setting fails now, because the settings module is unknown.
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment["OPENBLAS_NUM_THREADS"] = "1"  # numpy would start threads, and a fork copies none of them
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            cwd=ROOT, env=environment, pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def stop() -> None:
        ours.close()
        process.wait()

    atexit.register(stop)
    return ours


def fork_when_asked(requests: socket.socket) -> list[str]:
    """Fork for each request. In the fork, return the arguments to run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, descriptors, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 2)
        if not request:
            sys.exit()
        output, answers = descriptors
        if os.fork() == 0:
            break
        os.close(output)
        os.close(answers)
    requests.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if pid := os.fork():
        os.close(output)
        os.write(answers, NUMBER.pack(pid))
        _, status = os.waitpid(pid, 0)
        with suppress(BrokenPipeError):  # the requester is gone
            os.write(answers, NUMBER.pack(os.waitstatus_to_exitcode(status)))
        os._exit(0)
    os.close(answers)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    args, environment = json.loads(request)
    os.environ.clear()
    os.environ.update(environment)
    return list(args)


def main(descriptor: str) -> None:
    for module in IMPORTED:
        import_module(module)
    assert threading.active_count() == 1
    assert "twisted.internet.reactor" not in sys.modules
    assert "game.runtime.pubsub" not in sys.modules  # a process draws a random name there
    gc.freeze()  # otherwise a fork examines all this again
    sys.argv = fork_when_asked(socket.socket(fileno=int(descriptor)))
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1])
