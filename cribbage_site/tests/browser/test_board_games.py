"""A game over the board is entered card by card on a phone, saved, replayed and shared."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import LIGHT, OpenPage, sign_up
from cribbage_site.tests.browser.test_following import photograph
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

RANKS = {"T": "10"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def tap(page: Page, *cards: str) -> None:
    """Tap cards, x for an unknown one, and wait until the server has answered for their word."""
    before = page.locator("#pad-says").inner_text()
    for card in cards:
        if card == "x":
            page.get_by_role("button", name="Unknown").click()
            continue
        page.get_by_role("button", name=RANKS.get(card[0], card[0]), exact=True).click()
        page.get_by_role("button", name=SUITS[card[1]]).click()
    expect(page.locator("#pad-says")).not_to_have_text(before)


def test_a_game_is_entered_card_by_card(server: Server, open_page: OpenPage) -> None:
    # The console complains of a private game that isn't there for the friend.
    owner, friend = (open_page(device=PHONE, silent=False, at=LIGHT) for _ in range(2))
    sign_up(owner, "Padma")
    owner.goto(f"{server.url}/board-games")
    photograph(owner, "board-games-none")
    owner.get_by_role("link", name="Write down a game").click()
    expect(owner.locator("#pad-says")).to_have_text("Who plays?")
    photograph(owner, "board-games-new")
    owner.get_by_role("textbox", name="Player A").fill("Ann")
    owner.get_by_role("textbox", name="Player B").fill('Bo "the Peg"')
    owner.get_by_label("First dealer").select_option("b")
    owner.get_by_role("button", name="Begin").click()
    says = owner.locator("#pad-says")
    expect(says).to_have_text("Deal 1: the starter?")
    tap(owner, "5S")
    expect(says).to_have_text("Ann’s two discards?")
    tap(owner, "x", "x")
    tap(owner, "x", "x")
    expect(says).to_have_text("0–0. Ann plays on 0.")
    photograph(owner, "board-games-pad")
    for card in ("8C", "QH", "7C", "5D", "6H", "JD", "5H"):
        tap(owner, card)
    owner.get_by_text("Ann pegs: 0").click()
    photograph(owner, "board-games-pegging")
    owner.get_by_role("button", name="Undo").click()
    expect(says).to_have_text("0–1. Ann plays on 16.")
    expect(owner.get_by_label("The game")).to_have_value(
        '[A "Ann"]\n[B "Bo \\"the Peg\\""]\n[Rules "121 auto first=b"]\n\n'
        "#1 up:5S axx bxx a8C bQH a7C b5D a6H bJD"
    )
    tap(owner, "5H")
    tap(owner, "5C")
    expect(says).to_have_text("Deal 1: what do the hands and the crib count?")
    assert [
        owner.get_by_label(f"{hand}").input_value() for hand in ("Ann’s hand", 'Peg"’s hand', "crib")
    ] == [
        "12",
        "20",
        "",
    ]
    photograph(owner, "board-games-counts")
    assert_fits(owner)
    owner.get_by_label("crib").fill("8")
    owner.get_by_label("Ann’s hand").fill("10")  # two points were missed
    owner.get_by_role("button", name="Write down these points").click()
    expect(says).to_have_text("10–32. The next deal?")
    written = owner.get_by_label("The game")
    assert written.input_value().endswith("b5C a=12 b=20 b=8 a<2")
    owner.get_by_role("button", name="Undo").click()
    expect(says).to_have_text("12–32. The next deal?")
    written.fill(f"{written.input_value()} {{well played}}")
    owner.get_by_role("button", name="Save the game").click()
    expect(owner.locator("#moves li").first).to_be_visible()
    owner.keyboard.press("End")
    expect(owner.locator("#note")).to_contain_text("")
    photograph(owner, "board-games-replay")
    assert_fits(owner)
    friend.goto(owner.url.partition("#")[0])
    expect(friend.get_by_role("heading", level=1)).not_to_contain_text("Ann")
    owner.get_by_role("button", name="Share by link").click()
    link = owner.get_by_label("Anyone with this link sees the game").input_value()
    photograph(owner, "board-games-shared")
    friend.goto(link)
    expect(friend.locator("#moves li").first).to_be_visible()
    expect(friend.get_by_role("button", name="Stop sharing")).to_have_count(0)
    assert_fits(friend)
    sign_up(friend, "Petra")
    friend.goto(link)
    friend.get_by_text("Report this game").click()
    friend.get_by_label("Only the host reads this").fill("Rude.")
    photograph(friend, "board-games-report")
    assert_fits(friend)
    friend.get_by_role("button", name="Send the report").click()
    expect(friend.get_by_text("The host will look at it.")).to_be_visible()
    friend.goto(link.replace("/board-games/", "/embed/board-game/"))
    expect(friend.locator("#told")).not_to_be_empty()
    photograph(friend, "board-games-embedded")
