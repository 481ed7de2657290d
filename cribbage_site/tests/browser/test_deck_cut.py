"""Pone may cut the deck: by a tap, by a key, or not at all, and the starter stays the same."""

import os
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import POLLING, WANTED_MOVE_SCRIPT, play_one_step
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

WISHES = {"look-cut": "on", "look-speed": "none", "look-onward": "auto", "look-go": "hand"}
CUT_OR_MOVE = f"() => (document.getElementById('deck-cut').hidden ? ({WANTED_MOVE_SCRIPT})() : 'cut')"


def start_game(page: Page, server: Server, **wishes: str) -> None:
    """Begin a game with Novice at a table with normal pauses."""
    chosen = WISHES | wishes
    page.context.add_cookies([{"name": name, "value": chosen[name], "url": server.url} for name in chosen])
    page.goto(server.url)
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")


def play_until_cut(page: Page, *, touch: bool) -> None:
    """Play until the deck can be cut."""
    until = monotonic() + 120
    while page.wait_for_function(CUT_OR_MOVE, polling=POLLING).json_value() != "cut":
        assert monotonic() < until
        play_one_step(page, touch=touch)


def shoot(page: Page, name: str) -> None:
    """Save a screenshot if a folder is set."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_the_deck_is_cut_by_keyboard(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_game(page, server)
        play_until_cut(page, touch=False)
        spread = page.get_by_role("button", name="Cut the deck")
        spread.focus()
        lifted = spread.locator(".lifted")
        expect(lifted).to_have_count(20)
        page.keyboard.press("ArrowRight")
        expect(lifted).to_have_count(19)
        shoot(page, "deck-cut-by-keys")
        page.keyboard.press("Enter")
        expect(page.locator("#deck-cut")).to_be_hidden()
        expect(page.locator("#starter .card[data-suit]")).to_be_visible()
