"""Download the packages of a lock file that only one test needs, with npm and pip.

They are stored outside of the checkout, in a folder for each lock file.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

# Each package is checked against its hash in the lock file, and no package script runs.
NPM_INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
PIP_INSTALL = ("install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps")
PIP_ONLY = ("--require-hashes", "--only-binary", ":all:", "--retries", "1", "-r")
TIMEOUT = 600
NPM_FILES, PIP_LOCK = ("package.json", "package-lock.json"), "requirements.lock"


class NotFetched(Exception):
    """A program or its packages are missing. The message names them and the reason."""


def cache_folder(name: str, locks: Sequence[Path]) -> Path:
    """Return the folder that stores the packages of these lock files."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    lock = b"".join(path.read_bytes() for path in locks)
    return cache / "every-other-tests" / f"{name}-{sha256(lock).hexdigest()[:16]}"


def fetch_npm_packages(name: str, manifests: Path, what: str) -> Path:
    """Return the `node_modules` of the lock file in a folder. Download the packages if they are missing."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NotFetched("Node and npm are not both installed")
    folder = cache_folder(name, [manifests / file for file in NPM_FILES])
    if not folder.exists():
        with _installing(folder) as whole:
            for file in NPM_FILES:
                shutil.copy(manifests / file, whole)
            _run("npm", [npm, *NPM_INSTALL], whole, what)
    return folder / "node_modules"


def fetch_python_packages(name: str, manifests: Path, what: str) -> Path:
    """Return a Python that has exactly the packages of the lock file in a folder."""
    lock = manifests / PIP_LOCK
    folder = cache_folder(name, [lock])
    if not folder.exists():
        with _installing(folder) as whole:
            _run("Python", [sys.executable, "-m", "venv", "--without-pip", "."], whole, what)
            pip = [sys.executable, "-m", "pip", "--python", "bin/python"]
            _run("pip", [*pip, *PIP_INSTALL, *PIP_ONLY, str(lock)], whole, what)
    return folder / "bin/python"


@contextmanager
def _installing(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder that is renamed at the end, so that the result exists whole or not at all."""
    print(f"{folder.name} is fetched, once, into {folder} ...", file=sys.stderr)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="installing-", dir=folder.parent) as work:
        whole = Path(work, "whole")
        whole.mkdir()
        yield whole
        whole.rename(folder)


def _run(program: str, command: Sequence[str], folder: Path, what: str) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise NotFetched(f"{program} did not fetch {what} in {TIMEOUT} s") from None
    if done.returncode:
        reason = done.stderr.partition("\n")[0]
        raise NotFetched(f"{program} could not fetch {what}, is this machine offline? ({reason})")
