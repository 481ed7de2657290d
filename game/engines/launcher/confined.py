"""The first process of an engine's namespaces, and the engine itself until it runs its program."""

import os
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.engines.launcher import kernel
from game.engines.launcher.call_filter import refuse_calls

NICENESS = 10
OPEN_FILES = 64
NO_NETWORK_GUARD = "it was not started, for its network cannot be taken away here"
NAMESPACES, MOUNTS, LANDLOCK, FILTER = "namespaces", "read-only mounts", "landlock", "call filter"


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of an engine.

    cpu_seconds: for the engine and its children together, from one question to the next.
    lifetime_cpu_seconds: for each process, from its start to its end.
    processes: processes and threads together.
    """

    memory_mb: int
    cpu_seconds: int
    lifetime_cpu_seconds: int
    processes: int
    is_isolated: bool

    @property
    def memory(self) -> int:
        return self.memory_mb << 20


@dataclass(frozen=True, slots=True)
class Start:
    """Values that the processes of one engine share.

    entries: descriptors by which a process joins the control groups.
    report: the pipe to the supervisor.
    is_memory_in_cgroup: whether a control group limits the memory.
    """

    program: str
    allowance: Allowance
    entries: tuple[int, ...]
    report: int
    is_memory_in_cgroup: bool

    def send(self, kind: str, text: str) -> None:
        os.write(self.report, f"{kind} {text}\n".encode())


def fork_first_process(start: Start, *, in_namespaces: bool) -> int:
    """Fork the parent of the engine. Return -1 if it needs namespaces and they are not allowed."""
    user, group = os.getuid(), os.getgid()
    child = kernel.fork_into_namespaces() if in_namespaces else os.fork()
    if child == 0:
        try:
            guards = _enter_namespaces(user, group) if in_namespaces else set()
            start.send("begun", "")
            _run_first_process(start, guards)
        finally:
            os._exit(0)
    return child


def _enter_namespaces(user: int, group: int) -> set[str]:
    """Set up new namespaces. Raise OSError if the kernel creates them but allows nothing in them."""
    kernel.map_user(user, group)
    return {NAMESPACES, MOUNTS} if kernel.make_mounts_read_only() else {NAMESPACES}


def _run_first_process(start: Start, guards: set[str]) -> None:
    """Start the engine, reap every process, and report how the engine ended."""
    if sys.platform == "linux":
        kernel.end_with_parent()
    os.setsid()
    engine = os.fork()
    if not engine:
        try:
            _become_engine(start, guards)
        except OSError as fault:
            start.send("fault", f"it could not be started: {fault.strerror}")
        finally:
            os._exit(0)
    close_engine_pipes()
    while True:
        pid, status = os.wait()
        if pid == engine:
            start.send("ended", str(os.waitstatus_to_exitcode(status)))
            return


def close_engine_pipes() -> None:
    """Close the engine's pipes here, so that they close when the engine ends."""
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)


def _become_engine(start: Start, guards: set[str]) -> None:
    """Remove everything from this process that an engine must not have, and run the program."""
    os.chdir(Path(start.program).parent)
    for entry in start.entries:
        os.write(entry, b"0")
    with suppress(PermissionError):
        os.nice(NICENESS)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing too much raises an error instead
    _limit_resources(start)
    if sys.platform == "linux":
        kernel.end_with_parent()
        guards = guards | _confine(guards)
    if start.allowance.is_isolated and not guards & {NAMESPACES, FILTER}:
        start.send("fault", NO_NETWORK_GUARD)
        return
    start.send("guards", ",".join(sorted(guards)))
    os.execv(start.program, [start.program])  # noqa: S606 - what a host has configured


def _limit_resources(start: Start) -> None:
    """Set hard limits, which no unprivileged process can raise."""
    allowance = start.allowance
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CPU: allowance.lifetime_cpu_seconds,
    }
    if sys.platform == "linux":
        limits[resource.RLIMIT_NPROC] = _count_own_threads() + allowance.processes
    if not start.is_memory_in_cgroup:
        limits[resource.RLIMIT_DATA] = allowance.memory
    for kind, limit in limits.items():
        hard = resource.getrlimit(kind)[1]
        least = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (least, least))


def _count_own_threads() -> int:
    """Count the threads of this user that this process sees. The kernel counts them against the limit."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid == os.getuid():
                count += len(os.listdir(process / "task"))
        except OSError:  # ended or hidden
            continue
    return count


def _confine(guards: set[str]) -> set[str]:
    """Apply the guards for this process and its children. Return those that the kernel supports."""
    kernel.drop_privileges()
    has_landlock = kernel.restrict_by_landlock()
    has_filter = refuse_calls(
        hides_processes=NAMESPACES in guards,
        keeps_signals=has_landlock and kernel.landlock_version() >= kernel.OF_SIGNALS,
        protects_files=has_landlock or MOUNTS in guards,
    )
    return {name for name, has_it in ((LANDLOCK, has_landlock), (FILTER, has_filter)) if has_it}
