"""Chat, and what watchers can see of it."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.moves import POLLING, WANTED_MOVE_SCRIPT, wait_for
from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    open_two_player_game,
    play_deal,
)
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

SIZES = [(390, 844), (844, 390), (768, 1024), (1280, 720), (360, 640), (667, 375), (820, 1180)]
# The cards of the player's hand that the sheet with the gestures covers, and gestures that are out of view.
COVERED_SCRIPT = """() => {
    const sheet = document.getElementById("chat").getBoundingClientRect();
    const meets = (box) =>
        Math.min(sheet.right, box.right) > Math.max(sheet.left, box.left) &&
        Math.min(sheet.bottom, box.bottom) > Math.max(sheet.top, box.top);
    const isInView = ({ top, left, bottom, right }) =>
        top >= sheet.top && left >= 0 && bottom <= Math.min(sheet.bottom, innerHeight) && right <= innerWidth;
    const boxOf = (node) => node.getBoundingClientRect();
    const covered = [...document.querySelectorAll(".own .card")].filter((card) => meets(boxOf(card)));
    const gestures = [...document.querySelectorAll("#chat-gestures button")];
    const unseen = gestures.filter((each) => !isInView(boxOf(each)));
    return [...covered, ...unseen].map((node) => node.outerHTML.slice(0, 80));
}"""


# The gestures that this page shows from now on. Each is there for four seconds.
REMEMBER_GESTURES = """() => {
    window.gestures = [];
    new MutationObserver((changes) => {
        const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const shown = nodes.filter((node) => node.matches?.(".shown-gesture") && node.checkVisibility());
        window.gestures.push(...shown.map(({ dataset }) => dataset.gesture));
    }).observe(document.body, { subtree: true, childList: true });
}"""


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Record all frames that this page's sockets receive from now on."""
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(json.loads(frame))))
    return heard


def test_a_gesture_is_seen_and_told_in_words_on_both_sides(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page)
    expect(ann.locator("#chat-form")).to_be_hidden()
    for page in (ann, bert):
        page.evaluate(REMEMBER_GESTURES)
    ann.locator("[data-phrase=knock]").click()
    for page in (ann, bert):
        wait_for(page, "() => window.gestures.includes('knock')")
        assert_fits(page)
    expect(bert.locator("#voice")).to_contain_text("makes a gesture: Knock")
    expect(bert.locator("#chat-unread")).to_be_empty()
    bert.locator("#chat-toggle").tap()
    expect(bert.locator("#chat-lines")).to_contain_text("Knock")
    bert.locator("[data-phrase=hat]").tap()
    expect(bert.locator("#chat")).to_be_hidden()
    wait_for(ann, "() => window.gestures.includes('hat')")
    expect(ann.locator("#voice")).to_contain_text("makes a gesture: Tip of the hat")


def test_the_sheet_with_the_gestures_never_covers_ones_own_hand(open_page: OpenPage) -> None:
    _, bert, _ = open_two_player_game(open_page)
    toggle = bert.locator("#chat-toggle")
    bert.locator(".own").first.tap()  # a chosen card stands out
    for width, height in SIZES:
        bert.set_viewport_size({"width": width, "height": height})
        if is_sheet := toggle.is_visible():
            toggle.tap()
        expect(bert.locator("#chat-gestures svg")).to_have_count(5)
        assert bert.locator(".own .card").count() == 6
        assert bert.evaluate(COVERED_SCRIPT) == [], (width, height)
        assert_fits(bert)
        if is_sheet:
            bert.locator("#chat-close").tap()


def test_chat_of_an_account_is_text_and_never_markup(open_page: OpenPage, server: Server) -> None:
    ann, bert, path = open_two_player_game(open_page)
    query(server.environment, "UPDATE game_player SET is_guest = %s", False)
    ann.reload()
    markup = "<img src=x onerror=\"document.title='broken'\"> <b>&amp;</b> G1"
    ann.locator("#chat-text").click()  # waits for the chat to open; typing alone would not
    ann.locator("#chat-text").press_sequentially(markup)
    ann.locator("#chat-text").press("Enter")
    expect(bert.locator("#seat-them [data-part=bubble]")).to_have_text(markup)  # for four seconds
    expect(bert.locator("#chat-unread")).to_have_text("1")
    bert.locator("#chat-toggle").tap()
    expect(bert.locator("#chat-unread")).to_be_empty()
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
    ann.locator("[data-phrase=groan]").click()
    expect(ann.locator(".line-text").last).to_have_text("Groan")
    assert bert.locator(".shown-gesture").count() == 0
    expect(bert.locator("#voice")).not_to_contain_text("Groan")


def test_a_line_can_be_reported_and_its_author_blocked(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page)
    bert.locator("#chat-toggle").tap()
    ann.locator("[data-phrase=laugh]").click()
    bert.locator(".line-more").tap()
    bert.locator("#person-report").tap()
    bert.fill("#report-why", "Too early.")
    bert.get_by_role("button", name="Send the report").tap()
    expect(bert.locator("#person-note")).to_contain_text("The host will look at it")
    bert.locator("#person-block").tap()
    assert_fits(bert)
    bert.locator("#block-button").tap()
    expect(bert.locator("#person-note")).to_contain_text("is blocked")
    ann.locator("[data-phrase=groan]").click()
    expect(ann.locator("#chat-note")).not_to_be_empty()


def look_on(page: Page, until: int) -> None:
    """Watch every show, until a given deal."""
    page.wait_for_function(
        f"""(until) => {{
            const wanted = ({WANTED_MOVE_SCRIPT})();
            if (wanted === "continue") document.getElementById("continue").click();
            return wanted === null && Number(document.body.dataset.deal) >= until;
        }}""",
        arg=until,
        polling=POLLING,
    )


def test_a_watcher_sees_no_hidden_cards(open_page: OpenPage, server: Server) -> None:
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
    # Only players can add to the shuffle, and only they have keys.
    expect(eve.get_by_text("randomness")).to_have_count(0)
    expect(eve.locator("#settings-dialog dt")).to_have_text(["S", "C", "T"])
    views = [frame["view"] for frame in frames if "view" in frame]
    assert len(views) > 10
    assert not any(view["hand"] or view["throw"] or view["playable"] for view in views)

    ann.locator("[data-phrase=cards]").click()
    expect(ann.locator("#chat-lines")).to_contain_text("Good cards")
    ann.locator("#resign").click()
    ann.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(eve.locator("#result-title")).to_contain_text("resigned")
    assert eve.locator("#result-hands .card").count() >= 12
    assert_fits(eve)
    assert not [frame for frame in frames if frame["t"] == "said"]
