"""Watchers have a chat of their own."""

import pytest
from playwright.sync_api import expect

from cribbage_site.tests.browser.players import (
    POST,
    OpenPage,
    open_two_player_game,
)
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_watchers_chat_among_themselves(open_page: OpenPage, server: Server) -> None:
    ann, _, path = open_two_player_game(open_page)
    eve, fay = open_page(), open_page()
    for watcher in (eve, fay):
        watcher.evaluate(POST, ["/api/games", {"against": "novice", "rated": False}])  # makes a guest of each
        watcher.goto(f"{server.url}{path}")
        watcher.wait_for_selector("body[data-phase=throw]")
    eve.locator("[data-phrase=cards]").click()
    expect(eve.locator("#chat-lines")).to_contain_text("You")
    expect(fay.locator("#chat-lines")).to_contain_text("Good cards")
    fay.get_by_role("button", name="Hide all chat").click()
    expect(fay.locator("#chat-lines")).to_be_hidden()
    expect(ann.locator(".line-said")).to_have_count(0)
