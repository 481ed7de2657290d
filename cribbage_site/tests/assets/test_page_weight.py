"""The weight of a table's page, and that it only loads files of this site."""

import gzip
import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from cribbage_site.assets import bundle
from cribbage_site.assets.imports import transitive_imports
from game.models import Player
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db

# As `make play` serves a first visit, compressed and with headers. A browser test also counts what scripts
# load (test_bundled_pages.py).
MOST_FILES_OF_TABLE, MOST_OF_TABLE = 25, 120_000
MOST_FILES_OF_FRONT, MOST_OF_FRONT = 20, 60_000
HEADERS = 280  # of a file
HEADERS_OF_PAGE = 960
FOR_SOME = "-accents.woff2"  # loaded only where an accent is written
OF_CSS = re.compile(r"""url\(["']?([^"')]+)""")


@pytest.fixture
def page() -> str:
    anna, bob = (Player.objects.create(username=name) for name in ("Anna", "Bob"))
    browser = Client()
    browser.force_login(anna)
    return browser.get(f"/table/{create_game(players=(anna, bob)).pk}").content.decode()


def content(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_bytes()


def text(name: str) -> str:
    return content(name).decode()


def weight(page: str) -> int:
    parts = [len(gzip.compress(content(name))) + HEADERS for name in files(page)]
    return HEADERS_OF_PAGE + len(gzip.compress(page.encode())) + sum(parts)


def files(page: str) -> set[str]:
    """Return the names of all files that the page requests, directly and through those files."""
    icons_of_apps = r'<link rel="(?:apple-touch-icon|manifest)"[^>]*>'
    named = set(re.findall(r'(?:href|src)="/static/([^"]+)"', re.sub(icons_of_apps, "", page)))
    for sheet in [name for name in named if name.endswith(".css")]:
        addresses = [
            each for each in OF_CSS.findall(text(sheet)) if not each.startswith(("data:", "#", "%23"))
        ]
        addresses = [each for each in addresses if not each.endswith(FOR_SOME)]
        named |= {normpath(join(dirname(sheet), each)) for each in addresses}
    return named


def test_a_table_page_stays_within_its_weight(page: str) -> None:
    assert "fonts/figtree.woff2" in files(page)
    assert len(files(page)) < MOST_FILES_OF_TABLE
    assert weight(page) < MOST_OF_TABLE


def test_the_front_page_stays_within_its_weight() -> None:
    page = Client().get("/").content.decode()
    assert {"fonts/fraunces.woff2", "fonts/figtree.woff2"} <= files(page)
    assert len(files(page)) < MOST_FILES_OF_FRONT
    assert weight(page) < MOST_OF_FRONT


@pytest.fixture
def without_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "INDEX", "none.json")


@pytest.mark.usefixtures("without_bundles")
def test_without_bundles_the_page_preloads_every_module(page: str) -> None:
    modules = transitive_imports("js/game/table/table.js")
    assert len(modules) > 40
    assert '<script type="module" src="/static/js/game/table/table.js">' in page
    for name in modules[1:]:
        assert f'<link rel="modulepreload" href="/static/{name}">' in page
    imported = {
        normpath(join(dirname(name), each))
        for name in modules
        for each in re.findall(r'\bfrom "([^"]+)";$', text(name), re.MULTILINE)
    }
    assert imported <= set(modules)


@pytest.mark.usefixtures("without_bundles")
def test_without_bundles_a_page_has_one_sheet_and_preloads_its_imports(page: str) -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert sheets == ["/static/css/pages/game/table.css"]
    imported = transitive_imports("css/pages/game/table.css")[1:]
    assert len(imported) > 10
    for name in imported:
        assert f'<link rel="preload" as="style" href="/static/{name}">' in page
    written = sum(text(name).count("@import") for name in ("css/pages/game/table.css", *imported))
    assert written == len(imported), "an import that is written in another way is not told of"


def test_a_page_loads_only_files_of_this_site_and_has_no_inline_code(page: str) -> None:
    assert re.findall(r'(?:href|src|action)="(?:\w+:)?//[^"]*"', page) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", page) == []
    for name in files(page):
        if name.endswith(".css"):
            assert re.findall(r"(?:@import\s*|url\()[\"']?(?:\w+:)?//", text(name)) == []
