"""A notification about a turn in a slow game reaches other pages."""

import re

import pytest
from playwright.sync_api import expect

from cribbage_site.tests.browser.players import OpenPage, enter
from cribbage_site.tests.browser.test_lobby import assert_seated, choose
from cribbage_site.tests.browser.test_notices import challenge_by_name, sit_at_bots_table
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_turn_in_a_slow_game_is_reported_on_other_pages_and_in_game_lists(
    open_lobby: OpenPage, lobby_server: Server
) -> None:
    ann, bob = open_lobby(paced=False), open_lobby(paced=False)
    bob_is = sit_at_bots_table(bob)
    enter(bob, lobby_server)
    choose(ann, clock="relaxed")
    challenge_by_name(ann, bob_is)
    bob.locator("#tray").get_by_role("button", name="Accept").click()
    assert_seated(ann, bob)
    table, ann_is = bob.url, str(ann.locator("#table").get_attribute("data-name"))
    bob.goto(f"{lobby_server.url}/learn")
    expect(bob.locator("#resume")).to_contain_text(f"It’s your turn against {ann_is}. (24 hours left)")
    expect(bob.locator("#bell .calls")).to_have_text("1")
    bob.goto(table)
    for card in range(2):
        bob.locator(".own").nth(card).click()
    bob.get_by_role("button", name="Discard").click()
    expect(bob.locator(".own")).to_have_count(4)
    bob.goto(lobby_server.url)
    expect(bob.locator("#playing")).not_to_contain_text("Your turn")
    expect(bob.locator("#bell .calls")).to_have_text("")
    expect(ann.locator("#seat-them [data-part=away]")).to_be_visible()
    for card in range(2):
        ann.locator(".own").nth(card).click()
    ann.get_by_role("button", name="Discard").click()
    expect(ann.locator(".own")).to_have_count(4)
    expect(ann.locator("body")).to_have_attribute("data-phase", "play")
    expect(ann.locator("#table")).to_have_attribute("data-turn", re.compile("you|them"))
    if ann.locator("#table").get_attribute("data-turn") == "you":
        ann.locator(".own").first.click()
    expect(bob.locator("#tray-says")).to_contain_text(f"Your turn against {ann_is} · 24 hours left")
    expect(bob.locator("#playing")).to_contain_text("Your turn · 24 hours left")
    expect(bob.locator("#resume")).to_contain_text(f"It’s your turn against {ann_is}. (24 hours left)")
    expect(bob.locator("#tray li")).to_have_count(0)  # the bar says it
    bob.locator("#bell summary").click()
    bob.locator("#bell").get_by_role("link", name="Play").click()
    bob.wait_for_url(table + "*")
