"""What a table's page weighs, and that it is made of this site's files alone."""

import gzip
import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from cribbage_site.assets.imports import transitive_imports
from game.models import Player
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db

# A third of it is what checks the server; a tenth are the fonts, and less what tells of games elsewhere.
MOST = 244_000
# As a host without npm serves it, to a stranger; bundled, it is weighed in a browser (test_bundled_pages.py).
# The throw of the day, which is played on it, is 1,500 of it.
MOST_OF_FRONT = 55_000
MOST_FILES_OF_FRONT = 41
FOR_SOME = "-accents.woff2"  # asked for where an accent is written
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
    return sum(len(gzip.compress(part)) for part in (page.encode(), *map(content, files(page))))


def files(page: str) -> set[str]:
    """The names of all files that the page itself asks for, and of those that these ask for."""
    icons_of_apps = r'<link rel="(?:apple-touch-icon|manifest)"[^>]*>'
    named = set(re.findall(r'(?:href|src)="/static/([^"]+)"', re.sub(icons_of_apps, "", page)))
    for sheet in [name for name in named if name.endswith(".css")]:
        addresses = [each for each in OF_CSS.findall(text(sheet)) if not each.startswith(("data:", "#"))]
        addresses = [each for each in addresses if not each.endswith(FOR_SOME)]
        named |= {normpath(join(dirname(sheet), each)) for each in addresses}
    return named


def test_a_table_weighs_little_all_in(page: str) -> None:
    assert "fonts/figtree.woff2" in files(page)
    assert weight(page) < MOST


def test_the_front_page_weighs_least() -> None:
    page = Client().get("/").content.decode()
    assert "fonts/fraunces.woff2" in files(page)
    assert weight(page) < MOST_OF_FRONT
    assert len(files(page)) < MOST_FILES_OF_FRONT


def test_a_browser_is_told_at_once_of_every_module(page: str) -> None:
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


def test_a_page_has_one_sheet_and_is_told_at_once_of_what_that_imports(page: str) -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert sheets == ["/static/css/pages/game/table.css"]
    imported = transitive_imports("css/pages/game/table.css")[1:]
    assert len(imported) > 10
    for name in imported:
        assert f'<link rel="preload" as="style" href="/static/{name}">' in page
    written = sum(text(name).count("@import") for name in ("css/pages/game/table.css", *imported))
    assert written == len(imported), "an import that is written in another way is not told of"


def test_nothing_comes_from_elsewhere_and_nothing_stands_in_the_page_itself(page: str) -> None:
    assert re.findall(r'(?:href|src|action)="(?:\w+:)?//[^"]*"', page) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", page) == []
    for name in files(page):
        if name.endswith(".css"):
            assert re.findall(r"(?:@import\s*|url\()[\"']?(?:\w+:)?//", text(name)) == []
