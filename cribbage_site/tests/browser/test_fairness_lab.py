"""The fairness lab, as a person uses it."""

import os
import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server
from rng.deal import card_text

pytestmark = pytest.mark.slow

TOP = "document.querySelector('#trees').getBoundingClientRect().top + scrollY"


def head(side: str) -> str:
    return f"#beside-answer .verdict.{side} [data-part=head]"


def test_more_decks_expose_a_wrong_shuffle_and_not_the_sound_one(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{server.url}/fairness/lab?decks=1")
        one, other = (page.locator(head(side)) for side in ("one", "other"))
        expect(one).to_have_text("Not detected yet")
        expect(other).to_have_text("Nothing detected")
        top = page.evaluate(TOP)
        page.get_by_role("slider", name="Decks dealt from each").press("End")
        expect(one).to_have_text("Detected")
        expect(other).to_have_text("Nothing detected")
        expect(page.locator(".verdict.one [data-part=since]")).to_have_text(
            "Detected with 10,000 decks, but not with 1."
        )
        expect(page).to_have_url(f"{server.url}/fairness/lab?decks=10000")
        found = page.locator("[data-test=inversions] td.found")
        expect(found).to_have_count(1)
        for picture in ("smile", "neighbours", "growth"):
            page.locator(f"#{picture}").scroll_into_view_if_needed()
            shown = page.locator(f"#{picture} svg")
            expect(shown).to_have_attribute("role", "img")
            assert "Naive swaps" in str(shown.get_attribute("aria-label"))
        assert "standard deviations" in str(page.locator("#map-one").get_attribute("aria-label"))
        assert page.evaluate(TOP) == top, "nothing moves"

        page.locator("[data-side=one]").get_by_label("Shuffle").select_option(label="Fair swaps")
        expect(one).to_have_text("Nothing detected")
        page.reload()
        expect(one).to_have_text("Nothing detected")
        expect(page).to_have_url(f"{server.url}/fairness/lab?decks=10000&one=fair")


def test_decks_are_dealt_by_touch_until_the_visitor_stops(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/fairness/lab?one=sattolo&decks=1#shuffles")
        assert_fits(page)
        expect(page.locator(head("one"))).to_have_text("Not detected yet")
        page.get_by_role("button", name="Deal on").tap()
        expect(page.locator(head("one"))).to_have_text("Detected")
        page.get_by_role("button", name="Stop").tap()
        expect(page.get_by_role("button", name="Deal on")).to_be_visible()
        dealt = page.locator("#decks-says").text_content()
        page.get_by_role("button", name="New decks").tap()
        expect(page.locator("#decks-says")).to_have_text(str(dealt))
        expect(page).to_have_url(re.compile("seed=2.*#shuffles$"))
        assert_fits(page)


def test_the_ways_to_a_deck_light_up_even_without_a_script(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, java_script_enabled=False, **PHONE) as page:
        page.goto(f"{server.url}/fairness/lab?deck=231")
        assert_fits(page)
        lit = page.locator(".tree.naive .twig.to-231 rect")
        plain = page.locator(".tree.naive .twig:not(.to-231) rect").first

        def colour(which: Locator) -> str:
            return str(which.evaluate("rect => getComputedStyle(rect).fill"))

        assert {colour(lit.nth(n)) for n in range(lit.count())} != {colour(plain)}
        page.get_by_role("radio", name="132").check()
        assert colour(page.locator(".tree.naive .twig.to-132 rect").last) != colour(plain)
        expect(page.locator("#beside")).to_be_hidden()
        expect(page.locator("[data-test=inversions]")).to_contain_text("pairs of cards")


def test_the_url_keeps_the_highlighted_deck(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(f"{server.url}/fairness/lab?one=riffle7&decks=3")
        page.locator(".trees").get_by_role("radio", name="213").check()
        page.wait_for_url("**/fairness/lab?one=riffle7&decks=3&deck=213#trees")
        page.reload()
        expect(page.locator(".trees").get_by_role("radio", name="213")).to_be_checked()


PIXELS_SCRIPT = """(id) => {
    const canvas = document.getElementById(id);
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Map();
    for (let at = 0; at < data.length; at += 4) {
        const colour = [data[at], data[at + 1], data[at + 2]].join();
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return Object.fromEntries(colours);
}"""


def saturated(colours: dict[str, int]) -> int:
    """Count the points of a map that are colored and not gray."""
    parts = ((list(map(int, colour.split(","))), count) for colour, count in colours.items())
    return sum(count for rgb, count in parts if max(rgb) - min(rgb) > 60)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_maps_show_which_places_get_cards_too_often(
    server: Server, chromium: Browser, scheme: str
) -> None:
    with visitor_page(chromium, lasting=False, **PHONE, color_scheme=scheme) as page:
        page.goto(f"{server.url}/fairness/lab?decks=10000")
        expect(page.locator(head("one"))).to_have_text("Detected")
        naive, fair = (page.evaluate(PIXELS_SCRIPT, f"map-{side}") for side in ("one", "other"))
        assert saturated(naive) > 5 * saturated(fair)
        assert saturated(naive) > 2_000
        black = naive.get("0,0,0", 0)
        assert black < sum(naive.values()) / 100
        page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
        page.wait_for_function(
            f"""(before) => {{
                const colours = Object.entries(({PIXELS_SCRIPT})("map-other"));
                return colours.reduce((most, each) => (each[1] > most[1] ? each : most))[0] !== before;
            }}""",
            arg=max(fair, key=fair.__getitem__),
        )


def test_the_visitors_own_decks_are_tested_and_a_single_suit(server: Server, chromium: Browser) -> None:
    new = " ".join(card_text(card) for card in range(52))
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/fairness/lab?decks=1#shuffles")
        expect(page.locator(head("one"))).to_have_text("Not detected yet")
        page.get_by_text("Test decks of your own").tap()
        page.get_by_label("Decks", exact=True).fill(f"{new}\nAC 2D")
        page.get_by_role("button", name="Test these decks").tap()
        expect(page.locator("#own-trouble")).to_have_text(
            "Line 2 is no deck: it has 2 cards, and a deck has 52."
        )
        file = {"name": "decks.txt", "mimeType": "text/plain", "buffer": f"{new}\n".encode() * 40}
        page.get_by_label("Or from a file").set_input_files([file])
        expect(page.locator(head("one"))).to_have_text("Detected")
        expect(page.locator("#decks-says")).to_have_text("40 decks")
        expect(page.locator(".verdict.one [data-part=name]")).to_have_text("Your own decks")
        assert "own" not in page.evaluate("location.href")
        assert_fits(page)
        page.get_by_label("Cards to test").select_option(label="hearts alone")
        expect(page.locator("[data-test=suit-inversions] td.found")).to_have_count(1)
        expect(page.locator("[data-test=inversions]")).to_be_hidden()
        expect(page).to_have_url(re.compile("suit=H"))
        assert_fits(page)
        if folder := os.environ.get("SHOTS"):
            page.locator("#shuffles").screenshot(path=f"{folder}/own-decks.png")
