"""Table settings are those of /settings, and belong to the account. One mark represents all deals."""

import pytest
from playwright.sync_api import Browser, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

CHOSEN = {
    "Deck": ("deck", "Plain", "plain"),
    "Board": ("board", "Slate", "slate"),
    "Felt": ("felt", "Blue", "blue"),
    "Speed of cards and pegs": ("speed", "Fast", "fast"),
    "After a count": ("onward", "Continue by itself", "auto"),
    "Confirm a card before playing it": ("confirm", "On", "on"),
    "Cut the deck as pone": ("cut", "On", "on"),
}


def test_settings_changed_at_the_table_stay_with_the_account(server: Server, chromium: Browser) -> None:
    visitor, game, _ = play_bot_game(server)
    visitor.sign_up("Gear")
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in visitor.cookies.items()]
    with visitor_page(chromium, **PHONE) as page:
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.goto(f"{server.url}/table/{game}")
        page.get_by_role("button", name="Settings").tap()
        dialog = page.get_by_role("dialog", name="Settings")
        for question, (name, answer, value) in CHOSEN.items():
            with page.expect_response("**/api/me/look"):
                dialog.get_by_role("group", name=question, exact=True).get_by_label(
                    answer, exact=True
                ).check()
            expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
        expect(page.locator("#settings-note")).to_have_text("Saved.")
        assert_fits(page)
        page.goto(f"{server.url}/settings")
        for question, (name, answer, value) in CHOSEN.items():
            expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
            group = page.get_by_role("group", name=question, exact=True)
            expect(group.get_by_label(answer, exact=True)).to_be_checked()
    [row] = query(server.environment, "SELECT look FROM game_player WHERE username = %s", "Gear")
    assert "board=slate" in row["look"]
