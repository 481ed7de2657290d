"""Following a player, from their page, by name and after a game; and how the page shows who is there."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    create_link_game,
    join_by_link,
    sign_up,
)
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# A folder for screenshots of each page.
PICTURES = os.environ.get("PICTURES")


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def test_after_a_game_the_opponent_can_be_followed(server: Server, open_page: OpenPage) -> None:
    ann, bert = open_page(at=LIGHT), open_page(device=PHONE, at=LIGHT)
    for page, name in ((ann, "Result-Ann"), (bert, "Result-Bert")):
        sign_up(page, name)
    path = create_link_game(ann)
    join_by_link(bert, path, ann)
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page, other in ((ann, "Result-Bert"), (bert, "Result-Ann")):
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        follow = page.get_by_role("button", name=f"Follow {other}")
        expect(follow).to_be_visible()
        photograph(page, "following-result")
        follow.click()
        expect(page.locator("#result-shared")).to_have_text(
            f"You follow {other}. Other players can’t see that."
        )
        expect(page.get_by_role("button", name=f"Unfollow {other}")).to_be_visible()
    ann.goto(server.url)
    ann.wait_for_selector("[data-lobby=live]")
    row = ann.locator("#here li", has_text="Result-Bert")
    expect(row).to_contain_text("you follow them")
    again = ann.locator("#again")
    expect(again).to_contain_text("Play Result-Bert again")
    expect(again).to_contain_text("You 0, Result-Bert 1")
    expect(again).to_contain_text("here now")
    photograph(ann, "following-lobby")
    bert.goto(server.url)
    bert.wait_for_selector("[data-lobby=live]")
    photograph(bert, "following-lobby")
    again.get_by_role("button").click()
    expect(ann.locator("#mine-panel")).to_contain_text("Result-Bert")
    bert.get_by_role("button", name="Play Result-Ann again").click()
    for page in (ann, bert):
        page.wait_for_url("**/table/*")
        expect(page.locator(".series-before")).to_have_count(1)
