"""The discard lab and the hint, as a person uses them."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import start_bot_game, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

SIX = "cards=5H+5S+JD+QC+9H+TH"
TOP = "document.querySelector('.lab-answer').getBoundingClientRect().top + scrollY"


def row(page: Page, n: int = 0) -> dict[str, str]:
    """Return the cells of a row of the table."""
    cells = page.locator("#throws tbody tr").nth(n).locator("[data-part]")
    return dict(cells.evaluate_all("cells => cells.map((cell) => [cell.dataset.part, cell.textContent])"))


def test_the_lab_answers_while_the_visitor_types(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        page.goto(server.url)
        page.locator(".site-nav").get_by_role("link", name="Improve").click()
        page.get_by_role("link", name="Discard lab").click()
        rows, says, fault = (
            page.locator("#throws tbody tr"),
            page.locator("#says"),
            page.locator("#cards-fault"),
        )
        expect(says).to_have_text("Choose six cards.")
        page.locator("#cards").focus()
        page.keyboard.type("5h5s jd, Q♣ 9h 1")
        expect(fault).to_be_hidden()
        page.keyboard.type("0h")
        expect(rows).to_have_count(15)
        assert row(page)["behind"] == "best"
        expect(page).to_have_url(f"{server.url}/lab?{SIX}&dealer=1&mine=0&theirs=0&target=121")
        top, as_dealer = page.evaluate(TOP), row(page)
        page.get_by_label("Theirs: I’m pone").check()
        expect(rows.first.locator("[data-part=crib]")).to_have_text(re.compile("^−"))
        assert row(page)["win"] != as_dealer["win"]
        assert page.evaluate(TOP) == top, "nothing moves"
        page.get_by_role("button", name="Hand").click()
        hands = [float(row(page, n)["hand"]) for n in range(15)]
        assert hands == sorted(hands, reverse=True)
        page.locator("#mine").fill("121")
        expect(page.locator("#mine-fault")).to_have_text("Enter a score from 0 to 120.")
        expect(rows).to_have_count(0)


def test_the_lab_by_touch_and_practice(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/lab")
        assert_fits(page)
        pick = page.locator("#picks button").first
        box = pick.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        for name in (
            "five of hearts",
            "five of spades",
            "jack of diamonds",
            "queen of clubs",
            "nine of hearts",
        ):
            page.get_by_role("button", name=name).tap()
        expect(page.locator("#says")).to_have_text("One more card, please.")
        page.get_by_label("Seen elsewhere").tap()
        page.get_by_role("button", name="king of diamonds").tap()
        page.get_by_label("It’s mine").tap()
        page.get_by_role("button", name="ten of hearts").tap()
        expect(page.locator("#throws tbody tr")).to_have_count(15)
        expect(page).to_have_url(re.compile("&seen=KD$"))
        page.get_by_role("button", name="ace of clubs").tap()
        expect(page.locator("#says")).to_have_text("You have six cards. Put one back first.")
        assert_fits(page)

        page.get_by_role("button", name="Deal me six").tap()
        expect(page.locator("#says")).to_have_text("Which two do you discard to your crib?")
        expect(page.locator("#throws")).to_be_hidden()
        expect(page.locator("#nothing-yet")).to_have_text("Pick your two first: then you see all fifteen.")
        for n in (1, 4):
            page.locator("#six button").nth(n).tap()
        page.get_by_role("button", name="Discard these two").tap()
        expect(page.locator("#throws tbody tr.mine")).to_have_count(1)
        expect(page.locator("#says")).to_contain_text(re.compile("of fifteen|The best discard"))
        expect(page.locator("#tally")).to_contain_text("of 1 deals")
        assert_fits(page)


def test_a_link_to_a_position_opens_without_a_script(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, java_script_enabled=False, **PHONE) as page:
        page.goto(f"{server.url}/lab?{SIX}&dealer=0&mine=88&theirs=101")
        expect(page.locator("#throws tbody tr")).to_have_count(15)
        assert_fits(page)
        page.locator("#mine").fill("120")
        page.get_by_role("button", name="Compare the discards").click()
        expect(page.locator("#throws tbody tr")).to_have_count(15)
        expect(page.locator("#mine")).to_have_value("120")


@pytest.mark.parametrize(
    ("device", "touch"),
    [*only_in_proof((DESKTOP, False)), (PHONE, True)],
)
def test_a_hint_suggests_a_legal_discard_and_disappears_after_it(
    server: Server, chromium: Browser, device: dict[str, object], touch: bool
) -> None:
    with visitor_page(chromium, **device) as page:
        start_bot_game(page, server)
        assert wait_for_wanted_move(page) == "throw"
        if touch:
            page.get_by_role("button", name="Hint").tap()
        else:
            page.keyboard.press("h")
        says, marked = page.locator("#hint-says"), page.locator(".own.hinted")
        expect(says).to_contain_text("Discard ")
        expect(says).to_contain_text("Keep ")
        expect(says.get_by_text("of the games.")).to_be_hidden()
        says.get_by_text("In numbers").click()
        expect(says.get_by_text("of the games.")).to_be_visible()
        expect(marked).to_have_count(2)
        assert_fits(page)
        assert page.evaluate("document.querySelector('#hand').getBoundingClientRect().bottom <= innerHeight")
        for n in (0, 1):
            marked.nth(n).tap() if touch else marked.nth(n).click()
        page.locator("#throw").tap() if touch else page.keyboard.press("Enter")
        expect(page.locator(".own")).to_have_count(4)
        expect(marked).to_have_count(0)
        expect(says).to_be_hidden()
