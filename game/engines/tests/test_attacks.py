"""A hostile engine tries each attack, on this kernel and on kernels with fewer guards."""

import json
import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.engine.moves import Throw
from game.engines import process as processes
from game.engines.engine import Engine
from game.engines.process import EngineFault, Limits
from game.engines.tests import attacks, programs
from game.engines.tests.test_engine import decide, is_running, wait_until_gone

IS_GUARDED = platform.machine() in ("x86_64", "aarch64") and sys.platform == "linux"
WHY_NOT = "the guards are those of Linux on x86_64 and aarch64"
pytestmark = [pytest.mark.skipif(not IS_GUARDED, reason=WHY_NOT), pytest.mark.slow]

LIMITS = Limits(ms=1000, patience_ms=60_000, start_ms=120_000, memory_mb=160)
HEAD = """
import ctypes, fcntl, resource, signal
libc = ctypes.CDLL(None, use_errno=True)
TGKILL, SIGQUEUE = {"x86_64": (234, 129), "aarch64": (131, 138)}[os.uname().machine]
VICTIM, FILE, FOLDER = %d, %r, %r
results = {}
for name, code in %r.items():
    tried = "done"
    try:
        exec(code)
    except BaseException as fault:
        tried = type(fault).__name__
    results[name] = tried
os.write(2, f"tried: {json.dumps(results)};".encode())
"""

# The guards that each kernel refuses.
KERNELS = {
    "all guards": "",
    "as in a container": "namespaces,cgroups",
    "without Landlock": "landlock",
    "call filter alone": "namespaces,landlock,cgroups",
}
# Without namespaces and Landlock, an engine can read the server's environment (docs/how-to/run-an-engine.md).
READS_NO_ENVIRONMENT = {name: refused for name, refused in KERNELS.items() if name != "call filter alone"}
GUARDS = {"namespaces": "namespaces", "landlock": "landlock", "cgroups": "memory cgroup"}


@pytest.fixture(params=KERNELS.values(), ids=KERNELS.keys())
def lacking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the guards that the kernel refuses."""
    refusing = (sys.executable, "-S", "-m", "game.engines.tests.refusing", request.param)
    monkeypatch.setattr(processes, "LAUNCHER", refusing + processes.LAUNCHER)
    return str(request.param)


@pytest.fixture
def victim() -> Iterator[subprocess.Popen[bytes]]:
    """Start a process of the same user, with a secret in its environment."""
    with subprocess.Popen(["sleep", "3600"], env={"SECRET_KEY": "the crib is mine"}) as process:
        yield process
        process.kill()


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """Return a file that the server may write."""
    file = tmp_path / "data" / "games.db"
    file.parent.mkdir()
    file.write_text("precious")
    return file


@pytest.fixture
def attack(tmp_path: Path, victim: subprocess.Popen[bytes], precious: Path, lacking: str) -> Iterator[object]:
    """Start an engine that tries an attack when it is asked."""
    started: list[Engine] = []

    def attack(code: str | dict[str, str], limits: Limits = LIMITS) -> Engine:
        codes = {"it": code} if isinstance(code, str) else code
        head = HEAD % (victim.pid, str(precious), str(precious.parent), codes)
        started.append(Engine(programs.write_program(tmp_path, head + programs.GOOD), limits))
        guards = started[-1].start().read_guards()
        for name in filter(None, lacking.split(",")):
            assert GUARDS[name] not in guards
        return started[-1]

    yield attack
    for engine in started:
        engine.stop()


def outcomes(engine: Engine, caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    """Return the result of each attack. The engine must still answer after them."""
    decide(engine)
    engine.stop()
    found: dict[str, Any] = json.loads(caplog.text.partition("tried: ")[2].partition(";")[0])
    return found


def outcome(engine: Engine, caplog: pytest.LogCaptureFixture) -> Any:
    return outcomes(engine, caplog)["it"]


def test_no_other_process_is_touched(
    attack, victim: subprocess.Popen[bytes], caplog: pytest.LogCaptureFixture
):
    cpu_limit = resource.prlimit(victim.pid, resource.RLIMIT_CPU)
    assert len(outcomes(attack(attacks.NO_SIGNAL), caplog)) == len(attacks.NO_SIGNAL)
    assert victim.poll() is None
    assert is_running(victim.pid)
    assert resource.prlimit(victim.pid, resource.RLIMIT_CPU) == cpu_limit


@pytest.mark.parametrize(
    "lacking", READS_NO_ENVIRONMENT.values(), ids=READS_NO_ENVIRONMENT.keys(), indirect=True
)
def test_the_environment_of_the_server_is_not_read(attack, lacking: str, caplog: pytest.LogCaptureFixture):
    outcome(attack("tried = open(f'/proc/{VICTIM}/environ').read()"), caplog)
    assert "tried:" in caplog.text
    assert "the crib is mine" not in caplog.text


def test_no_file_is_changed(attack, precious: Path, caplog: pytest.LogCaptureFixture):
    before = precious.stat()
    found = outcomes(attack(attacks.NO_WRITING), caplog)
    assert [name for name in attacks.NO_WRITING if found[name] == "done"] == []
    after = precious.stat()
    assert (after.st_mode, after.st_mtime_ns, after.st_nlink) == (before.st_mode, before.st_mtime_ns, 1)
    assert precious.read_text() == "precious"
    assert [*precious.parent.iterdir()] == [precious]


def test_memory_files_cannot_grow(attack, caplog: pytest.LogCaptureFixture):
    assert outcome(attack(attacks.MEMORY_FILE), caplog) == "OSError"


@pytest.mark.parametrize("code", [attacks.FORKS, attacks.THREADS], ids=["processes", "threads"])
def test_processes_and_threads_are_limited(attack, caplog: pytest.LogCaptureFixture, code: str):
    engine = attack(code)
    try:
        started = int(outcome(engine, caplog))
    except EngineFault as fault:
        # Without control groups, usage is sampled, and memory shared by children counts for each.
        assert re.search("it started more than 128 processes|it used more than 160 MB", str(fault))  # noqa: PT017
    else:
        assert started < LIMITS.processes


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("hoard = bytearray(4 << 30)", "memory"),
        (attacks.GREEDY_CHILDREN, "it used more than 160 MB of memory"),
        (attacks.IMMORTAL, "it used more than 3 seconds of CPU time"),
        (attacks.BUSY_CHILDREN, "it used more than 3 seconds of CPU time"),
    ],
    ids=["memory", "memory of children", "CPU limit lifted", "CPU time of children"],
)
def test_an_engine_over_its_limits_is_ended(
    attack, lacking: str, caplog: pytest.LogCaptureFixture, code: str, why: str
):
    engine = attack(code)
    if why == "memory" and "cgroups" in lacking:
        assert outcome(engine, caplog) == "MemoryError"
        return
    with pytest.raises(EngineFault, match=why):
        decide(engine)


def processes_named(mark: str) -> list[int]:
    """Return the processes with this first argument."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().split(b"\0")
        except OSError:  # ended in the meantime
            continue
        if words[0].decode(errors="replace") == mark:
            found.append(int(file.parent.name))
    return found


