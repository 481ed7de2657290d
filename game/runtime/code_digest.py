"""Identifies a version of the code by the contents of its files."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

KINDS = (".py", ".npz", ".json")
DIGITS = 16


@cache
def code_digest(package: str) -> str:
    """Return the first digits of a hash over all code and tables of a package."""
    digest = sha256()
    for name, file in sorted(_files_below(files(package), "")):
        digest.update(f"{name}\0".encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:DIGITS]


def _files_below(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            found += _files_below(entry, name)
        elif entry.name.endswith(KINDS):
            found.append((name, entry))
    return found
