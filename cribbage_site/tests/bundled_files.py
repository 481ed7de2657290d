"""Bundles of the pages' files for test servers: a browser opens a bundled page with less work."""

import os
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseStorageFinder, get_finders
from django.core.files.storage import FileSystemStorage

from cribbage_site.assets.bundle import NAMED_BY_SHEETS, bundle, find_entries, find_esbuild, find_parts
from cribbage_site.assets.imports import find_file
from cribbage_site.tests.migrated_databases import made_once, shared_directory

VARIABLE = "BUNDLED_FILES"


@cache
def bundled_files() -> dict[str, str]:
    """Return the environment that makes a server's pages load bundles, if esbuild is installed."""
    esbuild = find_esbuild()
    if esbuild is None:
        return {}
    folder = shared_directory() / "bundled-files"
    with made_once(folder) as new:
        if new:
            fill_folder(esbuild, new)
    return {VARIABLE: str(folder)}


def fill_folder(esbuild: Path, folder: Path) -> None:
    """Replace each entry with a bundle. A run makes this folder once, and its processes share it."""
    entries = find_entries()
    found = (name for finder in get_finders() for name, _ in finder.list([]))
    pictures = (name for name in found if name.endswith(NAMED_BY_SHEETS))
    for name in (*find_parts(entries), *pictures):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(find_file(name), folder / name)
    bundle(esbuild, entries, folder)


class BundledFiles(BaseStorageFinder):
    """Finds bundles before their sources, if the environment of this process names their folder."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.storage = FileSystemStorage(os.environ[VARIABLE])
        super().__init__(*args, **options)
