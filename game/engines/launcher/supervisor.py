"""The supervisor of an engine: it starts the engine, watches its usage, and ends all its processes."""

import os
import select
import signal
import socket
import sys
from contextlib import suppress

from game.engines.launcher import kernel
from game.engines.launcher.cgroups import Cgroups, create_cgroups
from game.engines.launcher.confined import Allowance, Start, close_engine_pipes, fork_first_process
from game.engines.launcher.processes import descendants

INTERVAL_MS = 250
CHUNK = 4096


class Supervisor:
    """One engine, from start to end."""

    def __init__(self, control: socket.socket, allowance: Allowance, program: str) -> None:
        self._control, self._allowance, self._program = control, allowance, program
        self._cgroups, self._child = Cgroups({}), -1
        self._reports, self._unread = -1, b""
        self._used_before = 0.0
        self._seen = dict[tuple[int, str], float]()

    def run(self) -> None:
        """Start the engine and watch it. Report why it has ended, once all its processes are gone."""
        reason = ""
        try:
            self._start()
            reason = self._watch()
        finally:
            self._end_all()
            if self._cgroups.has_exceeded_memory():
                reason = self._exceeds_memory
            self._cgroups.remove()
            with suppress(OSError):
                self._send("end", reason)

    def _send(self, kind: str, text: str) -> None:
        self._control.send(f"{kind} {text}\n".encode())

    @property
    def _exceeds_memory(self) -> str:
        return f"it used more than {self._allowance.memory_mb} MB of memory"

    def _start(self) -> None:
        if sys.platform == "linux":
            kernel.adopt_orphans()
            self._cgroups = create_cgroups()
            self._cgroups.limit(self._allowance.memory, self._allowance.processes)
        entries = self._cgroups.open_entries()
        for in_namespaces in (True, False) if sys.platform == "linux" else (False,):
            self._reports, report = os.pipe()
            has_limit = "memory" in self._cgroups.directories
            start = Start(self._program, self._allowance, tuple(entries), report, has_limit)
            self._child = fork_first_process(start, in_namespaces=in_namespaces)
            os.close(report)
            if self._child > 0 and select.select([self._reports], [], [])[0]:
                self._unread = os.read(self._reports, CHUNK)
                if self._unread:
                    break
                os.waitpid(self._child, 0)
            self._child = -1
            os.close(self._reports)
        for entry in entries:
            os.close(entry)
        close_engine_pipes()

    def _watch(self) -> str:
        """Wait until the engine has ended or must be ended. Return the reason."""
        waiting = select.poll()
        waiting.register(self._control, select.POLLIN)
        waiting.register(self._reports, select.POLLIN)
        while True:
            if reason := self._take_reports():
                return reason
            ready = {descriptor for descriptor, _ in waiting.poll(INTERVAL_MS)}
            if self._control.fileno() in ready:
                if not self._control.recv(CHUNK):
                    return "it is no longer asked"
                self._used_before = self._cpu_seconds()
            if self._reports in ready:
                more = os.read(self._reports, CHUNK)
                self._unread += more
                if not more:
                    return "it was ended from outside"
            elif reason := self._find_excess():
                return reason

    def _take_reports(self) -> str:
        """Pass on the reports of the first process and the engine. Return the reason for an end, if any."""
        *lines, self._unread = self._unread.split(b"\n")
        for line in lines:
            kind, _, text = line.decode().partition(" ")
            if kind == "guards":
                held = [f"{name} cgroup" for name in sorted(self._cgroups.directories)]
                self._send("guards", ",".join([*filter(None, text.split(",")), *held]))
            elif kind == "fault":
                return text
            elif kind == "ended":
                return f"it ended, with status {text}"
        return ""

    def _find_excess(self) -> str:
        """Return the limit that the engine exceeds, or an empty string."""
        if sys.platform != "linux":
            return ""
        allowance, limited = self._allowance, self._cgroups.directories
        if self._cpu_seconds() - self._used_before > allowance.cpu_seconds:
            return f"it used more than {allowance.cpu_seconds} seconds of CPU time for a question"
        if self._cgroups.has_exceeded_memory():
            return self._exceeds_memory
        if {"memory", "pids"} <= limited.keys():
            return ""
        running = [one for one in descendants(os.getpid()) if one.pid != self._child]
        if sum(one.threads for one in running) > allowance.processes:
            return f"it started more than {allowance.processes} processes and threads"
        if "memory" not in limited and sum(one.memory for one in running) > allowance.memory:
            return self._exceeds_memory
        return ""

    def _cpu_seconds(self) -> float:
        """Return the CPU time used so far: counted by the kernel, or summed over the processes seen."""
        counted = self._cgroups.cpu_seconds()
        if counted is not None or sys.platform != "linux":
            return counted or 0.0
        self._seen |= {(one.pid, one.started): one.cpu_seconds for one in descendants(os.getpid())}
        return sum(self._seen.values())

    def _end_all(self) -> None:
        """End the first process, which ends its namespaces, and all remaining descendants."""
        if self._child > 0:
            for kill in (os.killpg, os.kill):
                with suppress(OSError):
                    kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        while left := descendants(os.getpid()) if sys.platform == "linux" else []:
            for one in left:
                with suppress(OSError):
                    os.kill(one.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
