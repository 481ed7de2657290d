"""The output of `collectstatic`: bundles where esbuild is installed, and otherwise every file by itself."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from cribbage_site.assets.bundle import find_entries, find_esbuild, find_parts
from cribbage_site.assets.hashed_names import UNBUNDLED, HashedNames
from cribbage_site.assets.imports import transitive_imports
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
    """A folder with bundles, and the names of its files."""

    folder: Path
    names: dict[str, str]

    def text(self, name: str) -> str:
        return (self.folder / self.names[name]).read_text()


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collected]:
    require_esbuild()
    folder = tmp_path_factory.mktemp("collected")
    with collected_in(folder) as names:
        yield Collected(folder, names)


def named_files(page: str) -> list[str]:
    """Return the scripts and stylesheets that a page names."""
    return re.findall(r'(?:href|src)="/static/([^"]+\.(?:js|css))"', page)


@pytest.mark.slow
def test_pages_name_their_entries_in_one_way() -> None:
    entries = find_entries()
    assert {"js/game/table/table.js", "css/pages/game/table.css", "js/rng/lab/search-worker.js"} <= entries
    for entry in entries:
        assert not entries.intersection(transitive_imports(entry)[1:]), "it would be bundled twice"


@pytest.mark.django_db
def test_a_page_has_one_sheet_one_script_and_the_script_of_all_pages(bundled: Collected) -> None:
    page = Client().get("/learn").content.decode()
    entries = (
        "css/pages/study/learn.css",
        "css/contrast.css",
        "js/study/learn/learn.js",
        "js/cribbage_site/site.js",
    )
    assert named_files(page) == [bundled.names[name] for name in entries]


@pytest.mark.slow
def test_a_bundle_needs_no_other_file(bundled: Collected) -> None:
    entries = find_entries()
    assert not bundled.names.keys() & (find_parts(entries) - entries)
    for entry in entries:
        text = bundled.text(entry)
        assert not re.search(r"""@import|\bimport\s*[{"'*]|\bfrom\s*["']\.""", text), entry
        assert re.search(r"sourceMappingURL=(\S+)", text)[1] == Path(bundled.names[f"{entry}.map"]).name


def test_the_service_worker_caches_the_bundles_of_the_offline_page(bundled: Collected) -> None:
    first_line, _, _ = Client().get("/sw.js").content.decode().partition("\n")
    kept = json.loads(first_line.removeprefix("const KEEPS = ").removesuffix(";"))["files"]
    entries = (
        "css/pages/cribbage_site/offline.css",
        "css/contrast.css",
        "js/cribbage_site/offline.js",
        "js/cribbage_site/site.js",
        "img/icon.svg",
    )
    assert {f"/static/{bundled.names[name]}" for name in entries} <= set(kept)
    assert [file for file in kept if not (bundled.folder / file.removeprefix("/static/")).is_file()] == []


def test_a_worker_is_a_bundle_of_its_own(bundled: Collected) -> None:
    worker = Path(bundled.names["js/rng/lab/search-worker.js"]).name
    assert f'new URL("./{worker}", import.meta.url)' in bundled.text("js/rng/lab/break.js")


def test_a_map_refers_to_the_original_sources(bundled: Collected) -> None:
    for entry in ("js/game/table/table.js", "css/pages/game/table.css"):
        about = json.loads(bundled.text(f"{entry}.map"))
        sources = [(bundled.folder / entry).parent / source for source in about["sources"]]
        assert [source.read_text() for source in sources] == about["sourcesContent"]
        assert len(sources) > 10


# How modules and stylesheets name other files, and which comments to skip.
REFERENCES = {
    ".js": (r"""["'`]((?:\.{1,2}|/static)/[^"'`\s?#]+\.\w+)["'`]""", r"(?ms)/\*.*?\*/|^\s*//.*?$"),
    ".css": (r"""url\(["']?(?!data:|#|https?:)([^"')?#]+)""", r"(?s)/\*.*?\*/"),
}
VENDORED = "admin/js/vendor/"  # the files that it names need no check


def check_references(folder: Path, names: dict[str, str]) -> int:
    """Assert that every named file has a hash and exists. Return how many names were checked."""
    wrong, seen = [], 0
    for name, hashed in names.items():
        if Path(name).suffix not in REFERENCES or name.startswith(VENDORED):
            continue
        reference, comment = REFERENCES[Path(name).suffix]
        for other in re.findall(reference, re.sub(comment, "", (folder / hashed).read_text())):
            seen += 1
            is_hashed = re.search(r"\.[0-9a-f]{12}\.\w+$", other)
            if not is_hashed or not ((folder / hashed).parent / other).is_file():
                wrong.append((name, other))
    assert wrong == []
    assert not [name for name in names if "/tests/" in name]
    return seen


def test_every_file_that_a_bundle_names_is_hashed_and_exists(bundled: Collected) -> None:
    assert check_references(bundled.folder, bundled.names) > 20


@pytest.mark.slow
@pytest.mark.django_db
def test_without_esbuild_pages_load_single_modules_and_a_message_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cribbage_site.assets.hashed_names.find_esbuild", lambda: None)
    with collected_in(tmp_path) as names:
        page = Client().get("/learn").content.decode()
    assert capsys.readouterr().err == f"{UNBUNDLED}\n"
    entries = ("css/pages/study/learn.css", "js/study/learn/learn.js", "js/cribbage_site/site.js")
    wanted = {name for entry in entries for name in transitive_imports(entry)}
    assert set(named_files(page)) == {names[name] for name in wanted | {"css/contrast.css"}}
    assert check_references(tmp_path, names) > 400


def test_esbuild_has_the_pinned_version() -> None:
    require_esbuild()
    packages = Path(settings.BASE_DIR)
    wanted = json.loads((packages / "package.json").read_text())["dependencies"]["esbuild"]
    done = subprocess.run([find_esbuild(), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == wanted
