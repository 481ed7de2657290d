"""The generator of 1999, broken in the lab by a visitor with six cards."""

import os
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def open_lab(page: Page, server: Server) -> None:
    """Open the lab and wait for its scripts, which can take a while on a busy machine."""
    page.goto(f"{server.url}/fairness/lab")
    expect(page.locator("#break-left")).to_have_text("4,294,967,296")


def shoot(page: Page, name: str) -> None:
    """Save a screenshot if a folder is set."""
    if folder := os.environ.get("SHOTS"):
        page.locator("#clock").screenshot(path=f"{folder}/{name}.png")


def test_a_deal_by_the_clock_is_found_on_a_phone(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        open_lab(page, server)
        clock = page.locator("#clock")
        search = clock.get_by_role("button", name="Find the rest")
        expect(search).to_be_disabled()
        clock.get_by_role("button", name="Deal me six").tap()
        expect(page.locator("#clock-mine [role=img]")).to_have_count(6)
        expect(page.locator("#clock-starter [role=img]")).to_have_count(1)
        expect(page.locator("#clock-left")).to_have_text("200,001")
        search.tap()
        verdict = page.locator("#clock-verdict")
        expect(verdict).to_contain_text("✓")
        expect(verdict).to_contain_text("All 52 cards match the search")
        expect(page.locator("#clock-says")).to_contain_text("One of 200,001 milliseconds")
        expect(page.locator("#clock-theirs [role=img]")).to_have_count(6)
        expect(page.locator("#clock-left")).to_have_text("1")
        expect(page.locator("#clock-stages li")).to_have_count(7)
        expect(page.locator("#clock-found h4")).to_have_text(re.compile(r"^Dealt at [0-9:.]{12} \(UTC\)$"))
        page.locator("#clock-found summary").tap()
        expect(page.locator("#clock-found .break-card")).to_have_count(52)
        assert_fits(page)
        shoot(page, "clock-found")


def test_the_search_finds_no_seed_for_a_fair_deal_of_this_site(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        open_lab(page, server)
        clock = page.locator("#clock")
        clock.get_by_label("This site").tap()
        clock.get_by_role("button", name="Deal me six").tap()
        clock.get_by_role("button", name="Find the rest").tap()
        expect(page.locator("#clock-says")).to_contain_text("they weren’t dealt by the clock")
        expect(page.locator("#clock-says")).to_contain_text(re.compile(r"10[⁰¹²³⁴⁵⁶⁷⁸⁹]{2} years"))
        expect(page.locator("#clock-verdict")).to_contain_text("✓ The server has revealed its 256 bits")
        expect(page.locator("#clock-theirs [role=img]")).to_have_count(6)
        assert_fits(page)
        shoot(page, "clock-ours")
