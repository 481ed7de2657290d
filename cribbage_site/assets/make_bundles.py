"""Write the bundles: `make bundle`. It needs esbuild, which `npm ci` installs, and takes seconds."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from django import setup as load_apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.template import engines

from cribbage_site.assets.bundle import FOLDER, INDEX, bundles_folder, digest_of_sources
from cribbage_site.assets.imports import LATER_PATTERN, WORKER_PATTERN, all_imports, find_file, references

ENTRY_TAG = re.compile(r"""{% (?:modules|entry_url|sheet) "([^"]+)" %}""")
NAMED_BY_SHEETS = (".woff2", ".svg")
OPTIONS = (
    *("--bundle", "--minify", "--format=esm", "--charset=utf8"),
    # Fonts stay in place, and each bundle refers to them relative to its own folder.
    *("--loader:.woff2=copy", "--asset-names=[dir]/[name]"),
    # A request costs more than each of the small pictures.
    "--loader:.svg=dataurl",
    *("--outbase=.", "--log-level=warning"),
)
ONLY_IMPORT = re.compile(r"""import"\./[^"]+";\s*""")
STATIC_IMPORT = re.compile(r"""\b(?:import|from)"\./([^"]+)\"""")


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


def write_bundles(esbuild: Path, folder: Path) -> None:
    """Replace all bundles in a folder. The same sources give the same bytes."""
    entries = sorted(find_entries())
    with TemporaryDirectory(prefix="every-other-bundles-") as work:
        sources, built = Path(work, "sources"), Path(work, "built")
        _copy_sources(entries, sources)
        scripts = [entry for entry in entries if entry.endswith(".js")]
        sheets = [entry for entry in entries if entry.endswith(".css")]
        _run(esbuild, sources, built, *sheets)
        for script in scripts:
            _run(esbuild, sources, built, script, *_splitting(script))
        shutil.rmtree(folder, ignore_errors=True)
        index = {}
        for kind in ("css", "js"):
            for path in sorted((built / kind).rglob(f"*.{kind}")):
                to = folder / path.relative_to(built / kind)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, to)
        for entry in entries:
            files = _loaded_at_once(folder, bundle_name(entry))
            index[entry] = {"sources": digest_of_sources(entry), "files": files}
        lines = (f"{json.dumps(entry)}: {json.dumps(about)}" for entry, about in index.items())
        (folder / INDEX).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def bundle_name(entry: str) -> str:
    """Return where a bundle lies: as deep as its entry, so that both name other files by the same paths."""
    return PurePosixPath(FOLDER, *PurePosixPath(entry).parts[1:]).as_posix()


def _copy_sources(entries: Iterable[str], folder: Path) -> None:
    found = (name for finder in get_finders() for name, _ in finder.list([f"{FOLDER}/*"]))
    pictures = {name for name in found if name.endswith(NAMED_BY_SHEETS)}
    for name in pictures.union(*map(all_imports, entries)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(find_file(name), folder / name)


def _splitting(script: str) -> tuple[str, ...]:
    """Return the options for a script that imports some modules only when they are needed.

    As if each module imported the script: then its own modules make one file. Otherwise esbuild makes a file
    for each set of modules that several late ones share.
    """
    if not any(True for name in all_imports(script) for _ in references(name, LATER_PATTERN)):
        return ()
    name = script.removesuffix(".js")
    return "--splitting", f"--inject:./{script}", f"--chunk-names={name}.[name]-[hash]"


def _run(esbuild: Path, sources: Path, built: Path, *arguments: str) -> None:
    command = [esbuild, *arguments, *OPTIONS, f"--outdir={built}"]
    subprocess.run(command, cwd=sources, check=True)  # noqa: S603 - names of our own files


def _loaded_at_once(folder: Path, name: str) -> list[str]:
    """Return the files that a page loads for a bundle: itself and what it imports."""
    place, files = PurePosixPath(name).parent, [name]
    for each in files if name.endswith(".js") else ():
        text = (folder / PurePosixPath(each).relative_to(FOLDER)).read_text()
        parts = [(place / part).as_posix() for part in STATIC_IMPORT.findall(text)]
        files.extend(part for part in parts if part not in files)
        if ONLY_IMPORT.fullmatch(text):  # the page can name the imported file as well
            (folder / PurePosixPath(each).relative_to(FOLDER)).unlink()
            files.remove(each)
    return files


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    load_apps(set_prefix=False)
    esbuild = find_esbuild()
    if esbuild is None:
        sys.exit("esbuild is not installed. Install Node 20, then run make bundle.")
    write_bundles(esbuild, bundles_folder())


if __name__ == "__main__":
    main()
