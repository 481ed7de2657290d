"""Two people and one deck: a finished game, a link, a friend’s game of the same cards, and both boards."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import press_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import OpenPage, page_opener
from cribbage_site.tests.browser.test_following import photograph, sign_up
from cribbage_site.tests.browser.visitors import PHONE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

PLAYED = """
from game.engine.state import Rules
from game.models import Player
from tests.worlds.same_cards import create_played_game
print(create_played_game(Player.objects.get(username="Ann"), "advanced", Rules(61)).pk)
"""


@pytest.fixture
def open_page(own_server: Server, chromium: Browser) -> Iterator[OpenPage]:
    with page_opener(chromium, own_server) as opener:
        yield opener


def test_a_friend_plays_the_same_cards_and_then_both_boards_are_compared(
    own_server: Server, open_page: OpenPage
) -> None:
    ann, friend = open_page(), open_page(device=PHONE)
    sign_up(ann, "Ann")
    game = own_server.manage("shell", "-c", PLAYED).split()[-1]
    ann.goto(f"{own_server.url}/game/{game}")
    ann.get_by_role("button", name="Challenge a friend").click()
    ann.wait_for_url("**/cards/*")
    link = ann.locator("#link").input_value()
    photograph(ann, "same-cards-own")
    # Ann keeps her own view of it, and no other player sees any of it.
    ann.goto(f"{own_server.url}/game/{game}")
    expect(ann.locator("#moves li").first).to_be_visible()
    friend.goto(f"{own_server.url}/game/{game}")
    expect(friend).to_have_url(re.compile(f"/table/{game}"))
    expect(friend.get_by_text("Another player is invited to play these cards").first).to_be_visible()

    friend.goto(link)
    photograph(friend, "same-cards-invitation")
    friend.get_by_role("button", name="Play these cards").tap()
    friend.wait_for_url("**/table/*")
    own = friend.locator("#table").get_attribute("data-game")
    while wait_for_wanted_move(friend) != "result":
        press_one_step(friend, wait_for_wanted_move(friend))
    friend.locator("#result-to-boards").tap()  # the boards open as soon as both are done
    friend.wait_for_url(f"**/game/{game}/beside/{own}")
    expect(friend.locator(".two-boards > li")).to_have_count(2)
    expect(friend.locator(".pairs > li").first).to_be_visible()
    photograph(friend, "same-cards-beside")

    ann.goto(link)
    ann.wait_for_url(f"**/game/{game}/beside/{own}")
    photograph(ann, "same-cards-beside-wide")
    ann.get_by_role("link", name="Check that both games had the same decks").click()
    expect(ann.locator("#laid .verdict")).to_contain_text("played the cards of game")
    expect(ann.locator("#says")).to_contain_text("compared with the game of the same cards")
    photograph(ann, "same-cards-checked")
