"""Every page, in both color schemes and at all sizes, follows WCAG 2.2 AA."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cribbage_site.tests.browser.test_all_pages import open_as
from cribbage_site.tests.browser.walk import walking
from cribbage_site.tests.every_page import DescribedSite
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


# Django and Unfold own the admin's markup, so only its headings and names are checked.
MADE_BY_OTHERS = "/admin/"


def test_every_page_in_every_color_scheme_and_size(
    filled_server: tuple[Server, DescribedSite], chromium: Browser, tmp_path: Path
) -> None:
    server, site = filled_server
    with walking(chromium, server) as walk:
        for page in (page for page in site.pages if not page.path.startswith(MADE_BY_OTHERS)):
            open_as(walk, page, site, tmp_path)
            walk.load_axe()
            walk.ask_in_every_look()
            walk.ask_at_every_size()
