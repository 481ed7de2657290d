"""The fairness page: first without any deck, then with more decks than it can draw."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

MANY = 3_100
# Dealt by the protocol, in games of ten deals each.
DEALT = f"""
from rng.commitment import context, chain_tip, deal_key, Chain, seat_commitment
from rng.deal import deck
from rng.models import Deal
from common import clock
from rng import entropy
deals = []
while len(deals) < {MANY}:
    game, x0, one, other = entropy.game_id(), entropy.secret(), entropy.secret(), entropy.secret()
    chain = Chain(game, x0)
    ctx = context(game, chain_tip(game, x0), seat_commitment(game, 0, one), seat_commitment(game, 1, other))
    for number in range(10):
        cards = bytes(deck(deal_key(ctx, number, chain.link(number), one, other)))
        hands = dict(pone_hand=8, dealer_hand=6, crib=4) if number else {{}}
        deals.append(Deal(game=game, number=number, at=clock.now(), deck=cards, **hands))
Deal.objects.bulk_create(deals, batch_size=500)
"""


@pytest.fixture
def empty_server() -> Iterator[Server]:
    """Start a server without any games."""
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def server_with_deals() -> Iterator[Server]:
    """Start another one after many games: tests run in any order."""
    with Server() as server:
        server.manage("shell", "-c", DEALT)
        server.restart()  # its figures are cached for some seconds
        yield server


def look(page: Page, address: str, part: str = "markers") -> None:
    page.goto(address)
    page.locator(f"#{part}").scroll_into_view_if_needed()
    page.wait_for_selector(f"#{part} svg.plot")


def test_without_decks_simulated_ones_are_shown_and_labelled(empty_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(empty_server.url)
        page.locator(".site-foot").get_by_role("link", name="Fairness", exact=True).tap()
        expect(page.get_by_role("heading", name="No deck has been dealt yet")).to_be_visible()
        expect(page.locator("#drawn")).to_be_hidden()
        assert_fits(page)
        page.get_by_role("button", name="Show simulated decks instead").tap()
        expect(page.locator("#source")).to_contain_text("SIMULATED: 3,000 decks")
        page.locator("#panels").scroll_into_view_if_needed()
        expect(page.locator("#panels figure")).to_have_count(4)
        expect(page.locator("#panels figure .if-simulated").first).to_be_visible()
        assert_fits(page)
        expect(page).to_have_url(re.compile(r"simulated=1$"))
        page.get_by_role("button", name="Show the real decks").tap()
        expect(page.get_by_role("heading", name="No deck has been dealt yet")).to_be_visible()


def test_a_marker_is_followed_to_its_game_by_mouse_and_by_keyboard(
    server_with_deals: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        look(page, f"{server_with_deals.url}/fairness")
        expect(page.locator("#source")).to_contain_text("Real decks: the newest 3,000 of 3,100 on record.")
        plot, pointed = page.locator("#panels .fairness-marker").first, page.locator("#pointed")
        expect(page.locator("#panels figure p").first).to_contain_text("χ² is ")
        plot.scroll_into_view_if_needed()
        plot.click(position={"x": 200, "y": 100})
        expect(pointed).to_contain_text(re.compile(r"Deck [\d,]+: A♣ in place \d+, A♦ in place \d+"))
        game = pointed.get_by_role("link")
        expect(game).to_have_attribute("href", re.compile(r"^/game/[0-9a-z]{12}/deals$"))
        plot.focus()
        page.keyboard.press("Home")
        expect(pointed).to_contain_text("Deck 1: ")
        page.keyboard.press("+")
        page.keyboard.press("ArrowRight")
        expect(pointed).to_contain_text("Deck 2: ")
        expect(page.locator("#span")).to_contain_text("of 3,000")
        expect(page.locator("#span")).not_to_contain_text("1 to 3,000")
        page.keyboard.press("0")
        expect(page.locator("#span")).to_contain_text("Decks 1 to 3,000 of 3,000")


def test_a_view_has_a_url_that_shows_the_same_to_others(server_with_deals: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        look(page, f"{server_with_deals.url}/fairness")
        page.locator("#choose").select_option("12")
        expect(page.locator("#panels figure")).to_have_count(5)
        page.get_by_role("button", name="Remove the ace of clubs").tap()
        expect(page.locator("#panels figure")).to_have_count(4)
        page.get_by_role("button", name="Zoom in").tap()
        page.locator("#over label", has_text="10").first.tap()
        page.locator("#law").select_option("cycles")
        expect(page).to_have_url(re.compile(r"show=AD,AH,AS,12&from=\d+&to=\d+&over=10&law=cycles$"))
        address = page.locator("[data-share=markers]").get_attribute("href")
        assert address is not None
        assert "upto=" in address
        window, verdict = (
            page.locator("#span").inner_text(),
            page.locator("#panels figure p").last.inner_text(),
        )
        assert_fits(page)
        look(page, f"{server_with_deals.url}{address}")
        expect(page.locator("#span")).to_have_text(window)
        expect(page.locator("#panels figure p").last).to_have_text(verdict)
        expect(page.locator("#over :checked")).to_have_value("10")
        page.locator("#laws").scroll_into_view_if_needed()
        expect(page.locator("#law-says")).to_contain_text("expected: 4.54")
        expect(page.locator("#law-plot svg")).to_have_attribute("aria-label", re.compile("^Cycles"))


def test_the_previous_decks_are_one_step_away(server_with_deals: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        look(page, f"{server_with_deals.url}/fairness", "scores")
        expect(page.locator("#scores figure:visible")).to_have_count(5)
        page.get_by_role("button", name="Previous 3,000").click()
        expect(page.locator("#source")).to_contain_text("Real decks: 100 older decks of 3,100 on record.")
        expect(page.locator("#panels figure p").first).to_contain_text("too few to test")
        page.get_by_role("button", name="The newest").click()
        expect(page.locator("#source")).to_contain_text("the newest 3,000 of")
        page.goto(f"{server_with_deals.url}/fairness/deals")
        expect(page.locator("tbody tr")).to_have_count(50)
        page.get_by_role("link", name="Older").click()
        expect(page.locator("tbody tr")).to_have_count(50)
