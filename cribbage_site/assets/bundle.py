"""Bundles: the few minified files that a page loads in place of its modules and sheets.

`make bundle` writes them to `static/bundles/` with esbuild, and git has them, so that a site needs no build.
A page loads a bundle only while its sources are those that it was made from. Otherwise it loads the sources.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from os import stat
from pathlib import Path

from django.conf import settings
from django.template import engines

from cribbage_site.assets.imports import (
    WORKER_PATTERN,
    Written,
    all_imports,
    cached_while_unchanged,
    find_file,
    references,
)

FOLDER = "bundles"
INDEX = "index.json"  # for each entry the hash of its sources, and the files that a page loads at once
ENTRY_TAG = re.compile(r"""{% (?:modules|entry_url|sheet) "([^"]+)" %}""")


def bundled_files(entry: str) -> tuple[str, ...]:
    """Return the files that a page loads for an entry, or none if no bundle is of the present sources."""
    index = bundles_folder() / INDEX
    try:
        recorded = _read_index(index, stat(index).st_mtime_ns)[entry]
    except (FileNotFoundError, KeyError):
        return ()
    return tuple(recorded["files"]) if recorded["sources"] == digest_of_sources(entry) else ()


def find_entries() -> frozenset[str]:
    """Return every module and sheet that a page names, and every worker that one of them starts."""
    folders = (Path(folder) for engine in engines.all() for folder in engine.template_dirs)
    pages = (page.read_text() for folder in folders for page in folder.rglob("*.html"))
    named = {entry for page in pages for entry in ENTRY_TAG.findall(page)}
    modules = (module for entry in named for module in all_imports(entry))
    return frozenset(named.union(*(references(module, WORKER_PATTERN) for module in modules)))


def find_bundled() -> frozenset[str]:
    """Return the modules and sheets that no page loads, because it loads a bundle of them."""
    entries = find_entries()
    bundled = {entry for entry in entries if bundled_files(entry)}
    return _find_sources(bundled) - _find_sources(entries - bundled)


def _find_sources(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(name for entry in entries for name in all_imports(entry))


def bundles_folder() -> Path:
    return Path(settings.STATICFILES_DIRS[0], FOLDER)


@cache
def _read_index(path: Path, as_of: int) -> dict[str, dict[str, str]]:
    index: dict[str, dict[str, str]] = json.loads(path.read_text())
    return index


@cached_while_unchanged
def digest_of_sources(entry: str) -> tuple[str, Written]:
    """Return a hash of everything that a bundle is made from."""
    written, digest = {}, sha256()
    for name in sorted(with_workers(all_imports(entry))):
        path = find_file(name)
        written[path] = stat(path).st_mtime_ns
        digest.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest(), written


def with_workers(names: Iterable[str]) -> frozenset[str]:
    """Return the modules, and all modules of the workers that they start."""
    found = set(names)
    for name in sorted(found):
        for worker in references(name, WORKER_PATTERN) if name.endswith(".js") else ():
            if worker not in found:
                found |= with_workers(all_imports(worker))
    return frozenset(found)
