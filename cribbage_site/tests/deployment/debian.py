"""Debian as a folder, and processes in containers of it: what stands in for an engine where there is none.

Root, mmdebstrap and systemd-nspawn are needed.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SUITE = "bookworm"
# For the image: what python:3.11-slim-bookworm has. For a machine: what docs/deploy.md installs.
FOR_THE_IMAGE = ("python3", "python3-venv", "ca-certificates", "libstdc++6")
FOR_A_MACHINE = ("systemd-sysv", "dbus", "postgresql", "redis-server", "nginx", "curl", "openssl", "procps")
# What leads from here to the package registries leads there from a container.
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
ROUTES = ("http_proxy", "https_proxy", "no_proxy", "PIP_CERT", "PIP_INDEX_URL", "NODE_EXTRA_CA_CERTS")


def check_possible() -> None:
    """Skip where no Debian can be made."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a Debian to try the deployment in")
    for program in ("mmdebstrap", "systemd-nspawn"):
        if shutil.which(program) is None:
            pytest.skip(
                f"{program} is not installed, and without it there is no Debian to try the deployment in"
            )


def make_debian(root: Path, packages: Sequence[str]) -> Path:
    """A new, small Debian."""
    wanted = f"--include={','.join(packages)}"
    command = ["mmdebstrap", "--quiet", "--variant=minbase", wanted, SUITE, str(root)]
    subprocess.run(command, check=True, cwd="/")
    return root


@contextmanager
def layer_over(base: Path, work: Path) -> Iterator[Path]:
    """A folder with all that is in another; what changes there changes nothing in that one."""
    upper, scratch, merged = (work / name for name in ("upper", "scratch", "merged"))
    for folder in (upper, scratch, merged):
        folder.mkdir(parents=True)
    layers = f"lowerdir={base},upperdir={upper},workdir={scratch}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(merged)], check=True)
    try:
        yield merged
    finally:
        subprocess.run(["umount", "--recursive", str(merged)], check=True)


def in_container(root: Path, *options: str, environment: Mapping[str, str] | None = None) -> list[str]:
    """The beginning of a command that is run in a container of this folder, in this machine's network."""
    here = [f"--setenv={name}={os.environ[name]}" for name in ROUTES if name in os.environ]
    return [
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--link-journal=no", "--console=pipe",
        "--resolv-conf=copy-host", f"--directory={root}", f"--bind-ro={CERTIFICATES}", *here,
        *(f"--setenv={name}={value}" for name, value in (environment or {}).items()),
        *options,
    ]  # fmt: skip


@dataclass(frozen=True)
class Container:
    """What runs in one."""

    leader: int  # the process that is the first one inside

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command beside it, as root."""
        enter = [
            "nsenter",
            f"--target={self.leader}",
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
            "--cgroup",
            "--root",
        ]
        done = subprocess.run([*enter, *command], capture_output=True, text=True)
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        return done

    def processes(self) -> list[int]:
        """The first process, and all that descend from it."""
        found = [self.leader]
        for pid in found:
            for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, tasks.read_text().split())
        return found

    def status(self, field: str) -> list[str]:
        """What the kernel says under this name of each process."""
        lines = [
            line for pid in self.processes() for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        ]
        return [line.partition(":")[2].strip() for line in lines if line.startswith(f"{field}:")]


@contextmanager
def started(command: Sequence[str], log: Path) -> Iterator[Container]:
    """A container that runs, until it is no longer needed."""
    with log.open("wb") as out:
        nspawn = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd="/"
        )
    try:
        yield Container(_leader_of(nspawn, log))
    finally:
        nspawn.terminate()
        try:
            nspawn.wait(timeout=30)
        except subprocess.TimeoutExpired:
            nspawn.kill()
            nspawn.wait()


def _leader_of(nspawn: subprocess.Popen[bytes], log: Path) -> int:
    children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and nspawn.poll() is None:
        for child in children.read_text().split():
            # The first process of the container, once its namespaces are its own.
            status = Path(f"/proc/{child}/status").read_text()
            if "\t1\n" in status.partition("NSpid:")[2].partition("\n")[0] + "\n":
                return int(child)
        time.sleep(0.05)
    raise RuntimeError(f"{' '.join(map(str, nspawn.args))} did not start:\n{log.read_text()[-4000:]}")
