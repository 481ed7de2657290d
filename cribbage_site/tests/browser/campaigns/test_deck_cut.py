"""Pone may cut the deck: by a tap, by a key, or not at all, and the starter stays the same."""

from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import POLLING, WANTED_MOVE_SCRIPT, play_one_step
from cribbage_site.tests.browser.test_deck_cut import play_until_cut, shoot, start_game
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


WATCH_FOR_CUT = """() => {
    const changed = () => (window.wasAsked = true);
    new MutationObserver(changed).observe(document.getElementById("deck-cut"), { attributes: true });
}"""


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


def test_a_player_who_turned_the_cut_off_is_not_asked(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_game(page, server, **{"look-cut": "off"})
        page.evaluate(WATCH_FOR_CUT)
        for deal in (1, 2):
            move = f"""() => {{
                const now = Number(document.body.dataset.deal);
                return now > {deal} ? "next deal" : now === {deal} && ({WANTED_MOVE_SCRIPT})();
            }}"""
            while page.wait_for_function(move, polling=POLLING).json_value() != "next deal":
                play_one_step(page, touch=False)
        assert page.evaluate("window.wasAsked") is None
