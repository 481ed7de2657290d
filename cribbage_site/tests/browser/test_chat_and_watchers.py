"""Chat, and what those who look on may see of it."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    deal_number,
    open_two_player_game,
    play_deal,
    wanted_move,
)
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def frames_of(page: Page) -> list[dict[str, Any]]:
    """All that this page's sockets hear from now on."""
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(json.loads(frame))))
    return heard


def test_a_phrase_arrives_and_is_counted_until_it_is_read(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page)
    expect(ann.locator("#chat-form")).to_be_hidden()
    ann.locator("[data-phrase=luck]").click()
    expect(bert.locator("#chat-unread")).to_have_text("1")
    expect(bert.locator("#seat-them [data-part=bubble]")).to_have_text("Good luck")
    assert_fits(bert)
    bert.locator("#chat-toggle").tap()
    expect(bert.locator("#chat-lines")).to_contain_text("Good luck")
    expect(bert.locator("#chat-unread")).to_be_empty()
    assert_fits(bert)
    assert_fits(ann)


def test_what_an_account_writes_is_text_and_never_markup(open_page: OpenPage, server: Server) -> None:
    ann, bert, path = open_two_player_game(open_page)
    query(server.environment, "UPDATE game_player SET is_guest = %s", False)
    ann.reload()
    markup = "<img src=x onerror=\"document.title='broken'\"> <b>&amp;</b> G1"
    ann.locator("#chat-text").click()  # which waits for the chat to open; typing alone would not
    ann.locator("#chat-text").press_sequentially(markup)
    ann.locator("#chat-text").press("Enter")
    bert.locator("#chat-toggle").tap()
    for page in (ann, bert):
        expect(page.locator(".line-text").last).to_have_text(markup)
        assert page.locator("#chat-lines img").count() == 0
    assert_fits(bert)

    bert.locator(".line-more").last.tap()
    bert.locator("#person-mute").tap()
    bert.locator("#person-dialog [value=close]").tap()
    expect(bert.locator(".line-said")).to_have_count(0)
    bert.goto(f"{server.url}{path}")
    bert.wait_for_selector("body[data-phase=throw]")
    ann.locator("[data-phrase=sorry]").click()
    expect(ann.locator(".line-text").last).to_have_text("Sorry")
    expect(bert.locator("#chat-unread")).to_be_empty()


def test_a_line_can_be_reported_and_its_player_blocked(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page)
    bert.locator("#chat-toggle").tap()
    ann.locator("[data-phrase=bye]").click()
    bert.locator(".line-more").tap()
    bert.locator("#person-report").tap()
    bert.fill("#report-why", "Too early.")
    bert.get_by_role("button", name="Send the report").tap()
    expect(bert.locator("#person-note")).to_contain_text("The host will look at it")
    bert.locator("#person-block").tap()
    assert_fits(bert)
    bert.locator("#block-button").tap()
    expect(bert.locator("#person-note")).to_contain_text("is blocked")
    ann.locator("[data-phrase=sorry]").click()
    expect(ann.locator("#chat-note")).not_to_be_empty()


def look_on(page: Page, until: int) -> None:
    """Look at every show, until a deal."""
    for _ in range(500):
        if deal_number(page) >= until and wanted_move(page) is None:
            return
        if wanted_move(page) == "continue":
            page.evaluate("document.getElementById('continue').click()")
        page.wait_for_timeout(20)
    raise AssertionError(f"deal {until} is not seen")


def test_a_watcher_sees_no_hand(open_page: OpenPage, server: Server) -> None:
    ann, bert, path = open_two_player_game(open_page)
    eve = open_page(device=PHONE, at=LIGHT)
    frames = frames_of(eve)
    eve.goto(f"{server.url}{path}")
    expect(eve.locator("#prompt")).to_contain_text("You’re watching")
    expect(eve.locator("#chat-head")).to_have_text("Spectator chat")
    assert_fits(eve)
    play_deal(ann, bert)
    look_on(eve, until=2)
    assert_fits(eve)
    assert eve.locator(".own").count() == 0
    assert eve.locator("#resign").is_hidden()
    eve.wait_for_selector("#ticks [data-deal='1'][data-mark='unvouched']", state="attached")
    expect(eve.locator("#fair-mark")).to_have_attribute("data-mark", "unvouched")
    # To add to the shuffle is for players, and so are their keys.
    expect(eve.get_by_text("randomness")).to_have_count(0)
    expect(eve.locator("#settings-dialog dt")).to_have_text(["S", "C", "T"])
    views = [frame["view"] for frame in frames if "view" in frame]
    assert len(views) > 10
    assert not any(view["hand"] or view["throw"] or view["playable"] for view in views)

    ann.locator("[data-phrase=luck]").click()
    expect(ann.locator("#chat-lines")).to_contain_text("Good luck")
    ann.locator("#resign").click()
    ann.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(eve.locator("#result-title")).to_contain_text("resigned")
    assert eve.locator("#result-hands .card").count() >= 12
    assert_fits(eve)
    assert not [frame for frame in frames if frame["t"] == "said"]
