"""Bundles: of today's sources alone, complete, and as `collectstatic` stores them."""

import filecmp
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings

from cribbage_site.assets import bundle
from cribbage_site.assets.bundle import bundled_files, bundles_folder, digest_of_sources, find_entries
from cribbage_site.assets.hashed_names import BUNDLED_SCRIPT, HashedNames
from cribbage_site.assets.imports import transitive_imports
from cribbage_site.assets.make_bundles import find_esbuild, write_bundles
from cribbage_site.tests.esbuild import require_esbuild

STORAGE = {"staticfiles": {"BACKEND": f"{HashedNames.__module__}.{HashedNames.__name__}"}}


@contextmanager
def collected_in(folder: Path) -> Iterator[dict[str, str]]:
    """Collect static files into a folder and serve pages with them. Yield the hashed names."""
    with override_settings(
        STATIC_ROOT=str(folder), STATIC_FILES_CHANGE=True, STORAGES=settings.STORAGES | STORAGE
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield json.loads((folder / HashedNames.manifest_name).read_text())["paths"]


@dataclass(frozen=True)
class Collected:
    """A folder with collected files, and their names."""

    folder: Path
    names: dict[str, str]

    def files_of(self, entry: str) -> list[str]:
        """Return the files that a page loads for an entry."""
        return [self.names.get(name, name) for name in bundled_files(entry)]

    def text(self, entry: str) -> str:
        return (self.folder / self.files_of(entry)[0]).read_text()


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collected]:
    folder = tmp_path_factory.mktemp("collected")
    with collected_in(folder) as names:
        yield Collected(folder, names)


def named_files(page: str) -> list[str]:
    """Return the scripts and stylesheets that a page names."""
    return re.findall(r'(?:href|src)="/static/([^"]+\.(?:js|css))"', page)


@pytest.mark.slow
def test_the_bundles_in_git_are_those_of_the_sources(tmp_path: Path) -> None:
    """Run `make bundle` if this fails, and commit what it writes."""
    require_esbuild()
    esbuild = find_esbuild()
    assert esbuild
    write_bundles(esbuild, tmp_path / "bundles")
    compared = filecmp.dircmp(bundles_folder(), tmp_path / "bundles")
    assert list(differences(compared)) == [], "make bundle"


def differences(compared: "filecmp.dircmp[str]") -> Iterator[str]:
    yield from (*compared.left_only, *compared.right_only, *compared.diff_files)
    for below in compared.subdirs.values():
        yield from differences(below)


def test_a_page_loads_a_bundle_only_while_its_sources_stay(tmp_path: Path, settings: Any) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    try:
        (tmp_path / "js").mkdir()
        (tmp_path / "bundles").mkdir()
        (tmp_path / "js/say.js").write_text('import { two } from "./two.js";\n')
        (tmp_path / "js/two.js").write_text("export const two = 2;\n")
        assert bundled_files("js/say.js") == ()
        about = {"sources": digest_of_sources("js/say.js"), "files": ["bundles/say-AAAAAAAA.js"]}
        (tmp_path / "bundles/index.json").write_text(json.dumps({"js/say.js": about}))
        assert bundled_files("js/say.js") == ("bundles/say-AAAAAAAA.js",)
        assert bundled_files("js/two.js") == ()
        (tmp_path / "js/two.js").write_text("export const two = 1 + 1;\n")
        assert bundled_files("js/say.js") == ()
        (tmp_path / "js/two.js").write_text("export const two = 2;\n")
        assert bundled_files("js/say.js") == ("bundles/say-AAAAAAAA.js",)
    finally:
        finders.get_finder.cache_clear()


@pytest.mark.slow
def test_pages_name_their_entries_in_one_way() -> None:
    entries = find_entries()
    assert {"js/game/table/table.js", "css/pages/game/table.css", "js/rng/lab/search-worker.js"} <= entries
    for entry in entries:
        assert not entries.intersection(transitive_imports(entry)[1:]), "it would be bundled twice"


@pytest.mark.django_db
def test_a_page_has_one_sheet_one_script_and_the_script_of_all_pages(collected: Collected) -> None:
    page = Client().get("/learn").content.decode()
    entries = ("css/pages/study/learn.css", "js/study/learn/learn.js", "js/cribbage_site/site.js")
    sheet, script, site = map(collected.files_of, entries)
    assert named_files(page) == [*sheet, collected.names["css/contrast.css"], *script, *site]


