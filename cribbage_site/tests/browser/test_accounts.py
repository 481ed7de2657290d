"""An account from its first day to its last, in a browser."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, start_bot_game, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

PASSWORD = "fifteen two, and a pair"


def send(page: Page, button: str, fields: dict[str, str]) -> None:
    """Fill a form by its labels, as a visitor would."""
    assert_fits(page)
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)
    page.locator("main").get_by_role("button", name=button, exact=True).click()


def from_the_menu(page: Page, choice: str) -> None:
    page.locator(".site-menu summary").click()
    assert_fits(page)
    page.locator(".site-menu .menu-list").get_by_text(choice, exact=True).click()


@pytest.mark.parametrize(
    ("name", "device"),
    [*only_in_proof(("Big-Screen", DESKTOP)), ("Small-Screen", PHONE)],
)
def test_an_account_from_the_first_game_to_its_deletion(
    server: Server, chromium: Browser, name: str, device: dict[str, object]
):
    touch = device is PHONE
    with visitor_page(chromium, **device) as page:
        start_bot_game(page, server)
        table = page.url.split("?")[0]
        for _ in range(3):
            play_one_step(page, touch=touch)
        wait_for_wanted_move(page)
        score = page.locator("#score-you, [data-part=score]").last.inner_text()

        from_the_menu(page, "Sign up to keep your games")
        expect(page.locator("main")).to_contain_text("Your game moves to your new account")
        send(page, "Sign up", {"Name": name, "Password": PASSWORD})
        page.wait_for_url(f"{table}*")
        wait_for_wanted_move(page)
        assert page.locator("#score-you, [data-part=score]").last.inner_text() == score
        play_one_step(page, touch=touch)

        from_the_menu(page, "Settings")
        page.get_by_role("link", name="Your account").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Your account, {name}")
        assert_fits(page)
        page.get_by_label("Private profile").check()
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".messages")).to_have_text("Your profile is now private.")

        from_the_menu(page, "Log out")
        expect(page.locator(".messages")).to_have_text("You’re logged out.")
        page.goto(f"{server.url}/accounts/login/")
        send(page, "Log in", {"Name or email address": name.upper(), "Password": PASSWORD})
        expect(page.locator("#resume")).to_contain_text("You have a game in progress against Novice.")

        page.goto(f"{server.url}/accounts/delete/")
        expect(page.locator("main")).to_contain_text("You lose your game in progress")
        send(page, "Delete my account", {"Password": PASSWORD})
        expect(page.locator(".messages")).to_have_text("Your account is deleted. Thanks for the games.")
        assert not page.locator("#resume").is_visible()


def test_a_wrong_form_reports_at_its_field_and_a_password_can_be_shown(server: Server, chromium: Browser):
    with visitor_page(chromium, silent=False, **PHONE) as page:
        page.goto(f"{server.url}/accounts/signup/")
        send(page, "Sign up", {"Name": "admin", "Password": "password"})
        name = page.get_by_label("Name", exact=True)
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
        expect(name).to_have_accessible_description(re.compile("That name is reserved"))
        password = page.get_by_label("Password", exact=True)
        password.fill("seen")
        page.get_by_role("button", name="Show the password").click()
        expect(password).to_have_attribute("type", "text")
        assert_fits(page)


def test_the_menu_opens_and_closes_by_keyboard(server: Server, chromium: Browser):
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        page.locator(".site-menu summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".site-menu .menu-list")).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.locator(".site-menu .menu-list a").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".site-menu .menu-list")).not_to_be_visible()
        expect(page.locator(".site-menu summary")).to_be_focused()


def test_signup_and_logout_work_without_scripts(server: Server, chromium: Browser):
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(server.url)
    page.locator(".site-menu summary").click()
    page.locator(".site-menu .menu-list").get_by_text("Sign up", exact=True).click()
    page.get_by_label("Name", exact=True).fill("No-Script")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".menu-name")).to_have_text("No-Script")
    page.locator(".site-menu summary").click()
    page.locator(".site-menu .menu-list").get_by_role("button", name="Log out").click()
    expect(page.locator(".messages")).to_have_text("You’re logged out.")
    context.close()
