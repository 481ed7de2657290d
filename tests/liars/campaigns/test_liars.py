"""A game that another process takes over keeps its ticks."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server
from tests.liars.test_liars import play_on, sit_down

pytestmark = pytest.mark.slow


def test_a_game_that_another_process_takes_over_is_ticked_on(own_server: Server, chromium: Browser) -> None:
    """The server is killed in the middle, and so is the page: nothing of it is a lie."""
    with visitor_page(chromium, silent=False, **DESKTOP) as page:  # its socket breaks
        sit_down(page, own_server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 1)
        own_server.kill()
        own_server.start()
        expect(page.locator("#line")).to_contain_text("Connected")
        play_on(page, 2)
        page.reload()
        play_on(page, 3)
        expect(page.locator("#alarm")).to_be_hidden()
        expect(page.locator("#ticks [data-mark=true]")).to_have_count(4)