def test_the_service_worker_caches_the_bundles_of_the_offline_page(collected: Collected) -> None:
    first_line, _, _ = Client().get("/sw.js").content.decode().partition("\n")
    kept = json.loads(first_line.removeprefix("const KEEPS = ").removesuffix(";"))["files"]
    entries = (
        "css/pages/cribbage_site/offline.css",
        "js/cribbage_site/offline.js",
        "js/cribbage_site/site.js",
    )
    files = [name for entry in entries for name in collected.files_of(entry)]
    files += [collected.names[name] for name in ("css/contrast.css", "img/icon.svg")]
    assert {f"/static/{name}" for name in files} <= set(kept)
    assert [file for file in kept if not (collected.folder / file.removeprefix("/static/")).is_file()] == []


def test_a_worker_is_a_bundle_of_its_own(collected: Collected) -> None:
    (worker,) = collected.files_of("js/rng/lab/search-worker.js")
    assert f'new URL("./{Path(worker).name}",import.meta.url)' in collected.text("js/rng/lab/break.js")


def test_a_table_loads_one_script_at_once_and_others_when_they_are_needed() -> None:
    (script,) = bundled_files("js/game/table/table.js")
    others = {path.name for path in (bundles_folder() / "game/table").iterdir()}
    assert BUNDLED_SCRIPT.fullmatch(script)
    assert any(name.startswith("table.fair-dialog-") for name in others)


def test_sources_that_pages_load_as_bundles_can_be_read(collected: Collected) -> None:
    name = "js/game/table/table.js"
    assert name not in collected.names
    assert (collected.folder / name).is_file()


# How modules and stylesheets name other files, and which comments to skip.
REFERENCES = {
    ".js": (r"""["'`]((?:\.{1,2}|/static)/[^"'`\s?#]+\.\w+)["'`]""", r"(?ms)/\*.*?\*/|^\s*//.*?$"),
    ".css": (r"""url\(["']?(?!data:|#|%23|https?:)([^"')?#]+)""", r"(?s)/\*.*?\*/"),
}
VENDORED = "admin/js/vendor/"  # the files that it names need no check


def check_references(folder: Path, names: dict[str, str]) -> int:
    """Assert that every named file has a hash and exists. Return how many names were checked."""
    wrong, seen = [], 0
    scripts = (path.relative_to(folder).as_posix() for path in (folder / "bundles").rglob("*.js"))
    for name, hashed in (*names.items(), *((script, script) for script in scripts)):
        if Path(name).suffix not in REFERENCES or name.startswith(VENDORED):
            continue
        reference, comment = REFERENCES[Path(name).suffix]
        for other in re.findall(reference, re.sub(comment, "", (folder / hashed).read_text())):
            seen += 1
            is_hashed = re.search(r"\.[0-9a-f]{12}\.\w+$|-[A-Z0-9]{8}\.js$", other)
            if not is_hashed or not ((folder / hashed).parent / other).is_file():
                wrong.append((name, other))
    assert wrong == []
    assert not [name for name in names if "/tests/" in name]
    return seen


def test_every_file_that_a_bundle_names_is_hashed_and_exists(collected: Collected) -> None:
    assert check_references(collected.folder, collected.names) > 20


@pytest.mark.slow
@pytest.mark.django_db
def test_without_bundles_pages_load_single_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "INDEX", "none.json")
    with collected_in(tmp_path) as names:
        page = Client().get("/learn").content.decode()
        assert check_references(tmp_path, names) > 400
    entries = ("css/pages/study/learn.css", "js/study/learn/learn.js", "js/cribbage_site/site.js")
    wanted = {name for entry in entries for name in transitive_imports(entry)}
    assert set(named_files(page)) == {names[name] for name in wanted | {"css/contrast.css"}}


def test_esbuild_has_the_pinned_version() -> None:
    require_esbuild()
    packages = Path(settings.BASE_DIR)
    wanted = json.loads((packages / "package.json").read_text())["dependencies"]["esbuild"]
    done = subprocess.run([find_esbuild(), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == wanted
