"""A rated game against a bot, a second one at the same time, and the way to an account."""

import pytest
from playwright.sync_api import expect

from cribbage_site.tests.browser.players import OpenPage, site_url
from cribbage_site.tests.browser.test_rated_games import ask_for_a_rated_game, enter_as
from cribbage_site.tests.browser.visitors import PHONE, assert_fits

pytestmark = pytest.mark.slow


def test_a_rated_game_with_a_bot_and_a_second_one_at_the_same_time(open_page: OpenPage) -> None:
    page = open_page(silent=False)
    enter_as(page, "Cunigunde")
    page.get_by_role("button", name="Rated against Intermediate win +41, lose 2").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#seat-you .clock")).to_contain_text("h")
    expect(page.locator("#seat-them .clock")).to_be_hidden()
    desk = page.viewport_size
    assert desk is not None
    page.locator("#throw").wait_for()
    for width, height in ((390, 844), (360, 740), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#hand").evaluate("(hand) => hand.getBoundingClientRect().bottom") <= height
    page.set_viewport_size(desk)
    page.goto(site_url(page))
    page.wait_for_selector("[data-lobby=live]")
    expect(page.locator("#playing")).to_contain_text("rated")
    page.locator("#quick").get_by_label("Rated").check()
    page.get_by_role("button", name="Play a person").click()
    expect(page.locator("#quick .complaint")).to_contain_text(
        "You’re in a rated game against Intermediate. Finish it first."
    )


def test_a_visitor_without_an_account_is_shown_the_way_to_one(open_page: OpenPage) -> None:
    ann, guest = open_page(), open_page(device=PHONE)
    expect(guest.locator("#make [name=rated][value='true']")).to_be_disabled()
    guest.get_by_text("More options").tap()
    expect(guest.locator("#make").get_by_role("link", name="Sign up")).to_be_visible()
    expect(guest.get_by_label("Rated, for points")).to_have_count(0)
    enter_as(ann, "Dorothea")
    ask_for_a_rated_game(ann)
    guest.goto(site_url(guest))
    seek = guest.locator("#seeks li").filter(has_text="Dorothea")
    expect(seek.get_by_role("link", name="Sign up")).to_be_visible()
    expect(seek.get_by_role("button")).to_have_count(0)
    assert_fits(guest)
    ann.locator("#mine").get_by_role("button", name="Withdraw").click()
