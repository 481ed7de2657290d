"""Two accounts play for points. Both see the stakes before the game, and the change after it."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import OpenPage, play_until, sign_up, site_url
from cribbage_site.tests.browser.visitors import PHONE, assert_fits

pytestmark = pytest.mark.slow


def enter_as(page: Page, name: str) -> None:
    """Open the lobby with an account."""
    sign_up(page, name)
    page.goto(site_url(page))
    page.wait_for_selector("[data-lobby=live]")


def ask_for_a_rated_game(page: Page) -> None:
    """Ask for a rated game with the form, which then disables unrated choices."""
    page.get_by_text("More options").click()
    page.locator("#make [name=target][value='61']").check()
    page.locator("#make [name=counting][value='manual']").check()
    page.locator("#make [name=rated][value='true']").check()
    for field, barred, instead in (("target", "61", "121"), ("counting", "manual", "muggins")):
        expect(page.locator(f"#make [name={field}][value='{barred}']")).to_be_disabled()
        expect(page.locator(f"#make [name={field}][value='{instead}']")).to_be_checked()
    page.locator("#make [name=counting][value='auto']").check()
    page.locator("#make").get_by_role("button", name="Anyone").click()


def the_head_holds_all_it_may_have(writer: Page, phone: Page) -> None:
    """Assert that the header fits, from the second deal on, with unread messages, on the narrowest phone."""
    writer.locator("#chat-text").fill("Good luck")
    writer.locator("#chat-text").press("Enter")
    expect(phone.locator("#chat-unread")).to_have_text("1")
    for button in ("last-show", "resign", "chat-toggle"):
        expect(phone.locator(f"#{button}")).to_be_visible()
    usual = phone.viewport_size
    assert usual is not None
    for width in (320, usual["width"]):
        phone.set_viewport_size({"width": width, "height": usual["height"]})
        assert_fits(phone)


def test_a_rated_game_from_the_seek_to_both_profiles(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page(device=PHONE)
    enter_as(ann, "Annegret")
    enter_as(bob, "Bartholomew")
    ask_for_a_rated_game(ann)
    seek = bob.locator("#seeks li")
    expect(seek).to_contain_text("Annegret 1500")
    expect(seek).to_contain_text("rated")
    expect(seek).to_contain_text("win +21, lose 21")
    assert_fits(bob)
    seek.get_by_role("button", name="Play").tap()
    for page in (ann, bob):
        page.wait_for_url("**/table/*")
        page.wait_for_selector("body[data-phase=throw]")
        expect(page.locator("#stakes summary")).to_have_text("Rated: win +21, lose 21")
    bob.locator("#stakes summary").tap()
    expect(bob.locator("#stakes")).to_contain_text("You have 1500 points. Annegret has 1500 points.")
    assert_fits(bob)
    bob.locator("#stakes summary").tap()

    play_until(
        ann,
        bob,
        until=lambda: all(page.evaluate("Number(document.body.dataset.deal)") > 1 for page in (ann, bob)),
    )
    the_head_holds_all_it_may_have(ann, bob)
    ann.locator("#resign").click()
    expect(ann.locator("#resign-dialog")).to_contain_text("You lose 21 points.")
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page, mine, theirs in (
        (ann, "1500 → 1479 (−21)", "Bartholomew 1500 → 1521 (+21)"),
        (bob, "1500 → 1521 (+21)", "Annegret 1500 → 1479 (−21)"),
    ):
        expect(page.locator("#result-points")).to_contain_text(f"You {mine}")
        expect(page.locator("#result-points")).to_contain_text(theirs)
        expect(page.locator("#stakes")).to_be_hidden()
        assert_fits(page)
    expect(bob.locator("#result-firsts")).to_have_text("First win! First rated win!")
    expect(ann.locator("#result-firsts")).to_be_hidden()
    for name, points in (("Annegret", "1479"), ("Bartholomew", "1521")):
        ann.goto(f"{site_url(ann)}/@{name}")
        expect(ann.locator(".places")).to_contain_text(points)
    expect(ann.locator(".first-times li:not(.to-come)")).to_have_count(2)
