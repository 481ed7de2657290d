"""Find the imports of modules and stylesheets in their source."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from os import stat
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TypeVar

from django.contrib.staticfiles import finders

IMPORT_PATTERN = re.compile(
    r"""(?m)(?P<matched>^(?P<says>(?:import|export)\s(?:[^"'();=]*\sfrom\s*)?)["'](?P<url>\.\.?/[^"']+)["'])"""
)
SHEET_IMPORT = re.compile(r"""(?m)^@import "(?P<url>\.\.?/[^"]+)";$""")

# Some modules are imported when an action first needs them. Types in comments are written without `await`.
LATER_PATTERN = re.compile(r"""(?P<matched>\bawait import\(["'](?P<url>\.\.?/[^"']+)["']\))""")
# A worker is not imported, but its URL names the file.
WORKER_PATTERN = re.compile(r"""(?P<matched>new URL\(["'](?P<url>\.\.?/[^"']+)["'],\s*import\.meta\.url\))""")


Answer = TypeVar("Answer")
Written = dict[Path, int]  # the modification times of files


def cached_while_unchanged(read: Callable[[str], tuple[Answer, Written]]) -> Callable[[str], Answer]:
    """Cache what a function reads from files about an entry, until one of these files has changed.

    It returns its answer with the times of the files.
    """
    known: dict[str, tuple[Answer, Written]] = {}

    def ask(entry: str) -> Answer:
        if entry not in known or _is_stale(known[entry][1]):
            known[entry] = read(entry)
        return known[entry][0]

    return ask


def _is_stale(written: Written) -> bool:
    try:
        return any(stat(path).st_mtime_ns != at for path, at in written.items())
    except OSError:
        return True


@cached_while_unchanged
def transitive_imports(entry: str) -> tuple[tuple[str, ...], Written]:
    """Return a module or sheet and all its static imports, near ones first."""
    pattern = SHEET_IMPORT if entry.endswith(".css") else IMPORT_PATTERN
    found, written = [entry], {}
    for name in found:
        path = find_file(name)
        written[path] = stat(path).st_mtime_ns
        found.extend(new for new in references(name, pattern) if new not in found)
    return tuple(found), written


def all_imports(entry: str) -> tuple[str, ...]:
    """Return a module or sheet and all its static and dynamic imports: the content of its bundle."""
    found = [entry]
    for name in found:
        later = references(name, LATER_PATTERN) if name.endswith(".js") else ()
        found.extend(new for new in (*transitive_imports(name), *later) if new not in found)
    return tuple(found)


def references(name: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield the names of the files that a file refers to."""
    path = find_file(name)
    for url in _parse(path, stat(path).st_mtime_ns, pattern):
        yield normpath(join(dirname(name), url))


def find_file(name: str) -> Path:
    """Return the path of a file that pages need."""
    path = finders.find(name)
    if path is None:
        raise LookupError(f"{name}, which a page needs, does not exist")
    return Path(path)


@cache
def _parse(path: Path, as_of: int, pattern: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found["url"] for found in pattern.finditer(path.read_text())))
