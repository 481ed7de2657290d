"""A whole small evening over the board: the director on a phone, players on theirs, and the big screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import LIGHT, OpenPage, sign_up
from cribbage_site.tests.browser.test_following import PICTURES
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

PLAYERS = ("Ann", "Bob", "Cid", "Dot")


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def hand_in(page: Page, who_won: str, loser_has: int) -> None:
    page.get_by_role("radio", name=who_won).check()
    page.get_by_label("Loser’s score").fill(str(loser_has))
    page.get_by_role("button", name="Hand in my card").click()


def enter(desk: Page, table: int, loser_has: int, winner: str | None = None) -> None:
    """As the director, enter a player's win; without a name, of the player who dealt first."""
    row = desk.locator("#tables .board-row").nth(table)
    chosen = {"value": "0"} if winner is None else {"label": winner}
    row.get_by_label("Won by").select_option(**chosen)
    row.get_by_label("Loser’s score").fill(str(loser_has))
    row.get_by_role("button", name="Enter").click()


def test_a_whole_evening_of_four(server: Server, open_page: OpenPage) -> None:
    desk = open_page(device=PHONE, silent=False, at=LIGHT)  # browsers log a refusal as an error
    screen = open_page(device=DESKTOP, at=LIGHT)
    sign_up(desk, "Desk-Director")
    desk.goto(f"{server.url}/desk")
    photograph(desk, "desk-new")
    desk.get_by_label("Name").fill("Tuesday at the Crown")
    desk.get_by_label("Games each").select_option("3")
    desk.get_by_role("button", name="Open the evening").click()
    desk.get_by_label("Add players, one name per line").fill("\n".join(PLAYERS))
    desk.get_by_role("button", name="Add", exact=True).click()
    expect(desk.locator("#players li")).to_have_count(4)
    evening = desk.url.partition("#")[0]
    screen.goto(f"{evening}/screen")

    desk.get_by_role("button", name="Pair the free players").click()
    expect(desk.locator("#tables .board-row")).to_have_count(2)
    photograph(desk, "desk-tables")
    expect(screen.locator(".seatings li:has(.table-number)")).to_have_count(2)  # updates by itself
    photograph(screen, "desk-screen")

    names = desk.locator("#tables .board-row").first.locator("strong").all_text_contents()
    cards = {name: open_page(device=PHONE, at=LIGHT) for name in names}
    for name, page in cards.items():
        page.goto(
            server.url + str(desk.get_by_role("link", name=f"Player’s page {name}").get_attribute("href"))
        )
    one, other = (cards[name] for name in names)
    hand_in(one, "Me", 88)
    expect(one.get_by_text("Your card says 121–88.")).to_be_visible()
    hand_in(other, names[0], 89)
    expect(other.get_by_text("card differs")).to_be_visible()
    expect(desk.locator(".board-row.conflict")).to_contain_text(f"{names[0]} says 121–88")
    photograph(other, "desk-card-differs")
    photograph(desk, "desk-conflict")
    hand_in(other, names[0], 88)
    expect(other.get_by_text("You’re free. Your next table will appear here.")).to_be_visible()
    expect(one.get_by_text("You’re free. Your next table will appear here.")).to_be_visible()
    photograph(one, "desk-card-free")

    expect(desk.locator("#tables .board-row")).to_have_count(1)
    enter(desk, 0, 101)
    for _ in range(2):
        desk.get_by_role("button", name="Pair the free players").click()
        for left in (1, 0):
            enter(desk, 0, 95 - left)
            expect(desk.locator("#tables .board-row")).to_have_count(left)
    desk.get_by_role("button", name="Pair the free players").click()
    expect(desk.get_by_role("alert")).to_have_text("No two players can be paired right now.")

    desk.get_by_role("button", name="Begin the bracket").click()
    expect(desk.locator(".match")).to_have_count(1)
    best = desk.locator(".match .side span").first.text_content()
    start, champion = desk.get_by_role("button", name="Start the next games"), desk.locator(".champion")
    while champion.count() == 0:
        start.click()
        enter(desk, 0, 110, winner=str(best))
        expect(desk.locator("#tables .board-row")).to_have_count(0)
        expect(champion.or_(start)).to_be_visible()  # the whole page has arrived
    expect(desk.locator(".champion")).to_have_text(f"{best} wins the bracket.")
    photograph(desk, "desk-over")
    desk.set_viewport_size(DESKTOP["viewport"])  # type: ignore[arg-type]
    photograph(desk, "desk-over")
    expect(screen.locator(".champion")).to_have_text(f"{best} wins the bracket.")
    photograph(screen, "desk-screen-over")
    desk.goto(f"{evening}/slips")
    expect(desk.locator(".slips img")).to_have_count(4)
    photograph(desk, "desk-slips")


def sheets_of(page: Page, paper: str, name: str) -> int:
    """Print a page, and return how many sheets it takes."""
    printed = page.pdf(format=paper, prefer_css_page_size=False)
    if PICTURES:
        Path(PICTURES, f"{name}-{paper}.pdf").write_bytes(printed)
    return len(re.findall(rb"/Type /Page\b", printed))


def test_director_prints_an_evening_of_thirteen_on_both_kinds_of_paper(
    server: Server, open_page: OpenPage
) -> None:
    desk = open_page(device={**DESKTOP, "color_scheme": "dark"}, at=LIGHT)
    sign_up(desk, "Print-Director")
    desk.goto(f"{server.url}/desk")
    desk.get_by_label("Name").fill("Tuesday at the Crown")
    desk.get_by_role("button", name="Open the evening").click()
    names = [*(f"Player {n}" for n in range(1, 12)), "Bartholomew Featherstonehaugh-Wriothesley", "Z" * 40]
    desk.get_by_label("Add players, one name per line").fill("\n".join(name[:40] for name in names))
    desk.get_by_role("button", name="Add", exact=True).click()
    desk.get_by_role("button", name="Pair the free players").click()
    enter(desk, 0, 88)
    expect(desk.locator("#tables .board-row")).to_have_count(5)
    evening = desk.url.partition("#")[0]
    for path, sheets in (("pairings", 1), ("cards", 4), ("slips", 2)):
        desk.goto(f"{evening}/{path}")
        expect(desk.get_by_role("button", name="Print", exact=True)).to_be_visible()
        for width in (320, 390, 1280):
            desk.set_viewport_size({"width": width, "height": 740})
            photograph(desk, f"desk-{path}")
        taken = {paper: sheets_of(desk, paper, f"desk-{path}") for paper in ("A4", "Letter")}
        assert taken == {"A4": sheets, "Letter": sheets}, path

    player = desk.locator(".slips li").first
    old = player.locator("small").text_content()
    player.get_by_role("button", name="New code").click()
    expect(player.locator("small")).not_to_have_text(str(old))
    phone = open_page(device=PHONE, at=LIGHT, silent=False)
    phone.goto(str(player.locator("small").text_content()))
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 740})
        photograph(phone, "desk-own-card")
    answer = phone.goto(str(old))
    assert answer is not None
    assert answer.status == 404
