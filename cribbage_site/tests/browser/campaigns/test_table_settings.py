"""The mark in the header of a table opens the check marks of all deals."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import (
    deals_checked,
    play_one_step,
    start_bot_game,
    wait_for_wanted_move,
)
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_the_mark_in_the_header_opens_every_check_mark_behind_it(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        while wait_for_wanted_move(page) != "throw" or 1 not in deals_checked(page):
            play_one_step(page, touch=False)
        mark = page.get_by_role(
            "button", name="Fair deal: No one could choose these cards alone, not even us."
        )
        expect(mark).to_have_attribute("data-mark", "true")
        expect(page.locator("#ticks")).to_be_hidden()
        mark.click()
        panel = page.get_by_role("dialog", name="Fair deal")
        expect(panel.get_by_role("button", name="✓ Deal 1")).to_be_visible()
        expect(panel).to_contain_text("turn it on in the settings")
        panel.get_by_role("button", name="table code").click()
        expect(page.locator("#fair-dialog .verdict.is-true")).to_be_visible()
