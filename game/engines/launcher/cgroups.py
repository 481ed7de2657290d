"""Control groups for an engine, version 1 or 2, if this process may create them."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns

CONTROLLERS_V1 = ("memory", "pids", "cpuacct")


@dataclass(frozen=True)
class Cgroups:
    """The directories created for one engine, by controller. With version 2 they are the same."""

    directories: dict[str, Path]

    def limit(self, memory: int, processes: int) -> None:
        """Set the limits. A controller whose limit cannot be set is skipped."""
        limits = {"memory": ("memory.max", "memory.limit_in_bytes", memory)}
        limits["pids"] = ("pids.max", "pids.max", processes)
        for controller, (new, old, value) in limits.items():
            if directory := self.directories.get(controller):
                try:
                    _write(directory / (new if (directory / new).exists() else old), value)
                except OSError:
                    del self.directories[controller]
        if directory := self.directories.get("memory"):
            for name, value in (("memory.swap.max", 0), ("memory.memsw.limit_in_bytes", memory)):
                with suppress(OSError):
                    _write(directory / name, value)

    def open_entries(self) -> list[int]:
        """Open the files by which a process joins, for use after these paths become read-only."""
        return [os.open(each / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC) for each in self.paths]

    @property
    def paths(self) -> set[Path]:
        return {*self.directories.values()}

    def cpu_seconds(self) -> float | None:
        """Return the CPU time of all its processes, ended ones included; None if it is not counted."""
        if directory := self.directories.get("cpuacct"):
            return int((directory / "cpuacct.usage").read_text()) / 1e9
        for directory in self.paths:
            with suppress(OSError):
                return _field(directory / "cpu.stat", "usage_usec") / 1e6
        return None

    def has_exceeded_memory(self) -> bool:
        """Return whether the kernel has killed a process for its memory."""
        if directory := self.directories.get("memory"):
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError):
                    return _field(directory / name, "oom_kill") > 0
        return False

    def remove(self) -> None:
        """Remove the directories, once all processes have ended."""
        for directory in self.paths:
            with suppress(OSError):
                directory.rmdir()


def create_cgroups() -> Cgroups:
    """Create a group in each hierarchy that allows it."""
    name, made = f"every-other-engine-{os.getpid()}-{monotonic_ns()}", dict[str, Path]()
    with suppress(OSError, ValueError):
        for controllers, parent in _own_groups():
            for controller in (*controllers,) or ("memory", "pids"):
                if controller not in made and (directory := _make(parent / name, controller)):
                    made[controller] = directory
    return Cgroups(made)


def _make(directory: Path, controller: str) -> Path | None:
    """Create a group with a controller. Return None if that is not allowed."""
    is_new = not directory.exists()
    try:
        enabled = directory.parent / "cgroup.subtree_control"
        if enabled.exists() and controller not in enabled.read_text().split():
            _write(enabled, f"+{controller}")
        directory.mkdir(exist_ok=True)
    except OSError:
        return None
    if any(directory.glob(f"{controller}.*")) and os.access(directory / "cgroup.procs", os.W_OK):
        return directory
    if is_new:
        directory.rmdir()
    return None


def _own_groups() -> Iterator[tuple[list[str], Path]]:
    """Yield the groups to create others in: those of this process, and with version 2 also the parent.

    A version 2 group with processes cannot have limited child groups. A host that delegates puts the server
    into a child of the delegated group.
    """
    mounts = [*map(str.split, Path("/proc/self/mountinfo").read_text().splitlines())]
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, listed, path = line.split(":", 2)
        wanted = [each for each in listed.split(",") if each in CONTROLLERS_V1]
        for fields in mounts:
            root, mounted, (kind, _, options) = fields[3], fields[4], fields[-3:]
            is_v1 = kind == "cgroup" and set(wanted) & set(options.split(","))
            if not (is_v1 or (kind == "cgroup2" and not listed)):
                continue
            group = Path(mounted) / os.path.relpath(path, root)
            yield wanted, group
            if not listed and path != root:
                yield [], group.parent


def _write(file: Path, value: int | str) -> None:
    """Write in one call, and do not create a missing file."""
    descriptor = os.open(file, os.O_WRONLY)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def _field(file: Path, name: str) -> int:
    """Return a number from a file of names and numbers; 0 if it is missing."""
    fields = dict(line.split() for line in file.read_text().splitlines())
    return int(fields.get(name, 0))