def wait_for_process(mark: str) -> int:
    """Return the process with this first argument, which the kernel sets at the end of `execv`."""
    while not (found := processes_named(mark)):
        time.sleep(0.01)
    [process] = found
    return process


@pytest.mark.parametrize("ends", ["stopped", "dies", "server killed"])
def test_no_grandchild_is_left(attack, tmp_path: Path, ends: str):
    mark = f"grandchild-{os.getpid()}-{time.monotonic_ns()}"
    code = attacks.GRANDCHILD.replace("MARK", mark)
    if ends == "dies":
        with pytest.raises(EngineFault, match="it ended, with status 3"):
            decide(attack(code + "os._exit(3)"))
    else:
        engine = attack(code)
        decide(engine)
        grandchild = wait_for_process(mark)
        process = engine._process
        assert process is not None
        if ends == "stopped":
            engine.stop()
        else:
            process._control.close()  # the kernel does this if the server is killed
            wait_until_gone(process.pid)
        assert not is_running(grandchild)
    assert not processes_named(mark)


def test_it_has_no_privileges_and_hard_limits(attack, caplog: pytest.LogCaptureFixture):
    code = """
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
limits = resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_CPU
tried = [status[name].strip() for name in ("NoNewPrivs", "CapEff", "CapBnd")]
tried += [resource.getrlimit(limit) for limit in limits]
"""
    nothing = "0" * 16
    found = outcome(attack(code), caplog)
    assert found == ["1", nothing, nothing, [0, 0], [0, 0], [3006, 3006]]


@programs.needs_node
def test_a_node_engine_answers(tmp_path: Path, lacking: str):
    """With a memory limit, although Node reserves gigabytes of address space."""
    engine = Engine(programs.write_node_program(tmp_path), replace(LIMITS, memory_mb=Limits().memory_mb))
    for _ in range(3):
        assert isinstance(decide(engine), Throw)
    engine.stop()


def test_its_control_groups_are_removed(attack):
    engine = attack("pass")
    decide(engine)
    name = f"every-other-engine-{engine.start().pid}-"
    engine.stop()
    assert not [*Path("/sys/fs/cgroup").glob(f"**/{name}*")]
