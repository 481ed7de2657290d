"""Bundle the files of pages with esbuild: one minified file and one source map per entry.

The sources work without a build. Where esbuild is not installed (`npm ci`), pages load the modules one by
one.
"""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.template import engines

from cribbage_site.assets.imports import WORKER_PATTERN, all_imports, references

ENTRY_TAG = re.compile(r"""{% (?:modules|sheet) "([^"]+)" %}""")
NAMED_BY_SHEETS = (".woff2", ".svg")
OPTIONS = (
    *("--bundle", "--minify", "--format=esm", "--sourcemap", "--charset=utf8"),
    # Fonts and images stay in place, and each bundle refers to them relative to its own folder.
    *(f"--loader:{kind}=copy" for kind in NAMED_BY_SHEETS),
    "--asset-names=[dir]/[name]",
    *("--allow-overwrite", "--outdir=.", "--outbase=.", "--log-level=warning"),
)


def find_esbuild() -> Path | None:
    """Return the esbuild binary that `npm ci` installs for this machine. It needs no Node."""
    return next(settings.BASE_DIR.glob("node_modules/@esbuild/*/bin/esbuild"), None)


def find_entries() -> frozenset[str]:
    """Return every module and sheet that a page names, and every worker that one of them starts."""
    folders = (Path(folder) for engine in engines.all() for folder in engine.template_dirs)
    pages = (page.read_text() for folder in folders for page in folder.rglob("*.html"))
    named = {entry for page in pages for entry in ENTRY_TAG.findall(page)}
    modules = (module for entry in named for module in all_imports(entry))
    return frozenset(named.union(*(references(module, WORKER_PATTERN) for module in modules)))


def find_parts(entries: Iterable[str]) -> frozenset[str]:
    """Return the entries and everything that they import."""
    return frozenset(name for entry in entries for name in all_imports(entry))


def bundle(esbuild: Path, entries: Iterable[str], folder: Path) -> None:
    """Replace the entries in a folder with bundles, each with a map (`.map`).

    Bundles stay in place because a map names its sources by relative path. Hashed names must be the same
    wherever they are made.
    """
    subprocess.run([esbuild, *sorted(entries), *OPTIONS], cwd=folder, check=True)  # noqa: S603 - names of our own files
