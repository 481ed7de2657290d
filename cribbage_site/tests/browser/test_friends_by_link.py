"""Two friends by link: the owner may leave, the friend sits down alone, and both play in the end."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def make_link(page: Page, server: Server, name: str) -> str:
    """Make a link as a visitor would. Return it, once the page says that the owner may leave."""
    page.goto(f"{server.url}/friend")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_selector("#room[data-state=stands]")
    assert_fits(page)
    return page.get_by_label("The link").input_value()


def sit_down(page: Page, link: str, name: str) -> None:
    without_pauses(page)
    page.goto(link)
    expect(page.locator("h1")).to_have_text("Annie (guest) wants to play cribbage with you")
    page.get_by_label("Your name").fill(name)
    assert_fits(page)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/*")


def test_a_friend_sits_down_alone_leaves_a_note_and_the_owner_finds_it(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as ann, visitor_page(chromium, **PHONE) as bob:
        without_pauses(ann)
        link = make_link(ann, server, "Annie")
        expect(ann).to_have_url(link)
        ann.goto("about:blank")
        sit_down(bob, link, "Bobby")
        expect(bob.locator("#beginning-says")).to_contain_text(
            "Annie (guest) is not here yet and got a notification"
        )
        bob.get_by_role("button", name="Tomorrow?").click()
        expect(bob.locator("#note-state")).to_have_text("“Tomorrow?”: Annie (guest) reads it at this table.")
        assert_fits(bob)
        answer = ann.goto(f"{server.url}/friend")
        assert answer is not None
        assert "Bobby (guest) sat down." in answer.text()  # the page itself stays for a moment only
        ann.wait_for_url("**/table/*")
        for page in (ann, bob):
            page.wait_for_selector("body[data-phase=throw]")
            expect(page.locator("#alarm")).to_be_hidden()
            expect(page.locator("#ticks [data-mark=true]")).to_have_count(1)
        expect(bob.locator("#meanwhile")).to_be_hidden()
        expect(ann.locator("#chat-lines")).to_contain_text("Tomorrow?")
        expect(ann.locator("#seat-them")).to_contain_text("Bobby (guest)")
        ann.goto(link)
        ann.wait_for_url(re.compile("/table/"))


def test_an_owner_who_waits_in_the_room_is_taken_to_the_table(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as ann, visitor_page(chromium, **PHONE) as bob:
        link = make_link(ann, server, "Annie")
        ann.reload()
        ann.wait_for_selector("#room[data-state=stands]")
        sit_down(bob, link, "Bobby")
        ann.wait_for_url("**/table/*")
        for page in (ann, bob):
            page.wait_for_selector("body[data-phase=throw]")
            expect(page.locator("#ticks [data-mark=true]")).to_have_count(1)


def test_the_friend_plays_a_bot_meanwhile_and_a_withdrawn_link_is_closed(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as ann, visitor_page(chromium, silent=False, **PHONE) as bob:
        link = make_link(ann, server, "Annie")
        ann.goto("about:blank")
        sit_down(bob, link, "Bobby")
        table = bob.url
        bob.get_by_role("button", name="Play a bot meanwhile").click()
        bob.wait_for_selector("body[data-phase=throw]")
        assert bob.url != table
        other = make_link(ann, server, "Annie")
        ann.get_by_role("button", name="Withdraw the link").click()
        ann.wait_for_url("**/friend")
        bob.goto(other)
        expect(bob.locator("main")).to_contain_text("This link is no longer open")


def test_in_a_timed_game_the_deal_waits_until_both_players_are_here(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as ann, visitor_page(chromium, **PHONE) as bob:
        ann.goto(f"{server.url}/friend")
        ann.get_by_text("change").click()
        ann.get_by_label("Quick").check()
        expect(ann.locator("#friend-chosen")).to_contain_text("2 min")
        link = make_link_from_form(ann)
        ann.goto("about:blank")
        bob.goto(link)
        bob.get_by_role("button", name="Sit down and play").click()
        bob.wait_for_url("**/table/*")
        table = bob.url
        expect(bob.locator("#beginning-says")).to_contain_text("is not here yet")
        bob.goto("about:blank")
        ann.goto(table)
        expect(ann.locator("#beginning-says")).to_contain_text("is not here now")
        expect(ann.locator("body")).to_have_attribute("data-phase", "setup")
        bob.goto(table)
        for page in (ann, bob):
            page.wait_for_selector("body[data-phase=throw]")


def test_the_link_appears_after_the_owners_commitment_is_stored(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, **PHONE) as ann:
        ann.add_init_script("navigator.share = async () => {}")
        ann.route("**/api/seeks/*/commitment", lambda route: route.abort())
        ann.goto(f"{server.url}/friend")
        ann.get_by_role("button", name="Make the link").click()
        expect(ann.locator("#room-note")).to_contain_text("Your link appears here as soon as we can.")
        shown = [ann.locator(part) for part in ("#link", "#copy", "#share", "#room-leave")]
        for part in shown:
            expect(part).to_be_hidden()
        assert_fits(ann)
        ann.unroute("**/api/seeks/*/commitment")
        for part in shown:
            expect(part).to_be_visible()
        expect(ann.locator("#room-leave")).to_contain_text("You may leave this page.")
        expect(ann.locator("#room-note")).to_be_empty()


def make_link_from_form(page: Page) -> str:
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_selector("#room[data-state=stands]")
    return page.get_by_label("The link").input_value()


@pytest.mark.parametrize(("owners", "friends"), [(DESKTOP, PHONE), *only_in_proof((PHONE, DESKTOP))])
def test_a_head_start_is_shown_before_the_game_at_the_table_and_in_the_replay(
    server: Server, chromium: Browser, owners: dict[str, object], friends: dict[str, object]
) -> None:
    with visitor_page(chromium, **owners) as ann, visitor_page(chromium, **friends) as bob:
        without_pauses(ann)
        ann.goto(f"{server.url}/friend")
        ann.get_by_label("Your name").fill("Annie")
        ann.get_by_text("change").click()
        ann.locator("select[name=ahead]").select_option("-9")
        assert_fits(ann)
        ann.get_by_role("button", name="Make the link").click()
        ann.wait_for_selector("#room[data-state=stands]")
        without_pauses(bob)
        bob.goto(ann.get_by_label("The link").input_value())
        expect(bob.locator("main")).to_contain_text("You start 9 holes ahead.")
        assert_fits(bob)
        bob.get_by_label("Your name").fill("Bobby")
        bob.get_by_role("button", name="Sit down and play").click()
        for page in (ann, bob):
            page.wait_for_url("**/table/*")
            page.wait_for_selector("body[data-phase=throw]")
            assert_fits(page)
        expect(bob.locator("#match")).to_contain_text("You start 9 holes ahead.")
        expect(ann.locator("#match")).to_contain_text("Bobby (guest) starts 9 holes ahead.")
        ann.locator("#resign").click()
        ann.locator("#resign-dialog").get_by_role("button", name="Resign").click()
        bob.locator("#result").get_by_role("link", name="Replay").click()
        bob.wait_for_url("**/game/*")
        expect(bob.locator("#head-start")).to_have_text("You start 9 holes ahead.")
        assert_fits(bob)
