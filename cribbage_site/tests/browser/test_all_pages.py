"""Accessibility of every page there is: headings and names every day, all of WCAG 2.2 AA in full."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from conftest import server_on_this_database
from cribbage_site.tests.browser.test_accessibility import AXE, Walk, walking
from cribbage_site.tests.every_page import Answer, DescribedSite, fill_server
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

TWO_RULES = ("heading-order", "label-content-name-mismatch")
HEADINGS_AND_NAMES = {"runOnly": {"type": "rule", "values": TWO_RULES}, **AXE}


@pytest.fixture(scope="module")
def filled_server() -> Iterator[tuple[Server, DescribedSite]]:
    """A server of its own, since its rows take names that other tests sign up with."""
    with server_on_this_database() as server:
        yield server, fill_server(server)


def open_as(walk: Walk, page: Answer, site: DescribedSite, folder: Path) -> None:
    """Open a page as its visitor; one that is downloaded is opened from the disk."""
    context = walk.page.context
    context.clear_cookies()
    if session := site.sessions.get(page.visitor):
        context.add_cookies([{"name": "sessionid", "value": session, "url": walk.url}])
    if page.is_download:
        file = folder / "downloaded.html"
        file.write_bytes(walk.page.request.get(walk.url + page.path).body())
        walk.page.goto(file.as_uri())
    else:
        walk.go(page.path)
    walk.place = f"{page.path} as {page.visitor}"


def test_headings_and_names_of_every_page(
    filled_server: tuple[Server, DescribedSite], chromium: Browser, tmp_path: Path
) -> None:
    server, site = filled_server
    first_visits = {page.path: page for page in reversed(site.pages)}
    with walking(chromium, server) as walk:
        for page in first_visits.values():
            open_as(walk, page, site, tmp_path)
            walk.load_axe()
            walk.ask_axe(HEADINGS_AND_NAMES, page.visitor)
