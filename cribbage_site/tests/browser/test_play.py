"""Whole games played in a browser by what a person would click, tap or press."""

import pytest
from playwright.sync_api import Browser, Page

from cribbage_site.tests.browser.moves import (
    deals_checked,
    play_one_step,
    start_bot_game,
    wait_for_wanted_move,
)
from cribbage_site.tests.browser.visitors import (
    DESKTOP,
    PHONE,
    ask_for_short_games,
    assert_fits,
    visitor_page,
)
from cribbage_site.tests.repetitions import FULL_PROOF, only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# The longest name there may be, and points of every kind, on the narrowest phone.
LONGEST_NAMES = """() => document.querySelectorAll("#result-sources tr").forEach((row) => {
    while (row.cells.length < 5) row.append(row.lastElementChild.cloneNode(true));
    if (row.parentNode.matches("tbody")) row.cells[0].textContent = "W".repeat(20);
})"""


def assert_result_fits_the_longest_names(page: Page) -> None:
    page.locator("#result-sources tbody tr").first.wait_for()
    page.evaluate(LONGEST_NAMES)
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    page.set_viewport_size(size)


@pytest.mark.parametrize(
    ("device", "touch"),
    [*only_in_proof((DESKTOP, False)), (PHONE, True)],
    ids=["desktop", "phone"],
)
def test_a_whole_game_against_novice(
    server: Server, chromium: Browser, device: dict[str, object], touch: bool
) -> None:
    with visitor_page(chromium, **device) as page:
        if not FULL_PROOF:
            ask_for_short_games(page)
        start_bot_game(page, server)
        looked = set()
        stands = set()
        while (now := wait_for_wanted_move(page)) != "result":
            if now not in looked:
                looked.add(now)
                assert_fits(page)
                if now in ("throw", "play"):
                    stands.add(page.evaluate("window['seat-you'].getBoundingClientRect().top + scrollY"))
            if now == "throw":
                box = page.locator(".own").first.bounding_box()
                assert box is not None
                assert box["width"] >= 48
            play_one_step(page, touch=touch)
        assert_fits(page)
        assert looked >= {"throw", "play", "continue"}
        assert len(stands) == 1, "the table keeps its places from throw to play"
        target = "121" if FULL_PROOF else "61"
        assert target in (page.locator("#score-you").inner_text(), page.locator("#score-them").inner_text())
        assert page.locator("#result").is_visible()
        assert page.locator("#result[data-moment] .result-scene svg").is_visible()
        assert_result_fits_the_longest_names(page)
        deals = page.evaluate("Number(document.body.dataset.deal)")
        page.wait_for_function(
            f"() => document.querySelectorAll('#ticks .deal-check').length === {deals + 1}"
        )
        assert deals_checked(page) == dict.fromkeys(range(deals + 1), "true")
        assert page.locator("#alarm").is_hidden()


def test_a_reload_finds_the_table_as_it_was(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        start_bot_game(page, server)
        while wait_for_wanted_move(page) != "play":
            play_one_step(page, touch=False)
        play_one_step(page, touch=False)
        wait_for_wanted_move(page)
        look = """() => [
            ...["score-you", "score-them", "count"].map((id) => window[id].textContent),
            ...Array.from(document.querySelectorAll(".own, #pile .slot"), ({ dataset }) => dataset.card),
        ]"""
        before = page.evaluate(look)
        page.get_by_role("button", name="Settings").click()
        pause = page.locator("#bot-pause button")
        with page.expect_response("**/api/me/pause"):
            pause.press("Space")
        page.reload()
        wait_for_wanted_move(page)
        assert page.evaluate(look) == before
        page.get_by_role("button", name="Settings").click()
        assert pause.get_attribute("aria-checked") == "false"


def test_what_is_too_wide_for_a_moment_is_noticed_and_named(server: Server, chromium: Browser):
    noticed = pytest.raises(AssertionError, match=r'TOO WIDE at /learn: .*<b id="wide"')
    with noticed, visitor_page(chromium) as page:
        page.goto(f"{server.url}/learn")
        page.wait_for_load_state()
        page.evaluate("""async () => {
            const wide = Object.assign(document.createElement("b"), { id: "wide" });
            wide.style.cssText = "display: block; width: 9999px; height: 9px";
            document.body.append(wide);
            await new Promise((done) => setTimeout(done, 200));
            wide.remove();
        }""")
