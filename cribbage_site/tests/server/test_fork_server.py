"""A forked process behaves like one that was started normally."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cribbage_site.tests.fork_server import ForkedProcess
from cribbage_site.tests.migrated_databases import ROOT

WHAT_IT_SEES = """
import json, os, random, signal, sys
signals = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE)
handlers = {each.name: str(signal.getsignal(each)) for each in signals}
environment = {name: value for name, value in os.environ.items() if name != "_"}
opened = sorted(int(each) for each in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{each}"))
print(json.dumps([os.getcwd(), environment, handlers, opened, sys.argv[:2], sys.stdout.line_buffering]))
print("seen", file=sys.stderr)
"""


def in_shell(program: str) -> list[str]:
    return ["manage.py", "shell", "--verbosity", "0", "--command", program]


def start(output: Path, program: str) -> ForkedProcess:
    with output.open("wb") as out:
        return ForkedProcess(in_shell(program), os.environ | {"MARK": "of its own"}, out.fileno())


@pytest.mark.slow
def test_it_sees_the_environment_of_a_process_of_its_own(tmp_path: Path):
    assert start(tmp_path / "forked", WHAT_IT_SEES).wait(timeout=60) == 0
    with (tmp_path / "begun").open("wb") as out:
        subprocess.run(
            [sys.executable, *in_shell(WHAT_IT_SEES)],
            cwd=ROOT, env=os.environ | {"MARK": "of its own"}, check=True,
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
    forked, begun = ((tmp_path / name).read_text() for name in ("forked", "begun"))
    assert forked == begun
    assert "of its own" in forked


@pytest.mark.slow
@pytest.mark.parametrize(("program", "code"), [("pass", 0), ("import sys; sys.exit(3)", 3), ("1 / 0", 1)])
def test_its_exit_code_is_reported(tmp_path: Path, program: str, code: int):
    process = start(tmp_path / "log", program)
    assert process.wait(timeout=60) == code == process.poll()
    assert ("ZeroDivisionError" in (tmp_path / "log").read_text()) == (code == 1)


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_only_this_process(tmp_path: Path, signum: signal.Signals):
    one, other = (start(tmp_path / name, "import time; time.sleep(600)") for name in ("one", "other"))
    try:
        assert one.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            one.wait(timeout=0.01)
        one.send_signal(signum)
        assert one.wait(timeout=60) == -signum
        assert other.poll() is None
    finally:
        other.kill()
    assert other.wait(timeout=60) == -signal.SIGKILL


def test_two_forks_draw_different_random_numbers(tmp_path: Path):
    program = "import random; print(random.random())"
    drawn = []
    for name in ("one", "other"):
        assert start(tmp_path / name, program).wait(timeout=60) == 0
        drawn.append((tmp_path / name).read_text())
    assert drawn[0] != drawn[1]
