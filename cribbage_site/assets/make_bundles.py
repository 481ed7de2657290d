"""Write the bundles: `make bundle`. It needs esbuild, which `npm ci` installs, and takes seconds."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from django import setup as load_apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

from cribbage_site.assets.bundle import FOLDER, INDEX, bundles_folder, digest_of_sources, find_entries
from cribbage_site.assets.imports import LATER_PATTERN, WORKER_PATTERN, all_imports, find_file, references

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


def write_bundles(esbuild: Path, folder: Path) -> None:
    """Replace all bundles in a folder. The same sources give the same names and bytes."""
    entries = sorted(find_entries())
    with TemporaryDirectory(prefix="every-other-bundles-") as work:
        builder = Builder(esbuild, Path(work, "sources"), Path(work, "built"))
        builder.copy_sources(entries)
        files = builder.build(entries)
        shutil.rmtree(folder, ignore_errors=True)
        for kind in ("css", "js"):
            shutil.copytree(
                builder.built / kind, folder, ignore=shutil.ignore_patterns("*.woff2"), dirs_exist_ok=True
            )
    index = {entry: {"sources": digest_of_sources(entry), "files": files[entry]} for entry in entries}
    lines = (f"{json.dumps(entry)}: {json.dumps(about)}" for entry, about in index.items())
    (folder / INDEX).write_text("{\n" + ",\n".join(lines) + "\n}\n")


@dataclass(frozen=True)
class Builder:
    """esbuild with a folder of sources and one of bundles."""

    esbuild: Path
    sources: Path
    built: Path

    def copy_sources(self, entries: Iterable[str]) -> None:
        found = (name for finder in get_finders() for name, _ in finder.list([f"{FOLDER}/*"]))
        named_by_sheets = {name for name in found if name.endswith(NAMED_BY_SHEETS)}
        for name in named_by_sheets.union(*map(all_imports, entries)):
            (self.sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(find_file(name), self.sources / name)

    def build(self, entries: Sequence[str]) -> dict[str, list[str]]:
        """Build all bundles. Return the files of each that a page loads at once."""
        sheets = [entry for entry in entries if entry.endswith(".css")]
        self.run(*sheets)
        files = {sheet: [bundle_name(sheet)] for sheet in sheets}
        modules = {name for entry in entries if entry.endswith(".js") for name in all_imports(entry)}
        workers = {worker for name in modules for worker in references(name, WORKER_PATTERN)}
        for script in sorted(set(entries) - set(sheets), key=lambda script: (script not in workers, script)):
            files[script] = self.build_script(script)
            if script in workers:
                self.rename_worker(script, PurePosixPath(files[script][0]).name, modules)
        return files

    def build_script(self, script: str) -> list[str]:
        self.run(script, "--entry-names=[dir]/[name]-[hash]", *_splitting(script))
        place = (self.built / script).parent
        (built,) = place.glob(f"{Path(script).stem}-????????.js")
        names = [built.name]
        for name in names:
            text = (place / name).read_text()
            names.extend(part for part in STATIC_IMPORT.findall(text) if part not in names)
        if ONLY_IMPORT.fullmatch(built.read_text()):  # a page can name the imported file itself
            built.unlink()
            names.remove(built.name)
        return [(PurePosixPath(bundle_name(script)).parent / name).as_posix() for name in names]

    def rename_worker(self, worker: str, name: str, modules: Iterable[str]) -> None:
        """Let the modules that start a worker name its bundle."""
        for module in modules:
            if worker in references(module, WORKER_PATTERN):
                text = (self.sources / module).read_text()
                (self.sources / module).write_text(text.replace(PurePosixPath(worker).name, name))

    def run(self, *arguments: str) -> None:
        command = [str(self.esbuild), *arguments, *OPTIONS, f"--outdir={self.built}"]
        subprocess.run(command, cwd=self.sources, check=True)  # noqa: S603 - names of our own files


def bundle_name(entry: str) -> str:
    """Return where a bundle lies: as deep as its entry, so that both name other files by the same paths."""
    return PurePosixPath(FOLDER, *PurePosixPath(entry).parts[1:]).as_posix()


def _splitting(script: str) -> tuple[str, ...]:
    """Return the options for a script that imports some modules only when they are needed.

    As if each module imported the script: then its own modules make one file. Otherwise esbuild makes a file
    for each set of modules that several late ones share.
    """
    if not any(True for name in all_imports(script) for _ in references(name, LATER_PATTERN)):
        return ()
    name = script.removesuffix(".js")
    return "--splitting", f"--inject:./{script}", f"--chunk-names={name}.[name]-[hash]"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    load_apps(set_prefix=False)
    esbuild = find_esbuild()
    if esbuild is None:
        sys.exit("esbuild is not installed. Install Node 20, then run make bundle.")
    write_bundles(esbuild, bundles_folder())


if __name__ == "__main__":
    main()
