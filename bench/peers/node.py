"""Finds Node, and installs what the servers written for it need.

boardgame.io's last release brings old packages along: so these have a lock of their own, are installed
outside of the checkout when they are first needed, and are no part of what the site or a developer installs.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bench.live.servers import Site, running_command
from bench.peers.progress import log_progress
from bench.services import free_port

HERE = Path(__file__).parent
MANIFESTS = ("package.json", "package-lock.json")
# Each package is checked against its hash in the lock file, and none runs anything here.
INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
INSTALL_TIMEOUT = 300


class NodeMissing(Exception):
    """Node, npm or the packages are not here, with a sentence that says which and why."""


@dataclass(frozen=True, slots=True)
class Node:
    """The program, and the folder of the packages."""

    program: str
    packages: Path

    @contextmanager
    def serving(self, script: str, ready_path: str) -> Iterator[Site]:
        """A server of this folder, as in production, for as long as it is measured."""
        port = free_port()
        environment = {"NODE_ENV": "production", "NODE_PATH": str(self.packages)}
        command = [self.program, str(HERE / script), str(port)]
        with running_command(script, command, port, environment, ready_path) as site:
            yield site


def prepare_node() -> Node:
    """Node, with the packages of the lock file; they are fetched where they are not here yet."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        raise NodeMissing("Node and npm are not both installed")
    folder = packages_folder()
    if not folder.exists():
        install_packages(npm, folder)
    return Node(program, folder / "node_modules")


def packages_folder() -> Path:
    """The folder of exactly these packages: another lock file has another one."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    lock = b"".join((HERE / name).read_bytes() for name in MANIFESTS)
    return cache / "every-other-bench" / f"peers-{sha256(lock).hexdigest()[:16]}"


def install_packages(npm: str, folder: Path) -> None:
    """Install beside the folder and then give it its name, so that it is there whole or not at all."""
    log_progress(f"boardgame.io and ws are fetched by npm, once, into {folder} ...")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="installing-", dir=folder.parent) as work:
        whole = Path(work, "whole")
        whole.mkdir()
        for name in MANIFESTS:
            shutil.copy(HERE / name, whole)
        try:
            done = subprocess.run(
                [npm, *INSTALL], cwd=whole, capture_output=True, text=True, timeout=INSTALL_TIMEOUT
            )
        except subprocess.TimeoutExpired:
            raise NodeMissing(f"npm did not fetch boardgame.io and ws in {INSTALL_TIMEOUT} s") from None
        if done.returncode:
            reason = done.stderr.partition("\n")[0]
            raise NodeMissing(f"npm could not fetch boardgame.io and ws, is this machine offline? ({reason})")
        whole.rename(folder)
