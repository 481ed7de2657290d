"""Finds Node, and has fetched what the servers written for it need.

boardgame.io's last release brings old packages along: so these have a lock of their own, and are no part of
what the site or a developer installs.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.fetched import fetch_npm_packages
from bench.live.servers import Site, running_command
from bench.services import free_port

HERE = Path(__file__).parent
NAME, PACKAGES = "peers", "boardgame.io and ws"


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
    packages = fetch_npm_packages(NAME, HERE, PACKAGES)
    program = shutil.which("node")
    assert program is not None  # or nothing was fetched
    return Node(program, packages)
