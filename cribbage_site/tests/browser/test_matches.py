"""A match: its score at the table, the next game, and its winner."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import PHONE, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def resign_here(page: Page) -> None:
    page.wait_for_selector("#hand button")
    page.locator("#resign").click()
    page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#result-title")).to_be_focused()


def test_a_match_against_a_bot_is_played_until_it_is_won(chromium: Browser, server: Server) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(server.url)
        game = page.evaluate(
            """async () => {
                const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
                const body = JSON.stringify({ against: "novice", target: 61, best_of: 3 });
                const headers = { "X-CSRFToken": token };
                const made = await fetch("/api/games", { method: "POST", headers, body });
                return (await made.json()).game;
            }"""
        )
        page.goto(f"{server.url}/table/{game}")
        score = page.locator("#match")
        expect(score).to_have_text("Best of 3: you 0 – 0 Novice")
        resign_here(page)
        expect(score).to_have_text("Best of 3: you 0 – 1 Novice")
        page.evaluate(
            """() => {
                window.shared = new Promise((resolve) => (navigator.share = async (it) => resolve(it)));
                navigator.canShare = ({ files }) => files.length === 1;
            }"""
        )
        page.get_by_role("button", name="Share").click()
        shared = page.evaluate("shared.then(({ url, files }) => [url, files[0].type])")
        assert shared == [f"{server.url}/game/{game}", "image/png"]
        first = page.url
        page.get_by_role("button", name="Next game").click()
        page.wait_for_url(lambda url: "/table/" in url and url != first)
        expect(score).to_have_text("Best of 3: you 0 – 1 Novice")
        resign_here(page)
        expect(score).to_have_text("Novice wins the match, 2–0.")
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
