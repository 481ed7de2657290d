"""A game by mouse, by touch and by keyboard: every deal is ticked, and a lie of the server is noticed."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.lies import another_starter, lie_to
from cribbage_site.tests.browser.moves import (
    click,
    deals_checked,
    play_one_step,
    play_one_step_by_keys,
    wait_for_wanted_move,
)
from cribbage_site.tests.browser.players import deal_number
from cribbage_site.tests.browser.visitors import (
    DESKTOP,
    PHONE,
    ask_for_short_games,
    assert_fits,
    visitor_page,
    without_pauses,
)
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server

TARGET = "121" if FULL_PROOF else "61"
PLAY_NOVICE = "button:text('Play Novice')"
IS_FOCUSED = "(node) => node === document.activeElement"

# The longest possible name, and points of every kind, on the narrowest phone.
LONGEST_NAMES = """() => document.querySelectorAll("#result-sources tr").forEach((row) => {
    while (row.cells.length < 5) row.append(row.lastElementChild.cloneNode(true));
    if (row.parentNode.matches("tbody")) row.cells[0].textContent = "W".repeat(20);
})"""


class Hands(NamedTuple):
    """A device, how its player presses a button, and how they make a move."""

    device: dict[str, object]
    press: Callable[[Page, str], None]
    play_one_step: Callable[[Page], None]


def press_by_keys(page: Page, button: str) -> None:
    while not page.locator(button).evaluate(IS_FOCUSED):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


HANDS = {
    "mouse": Hands(DESKTOP, partial(click, touch=False), partial(play_one_step, touch=False)),
    "thumb": Hands(PHONE, partial(click, touch=True), partial(play_one_step, touch=True)),
    "keyboard": Hands(DESKTOP, press_by_keys, play_one_step_by_keys),
}


def sit_down(page: Page, server: Server, press: Callable[[Page, str], None]) -> None:
    without_pauses(page)
    page.goto(server.url)
    assert_fits(page)
    press(page, PLAY_NOVICE)
    page.wait_for_url("**/table/*")


def assert_result_fits_the_longest_names(page: Page) -> None:
    page.locator("#result-sources tbody tr").first.wait_for()
    page.evaluate(LONGEST_NAMES)
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)


def assert_every_deal_is_ticked(page: Page) -> None:
    deals = deal_number(page)
    expect(page.locator("#ticks .deal-check")).to_have_count(deals + 1)
    assert deals_checked(page) == dict.fromkeys(range(deals + 1), "true")
    assert page.locator("#alarm").is_hidden()


@pytest.mark.parametrize("hands", HANDS.values(), ids=HANDS)
def test_a_game_has_every_deal_ticked(server: Server, chromium: Browser, hands: Hands) -> None:
    """By touch the game is played to its target. By mouse and by keyboard it is resigned in deal 2."""
    is_played_out = FULL_PROOF or hands.device == PHONE
    with visitor_page(chromium, **hands.device) as page:
        if not FULL_PROOF:
            ask_for_short_games(page)
        sit_down(page, server, hands.press)
        play_by_hand(page, hands, deals=99 if is_played_out else 1)
        if is_played_out:
            assert TARGET in page.locator("#score-you, #score-them").all_inner_texts()
        else:
            hands.press(page, "#resign")
            hands.press(page, "#resign-dialog button:text-is('Resign')")
        page.locator("#result[data-moment] .result-scene svg").wait_for()
        assert_fits(page)
        assert_every_deal_is_ticked(page)
        if hands.device == PHONE:
            assert_result_fits_the_longest_names(page)


def play_by_hand(page: Page, hands: Hands, deals: int) -> None:
    """Play this many deals, or until the game is over. Each kind of move must fit the window."""
    looked, places = set(), set()
    while (now := wait_for_wanted_move(page)) != "result" and deal_number(page) <= deals:
        if now not in looked:
            looked.add(now)
            assert_fits(page)
            if now in ("throw", "play"):
                places.add(page.evaluate("window['seat-you'].getBoundingClientRect().top + scrollY"))
            if now == "throw":
                box = page.locator(".own").first.bounding_box()
                assert box is not None
                assert box["width"] >= 48
        hands.play_one_step(page)
    assert looked >= {"throw", "play", "continue"}
    assert len(places) == 1, "the table keeps its places from throw to play"


def test_a_starter_that_differs_from_the_deal_raises_the_alarm(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        lie_to(page, another_starter)
        sit_down(page, server, partial(click, touch=True))
        wait_for_wanted_move(page)
        play_one_step(page, touch=True)
        alarm = page.locator("#alarm")
        expect(alarm).to_contain_text("In deal 1 the server now shows another starter than before.")
        expect(page.locator("#ticks [data-deal='1'][data-mark=true]")).to_have_count(0)
        assert_fits(page)
