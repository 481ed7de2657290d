"""Pone may cut the deck: by a tap, by a key, or not at all, and the starter stays the same."""

import os
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import play_one_step
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

WISHES = {"look-cut": "on", "look-speed": "none", "look-onward": "auto"}
CUT_OR_MOVE = """() => {
    const isShown = (id) => !document.getElementById(id).hidden;
    return document.querySelector(".own.open") !== null
        || ["deck-cut", "throw", "continue", "go", "result"].some(isShown);
}"""
WATCH_FOR_CUT = """() => {
    const changed = () => (window.wasAsked = true);
    new MutationObserver(changed).observe(document.getElementById("deck-cut"), { attributes: true });
}"""


def start_game(page: Page, server: Server, **wishes: str) -> None:
    """Begin a game with Novice whose table keeps its pauses."""
    chosen = WISHES | wishes
    page.context.add_cookies([{"name": name, "value": chosen[name], "url": server.url} for name in chosen])
    page.goto(server.url)
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")


def play_until_cut(page: Page, *, touch: bool) -> None:
    """Play until the deck lies there to be cut."""
    cut = page.locator("#deck-cut")
    until = monotonic() + 120
    while not cut.is_visible():
        assert monotonic() < until
        page.wait_for_function(CUT_OR_MOVE)
        if not cut.is_visible():
            play_one_step(page, touch=touch)
            page.wait_for_timeout(100)


def shoot(page: Page, name: str) -> None:
    """Keep a picture for those who want to look."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.in_full
def test_a_tap_cuts_the_deck_on_a_phone_and_without_one_the_starter_turns_by_itself(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **PHONE) as page:
        start_game(page, server)
        play_until_cut(page, touch=True)
        spread = page.get_by_role("button", name="Cut the deck")
        expect(spread).to_have_accessible_description(
            "Tap where to cut. The starter was fixed before the game, so it stays the same wherever you cut."
        )
        expect(page.locator("#voice")).to_contain_text("Your cut: tap the deck, or press Enter.")
        expect(page.locator("#starter")).to_be_hidden()
        assert_fits(page)
        shoot(page, "deck-cut")
        spread.tap(position={"x": 60, "y": 50})
        expect(page.locator("#deck-cut")).to_be_hidden()
        expect(page.locator("#starter .card[data-suit]")).to_be_visible()
        expect(page.locator("#voice")).to_contain_text("The starter is the")
        shoot(page, "deck-was-cut")

        play_until_cut(page, touch=True)
        begun = monotonic()
        expect(page.locator("#deck-cut")).to_be_hidden(timeout=8_000)
        assert monotonic() - begun < 8
        expect(page.locator("#starter .card[data-suit]")).to_be_visible()


def test_the_deck_is_cut_by_keys(server: Server, chromium: Browser) -> None:
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


@pytest.mark.in_full
def test_who_does_not_want_to_cut_is_not_asked(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_game(page, server, **{"look-cut": "off"})
        page.evaluate(WATCH_FOR_CUT)
        for deal in (1, 2):
            while page.locator("body").get_attribute("data-deal") == str(deal - 1):
                page.wait_for_timeout(50)
            while page.locator("body").get_attribute("data-deal") == str(deal):
                play_one_step(page, touch=False)
                page.wait_for_timeout(50)
        assert page.evaluate("window.wasAsked") is None
