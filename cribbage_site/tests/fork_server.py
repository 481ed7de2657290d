"""Starts `manage.py` and modules as forks of a process that has imported what they would, in half the time.

What is imported beforehand reads no setting, starts no thread and opens no file, so that a fork is as good as
a process that began by itself: its id, environment, output, signals and exit code are its own.
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
    "allauth.core.ratelimit",
    "autobahn.twisted.websocket",
    "channels.auth",
    "channels.routing",
    "channels.security.websocket",
    "common.script_bundle",
    "cribbage_site.assets.static_files",
    "cribbage_site.logs.error_reports",
    "cribbage_site.pwa",
    "cryptography.hazmat.primitives.ciphers.aead",
    "django.contrib.admin.widgets",
    "django.contrib.auth.apps",
    "django.contrib.postgres.fields.utils",
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
    "game.accounts.sessions",
    "game.bots.advanced.pegging",
    "game.consumers.limits",
    "game.engine.transcript",
    "game.runtime.worker_pool",
    "game.sharing.picture",
    "game.table.record.steps",
    "game.web.refusal_page",
    "hosting.demo.schedule",
    "msgspec",
    "numpy.random",
    "people.notices.push.encryption",
    "programs.api.call",
    "programs.dumps.web.urls",
    "prometheus_client",
    "proof.public_log.urls",
    "psycopg_pool",
    "ranking.rules.calculator",
    "redis.asyncio",
    "rng.fairness.battery",
    "rng.fairness.watch.evidence",
    "rng.razz.equity.contest",
    "study.daily.web.pictures",
    "study.learn.urls",
    "study.review.judge.game",
    "study.strength.luck.luck",
    "study.throws.candidates",
    "tournaments.formats.hall",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
    "twisted.web.http",
    "unfold.dataclasses",
    "xml.etree.ElementTree",
)


class ForkedProcess:
    """What tests use of `subprocess.Popen`, for a process whose end another one tells of."""

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
    """One for this process, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # What asks for a setting now fails, as it does not know where the settings are.
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment["OPENBLAS_NUM_THREADS"] = "1"  # numpy would start threads, and none of them is forked
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
    """Fork for each request; return in the fork, with the arguments that it was asked to run."""
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
        with suppress(BrokenPipeError):  # nobody asks any more
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
    gc.freeze()  # a fork would examine all this again
    sys.argv = fork_when_asked(socket.socket(fileno=int(descriptor)))
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1])
