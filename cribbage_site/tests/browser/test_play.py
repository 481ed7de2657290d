"""A table after a reload and an upgrade, and how these tests detect a page that overflows for a moment."""

import pytest
from playwright.sync_api import Browser, Request

from cribbage_site.tests.browser.moves import play_one_step, start_bot_game, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_reload_restores_the_table(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        while wait_for_wanted_move(page) != "play":
            play_one_step(page, touch=False)
        play_one_step(page, touch=False)
        wait_for_wanted_move(page)
        look = """() => [
            ...["score-you", "score-them", "count"].map((id) => window[id].textContent),
            ...Array.from(document.querySelectorAll(".own, #pile .slot"), ({ dataset }) => dataset.card),
        ]"""
        before = page.evaluate(look)
        page.get_by_role("button", name="Settings").click()
        pause = page.locator("#bot-pause button")
        pause.wait_for()  # the dialog's script is loaded first, and a hidden button gets no key
        with page.expect_response("**/api/me/pause"):
            pause.press("Space")
        page.reload()
        wait_for_wanted_move(page)
        assert page.evaluate(look) == before
        page.get_by_role("button", name="Settings").click()
        assert pause.get_attribute("aria-checked") == "false"


def test_a_table_whose_scripts_an_upgrade_replaced_still_shows_its_result(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, silent=False, **DESKTOP) as page:
        start_bot_game(page, server)
        wait_for_wanted_move(page)
        loaded: list[Request] = []
        page.on("request", lambda asked: loaded.append(asked) if asked.is_navigation_request() else None)
        page.route(
            "**/*result-*.js", lambda route: route.continue_() if loaded else route.fulfill(status=404)
        )
        page.locator("#resign").click()
        page.get_by_role("button", name="Resign", exact=True).last.click()
        page.locator("#result").wait_for()
        assert len(loaded) == 1, "the result's script is loaded late, and the page again for it"


def test_a_momentary_overflow_is_detected_and_named(server: Server, chromium: Browser):
    noticed = pytest.raises(AssertionError, match=r'TOO WIDE at /learn: .*<b id="wide"')
    with noticed, visitor_page(chromium) as page:
        page.goto(f"{server.url}/learn")
        page.wait_for_load_state()
        with page.expect_console_message(lambda said: said.text.startswith("TOO WIDE")):
            page.evaluate("""async () => {
                const wide = Object.assign(document.createElement("b"), { id: "wide" });
                wide.style.cssText = "display: block; width: 9999px; height: 9px";
                document.body.append(wide);
                await new Promise((done) => setTimeout(done, 200));
                wide.remove();
            }""")
