"""HALSCRIB's page shows its data about a player, and a button deletes them."""

import pytest
from playwright.sync_api import Browser, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.test_accounts import PASSWORD, send
from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_button_deletes_the_stored_data(server: Server, chromium: Browser):
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/accounts/signup/")
        send(page, "Sign up", {"Name": "Remembered", "Password": PASSWORD})
        query(
            server.environment,
            "INSERT INTO game_learnthabits (player_id, games, led_pairs, lead_chances, paired_leads,"
            " reply_chances) SELECT id, 12, 20, 31, 9, 14 FROM game_player WHERE username = 'Remembered'",
        )
        page.goto(f"{server.url}/@HALSCRIB")
        memory = page.locator("#memory")
        expect(memory).to_contain_text("you led from a pair 20 of the 31 times")
        expect(page.locator("#lots tbody tr")).to_have_count(3)
        assert_fits(page)
        memory.get_by_role("button", name="Forget me").click()
        expect(page.locator(".messages")).to_have_text("HALSCRIB has forgotten you.")
        expect(page.locator("#memory")).to_contain_text("It remembers nothing yet. It learns")
