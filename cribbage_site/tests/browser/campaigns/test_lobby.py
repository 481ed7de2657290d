"""Challenges, links and blocks in the lobby, and a lobby whose server comes back."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import POST, OpenPage, enter, expect_notice
from cribbage_site.tests.browser.test_lobby import (
    assert_seated,
    challenge,
    choose,
    named,
    open_options,
)
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_challenge_declined_with_a_counteroffer_is_offered_again_on_its_terms(open_lobby: OpenPage) -> None:
    ann, bob = open_lobby(), open_lobby()
    ann_is, bob_is = named(ann), named(bob)
    choose(ann, target="121", clock="standard")
    challenge(ann, bob_is)
    asked = bob.locator("#tray")
    expect(asked).to_contain_text(f"{ann_is} challenges you")
    expect(bob).to_have_title("(1) Every Other: cribbage you can check")
    expect(bob.locator("#tray-says")).to_contain_text(f"{ann_is} challenges you, to 121")
    asked.get_by_role("button", name="Decline").click()
    asked.get_by_role("button", name="A faster clock, please").click()
    expect(asked).to_be_hidden()
    expect_notice(ann, f"{bob_is} declines: “A faster clock, please.”")
    ann.locator("#bell summary").click()
    ann.locator("#bell").get_by_role("button", name="Offer that").click()
    expect(asked).to_contain_text("2 min + 5 s")
    asked.get_by_role("button", name="Accept").click()
    assert_seated(ann, bob)


def test_a_link_seats_only_its_first_visitor(open_lobby: OpenPage) -> None:
    ann, bob, eve = open_lobby(), open_lobby(), open_lobby(silent=False)
    open_options(ann)
    ann.get_by_role("button", name="A friend, by link").click()
    link = ann.get_by_label("The link").input_value()
    bob.goto(link)
    bob.get_by_role("button", name="Sit down and play").click()
    assert_seated(ann, bob)
    eve.goto(link)
    expect(eve.locator("h1")).to_have_text("Too late")
    expect(eve.locator("main")).to_contain_text("This link has been used")


def test_a_row_that_disappears_takes_neither_the_focus_nor_the_place_of_the_next(
    open_lobby: OpenPage,
) -> None:
    ann, bob, eve = open_lobby(), open_lobby(), open_lobby()
    for page, clock in ((ann, "relaxed"), (bob, "none")):
        choose(page, clock=clock)
        page.get_by_role("button", name="Anyone").click()
        expect(page.locator("#mine li")).to_have_count(1)
    rows = eve.locator("#seeks li")
    expect(rows).to_have_count(2)
    first = rows.first.get_by_role("button", name="Play")
    first.focus()
    eve.keyboard.press("Shift+Tab")
    eve.keyboard.press("Tab")
    place = rows.nth(1).bounding_box()
    ann.get_by_role("button", name="Withdraw").click()
    expect(rows.first).to_have_class("gone")
    eve.wait_for_timeout(3_000)  # nothing happens: without the focus it would disappear
    expect(first).to_be_focused()
    assert rows.nth(1).bounding_box() == place
    eve.keyboard.press("Enter")
    assert eve.url.endswith("/")
    for _ in range(2):
        eve.keyboard.press("Tab")  # past the other row too, so that the list has no focus
    expect(rows).to_have_count(1)
    bob.get_by_role("button", name="Withdraw").click()
    expect(eve.locator("#seeks-empty")).to_be_visible()


def test_a_blocked_player_waits_for_others(open_lobby: OpenPage, lobby_server: Server) -> None:
    ann, bob, eve = open_lobby(), open_lobby(), open_lobby()
    named(ann)
    bob_is, eve_is = named(bob), named(eve)
    ann.locator("#here").get_by_role("button", name=f"Block {bob_is}").click()
    ann.get_by_role("dialog").get_by_role("button", name="Block", exact=True).click()
    expect(ann.locator("#tray")).to_contain_text(f"{bob_is} is blocked")
    choose(bob, clock="relaxed")
    bob.get_by_role("button", name="Anyone").click()
    expect(bob.locator("#mine li")).to_have_count(1)
    expect(eve.locator("#seeks li")).to_contain_text(bob_is)
    choose(eve, clock="none")  # a game of another kind, so that the two are not paired
    eve.get_by_role("button", name="Anyone").click()
    expect(ann.locator("#seeks li")).to_contain_text(eve_is)  # a later seek than the blocked player's
    expect(ann.locator("#seeks li")).to_have_count(1)
    eve.get_by_role("button", name="Withdraw").click()
    expect(ann.locator("#seeks li")).to_have_count(0)
    with ann.expect_response("**/api/unblock"):  # leaving the page would cancel the request
        ann.get_by_role("button", name="Undo").click()
    expect(ann.locator("#tray")).to_be_hidden()
    enter(ann, lobby_server)
    expect(ann.locator("#seeks li")).to_have_count(1)
    bob.get_by_role("button", name="Withdraw").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_full_lobby_fits_a_phone(open_lobby: OpenPage, scheme: str) -> None:
    ann, bob = open_lobby(device={**PHONE, "color_scheme": scheme}), open_lobby()
    ann_is = named(ann)
    ann.evaluate(POST, ["/api/games", {"against": "link"}])
    named(bob)
    challenge(bob, ann_is)
    ann.wait_for_selector("#tray li")
    assert_fits(ann)
    ann.locator("#tray").get_by_role("button", name="Decline").tap()
    assert_fits(ann)
    ann.locator("#tray").get_by_role("button", name="No, thank you").tap()
    expect(ann.locator("#tray")).to_be_hidden()
    ann.locator("#mine").get_by_role("button", name="Withdraw").tap()


def test_the_lobby_recovers_with_its_server(own_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, **DESKTOP) as page:
        enter(page, own_server)
        own_server.kill()
        page.wait_for_selector("#line[data-line='back-soon']")
        own_server.restart()
        page.wait_for_selector("#line[data-line='open']")
