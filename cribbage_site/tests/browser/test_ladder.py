"""The leaderboard updates by itself, and the calculator answers while a visitor types."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def fill(page: Page, own: str, opponent: str) -> None:
    page.locator("#own").fill(own)
    page.locator("#opponent").fill(opponent)


def stake(page: Page) -> tuple[str, str]:
    return page.locator("[data-part=win]").inner_text(), page.locator("[data-part=loss]").inner_text()


def test_the_calculator_answers_while_the_visitor_types(ladder_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{ladder_server.url}/ladder/rules")
        assert stake(page) == ("+13", "−29")
        fill(page, "1250", "1850")
        assert stake(page) == ("+41", "−2")
        fill(page, "2499", "novice")
        assert stake(page) == ("+1", "−41")
        expect(page.locator("[data-part=level]")).to_have_text("5")
        fill(page, "2500", "Novice")
        assert stake(page) == ("+0", "−0")
        expect(page.locator("[data-part=why]")).to_contain_text("don’t count")
        assert page.evaluate("location.pathname + location.search") == "/ladder/rules"


def test_the_calculator_by_keyboard_alone(ladder_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{ladder_server.url}/ladder/rules")
        page.locator("#own").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type("2000")
        page.keyboard.press("Enter")
        assert stake(page) == ("+2", "−41")
        for _ in range(3):
            page.keyboard.press("Tab")  # past the opponent and the submit button
        expect(page.get_by_role("button", name="Novice")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#opponent")).to_have_value("intermediate")
        assert stake(page) == ("+21", "−21")


def test_invalid_input_is_reported_at_its_field(ladder_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{ladder_server.url}/ladder/rules")
        fill(page, "many", "1500")
        expect(page.locator("#own-fault")).to_have_text(
            "Enter points as a whole number from 0 to 9999, such as 1700."
        )
        expect(page.locator("#own")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#opponent-fault")).to_be_hidden()
        expect(page.locator("#answer")).to_be_hidden()
        assert_fits(page)
        fill(page, "1500", "1500")
        expect(page.locator("#own-fault")).to_be_hidden()
        assert stake(page) == ("+21", "−21")


def test_both_pages_work_without_a_script(ladder_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, java_script_enabled=False, **PHONE) as page:
        page.goto(f"{ladder_server.url}/ladder/rules")
        fill(page, "2600", "1500")
        page.get_by_role("button", name="Intermediate").click()
        assert stake(page) == ("+2", "−41")
        fill(page, "2600", "nobody")
        page.get_by_role("button", name="Work it out").click()
        expect(page.locator("#opponent-fault")).to_contain_text("or a bot: novice, intermediate or advanced.")
        page.goto(f"{ladder_server.url}/ladder")
        expect(page.locator("#top tbody tr")).to_have_count(50)
        assert_fits(page)
        page.get_by_role("link", name="House", exact=True).click()
        page.wait_for_url("**/ladder?kind=house")
