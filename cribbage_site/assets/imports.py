"""What modules and stylesheets import, read from their source."""

import re
from collections.abc import Iterator
from functools import cache
from os import stat
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders

IMPORT_PATTERN = re.compile(
    r"""(?m)(?P<matched>^(?P<says>(?:import|export)\s(?:[^"'();=]*\sfrom\s*)?)["'](?P<url>\.\.?/[^"']+)["'])"""
)
SHEET_IMPORT = re.compile(r"""(?m)^@import "(?P<url>\.\.?/[^"]+)";$""")

# Some modules are imported when an action first needs them. A type in a comment is written without `await`.
LATER_PATTERN = re.compile(r"""(?P<matched>\bawait import\(["'](?P<url>\.\.?/[^"']+)["']\))""")
# A worker is no import, and named all the same.
WORKER_PATTERN = re.compile(r"""(?P<matched>new URL\(["'](?P<url>\.\.?/[^"']+)["'],\s*import\.meta\.url\))""")


def transitive_imports(entry: str) -> tuple[str, ...]:
    """A module or sheet and all that it imports at once, near ones first."""
    found = [entry]
    for name in found:
        pattern = SHEET_IMPORT if name.endswith(".css") else IMPORT_PATTERN
        found.extend(new for new in references(name, pattern) if new not in found)
    return tuple(found)


def all_imports(entry: str) -> tuple[str, ...]:
    """A module or sheet and all that it imports, at once or later: what a bundle is made of."""
    found = [entry]
    for name in found:
        later = references(name, LATER_PATTERN) if name.endswith(".js") else ()
        found.extend(new for new in (*transitive_imports(name), *later) if new not in found)
    return tuple(found)


def references(name: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """The names of the files that a file names."""
    path = finders.find(name)
    if path is None:
        raise LookupError(f"{name}, which a page needs, is not there")
    for url in _parse(Path(path), stat(path).st_mtime_ns, pattern):
        yield normpath(join(dirname(name), url))


@cache
def _parse(path: Path, as_of: int, pattern: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found["url"] for found in pattern.finditer(path.read_text())))
