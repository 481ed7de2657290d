"""Notifications reach a player on every page: by the bell, the title and a toast."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import OpenPage, expect_notice
from cribbage_site.tests.browser.test_lobby import assert_seated, choose
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def open_page(open_lobby: OpenPage) -> OpenPage:
    return partial(open_lobby, paced=False)


# Everything that the tray shows on this page, stored for the tab: a warning is there for seconds.
REMEMBER_TRAY = """() => {
    const tray = document.getElementById("tray");
    const remembered = () => sessionStorage.getItem("tray") ?? "";
    const remember = () => sessionStorage.setItem("tray", `${remembered()} ${tray.textContent}`);
    new MutationObserver(remember).observe(tray, { subtree: true, childList: true, characterData: true });
}"""


def sit_at_bots_table(page: Page) -> str:
    """Begin a game with a bot. Return the guest's name."""
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".own")).to_have_count(6)
    return str(page.locator("#table").get_attribute("data-name"))


def challenge_by_name(page: Page, name: str) -> None:
    page.locator("#more").evaluate("(more) => { more.open = true }")
    page.locator("#make-name").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#mine")).to_contain_text(f"For {name} to answer")


def test_a_challenge_reaches_its_player_on_any_page_and_is_accepted_there(
    open_page: OpenPage, lobby_server: Server
) -> None:
    carl, dora = open_page(), open_page(device=PHONE)
    expect(dora.locator("#bell")).to_be_hidden()  # a visitor has no notifications
    dora_is = sit_at_bots_table(dora)
    table = dora.url
    dora.goto(f"{lobby_server.url}/lab")
    expect(dora.locator("#bell summary")).to_have_accessible_name("Notifications")
    title = dora.title()
    challenge_by_name(carl, dora_is)
    expect(dora.locator("#tray")).to_contain_text("challenges you")
    expect(dora.locator("#tray-says")).to_contain_text("challenges you, to 121")
    expect(dora).to_have_title(f"(1) {title}")
    assert_fits(dora)
    dora.goto(table)
    expect(dora.locator("#bell .calls")).to_have_text("1")
    expect(dora).to_have_title("(1) Your move · " + " v ".join([dora_is, "Novice"]))
    expect(dora.locator("#tray li")).to_have_count(0)  # this tab has shown it already
    hand = dora.locator("#hand").bounding_box()
    dora.locator("#bell summary").focus()
    dora.keyboard.press("Enter")
    assert_fits(dora)
    dora.keyboard.press("Tab")
    accept = dora.locator("#bell").get_by_role("button", name="Accept")
    expect(accept).to_be_focused()
    assert dora.locator("#hand").bounding_box() == hand
    dora.keyboard.press("Enter")
    assert_seated(carl, dora)


def test_a_game_that_begins_opens_by_itself_even_from_a_bots_table(
    open_page: OpenPage, lobby_server: Server
) -> None:
    ann, bob = open_page(), open_page()
    choose(ann, clock="standard")
    ann.get_by_role("button", name="Anyone").click()
    expect(ann.locator("#mine li")).to_have_count(1)
    sit_at_bots_table(ann)
    expect(ann.locator("#bell")).to_be_visible()
    ann.evaluate(REMEMBER_TRAY)
    bob.locator("#seeks").get_by_role("button", name="Play").click()
    assert_seated(ann, bob)
    assert "your game begins. The table opens in" in ann.evaluate("sessionStorage.getItem('tray')")
    expect(ann.locator("#tray li")).to_have_count(0)


TELLER = """
from game.models import Player
from tournaments.events.notice_kinds import EVENT_SOON, PAIRED
from people.notices.record import notify
told = Player.objects.get(username=%r)
notify(EVENT_SOON, [told.pk], "event:7", event="Tuesday night", starts=0, url="/rules")
notify(PAIRED, [told.pk], "event:7:1", event="Tuesday night", opponent="Bob", game="x")
"""


def test_notifications_read_on_one_page_are_read_on_all(open_page: OpenPage, lobby_server: Server) -> None:
    dora = open_page()
    dora_is = sit_at_bots_table(dora)
    lobby_server.manage("shell", "-c", TELLER % dora_is)
    other = dora.context.new_page()
    for page in (dora, other):
        page.goto(f"{lobby_server.url}/learn")
        expect(page.locator("#bell .calls")).to_have_text("2")
    other.locator("#bell summary").click()
    news = other.locator("#bell [data-part=notices] li")
    expect(news).to_have_text(
        ["Tuesday night: you play Bob now.Open", re.compile("^Tuesday night begins at")]
    )
    expect(news.nth(1)).to_contain_class("read")
    assert_fits(other)
    for page in (dora, other):
        expect(page.locator("#bell .calls")).to_have_text("")
    dora.reload()
    dora.locator("#bell summary").click()
    expect(dora.locator("#bell [data-part=notices] li.read")).to_have_count(2)
    dora.locator("#bell [data-part=notices] li").nth(1).get_by_role("link", name="Open").click()
    dora.wait_for_url("**/rules")


def test_news_shows_a_toast_for_some_seconds_and_stays_in_the_list(open_page: OpenPage) -> None:
    carl, dora = open_page(), open_page()
    challenge_by_name(carl, sit_at_bots_table(dora))
    carl.wait_for_function("sessionStorage.getItem('every-other.notices.seen')")  # a new tab shows no news
    carl.evaluate(REMEMBER_TRAY)
    bell = dora.locator("#bell")
    bell.locator("summary").click()
    for button in ("Decline", "Not now"):
        bell.get_by_role("button", name=button).click()
    expect_notice(carl, "Not now")
    expect(carl.locator("#tray-says")).to_contain_text("Not now")
    assert "Not now" in carl.evaluate("sessionStorage.getItem('tray')")
    expect(carl.locator("#tray li")).to_have_count(0)
    expect_notice(carl, "Not now")


@pytest.mark.parametrize("device", [*only_in_proof(DESKTOP), PHONE])
def test_notifications_are_chosen_by_kind_and_channel(
    open_page: OpenPage, lobby_server: Server, device: dict[str, object]
) -> None:
    dora = open_page(device=device)
    sit_at_bots_table(dora)
    dora.goto(f"{lobby_server.url}/lab")
    dora.locator("#bell summary").click()
    dora.get_by_role("link", name="Choose your notifications").click()
    expect(dora.get_by_role("heading", level=1)).to_have_text("Notifications")
    assert_fits(dora)
    followed = dora.get_by_role("checkbox", name="A player you follow is here Bell")
    expect(followed).to_be_checked()
    expect(dora.get_by_role("checkbox", name="Challenges and rematches Bell")).to_be_disabled()
    followed.uncheck()
    dora.get_by_role("button", name="Save").click()
    expect(dora.locator(".messages")).to_have_text("Saved.")
    expect(followed).not_to_be_checked()
