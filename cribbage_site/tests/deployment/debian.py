"""A Debian tree in a folder, and processes in containers of it, in place of a container engine.

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
# For the image: the packages of python:3.11-slim-bookworm. For a machine: those of docs/how-to/production.md.
FOR_THE_IMAGE = ("python3", "python3-venv", "ca-certificates", "libstdc++6")
FOR_A_MACHINE = ("systemd-sysv", "dbus", "postgresql", "redis-server", "nginx", "curl", "openssl", "procps")
# The certificates with which this machine, and so a container, reaches the package registries.
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
ROUTES = ("http_proxy", "https_proxy", "no_proxy", "PIP_CERT", "PIP_INDEX_URL", "NODE_EXTRA_CA_CERTS")


def check_possible() -> None:
    """Skip the test where no Debian tree can be made."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a Debian to try the deployment in")
    for program in ("mmdebstrap", "systemd-nspawn"):
        if shutil.which(program) is None:
            pytest.skip(
                f"{program} is not installed, and without it there is no Debian to try the deployment in"
            )


def make_debian(root: Path, packages: Sequence[str]) -> Path:
    """Make a new, minimal Debian tree."""
    wanted = f"--include={','.join(packages)}"
    command = ["mmdebstrap", "--quiet", "--variant=minbase", wanted, SUITE, str(root)]
    subprocess.run(command, check=True, cwd="/")
    return root


@contextmanager
def layer_over(base: Path, work: Path) -> Iterator[Path]:
    """Mount a folder over another.

    It shows the content of the other, which its own changes leave unchanged.
    """
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
    """Return the start of a command that runs in a container of this folder, in this machine's network."""
    here = [f"--setenv={name}={os.environ[name]}" for name in ROUTES if name in os.environ]
    return [
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--link-journal=no", "--console=pipe",
        "--resolv-conf=copy-host", f"--directory={root}", f"--bind-ro={CERTIFICATES}", *here,
        *(f"--setenv={name}={value}" for name, value in (environment or {}).items()),
        *options,
    ]  # fmt: skip


@dataclass(frozen=True)
class Container:
    """A running container."""

    leader: int  # the first process inside

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in the container, as root."""
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
        """Return the first process and all its descendants."""
        found = [self.leader]
        for pid in found:
            for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, tasks.read_text().split())
        return found

    def status(self, field: str) -> list[str]:
        """Return this field of the kernel's status of each process."""
        lines = [
            line for pid in self.processes() for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        ]
        return [line.partition(":")[2].strip() for line in lines if line.startswith(f"{field}:")]


@contextmanager
def started(command: Sequence[str], log: Path) -> Iterator[Container]:
    """Run a container until the block ends."""
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
