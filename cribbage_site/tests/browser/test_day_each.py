"""Two play a game with a day for every move: what is forced for all to see plays itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import (
    OpenPage,
    game_id_of,
    open_two_player_game,
    page_opener,
    rounds,
    site_url,
)
from cribbage_site.tests.server_process import Server
from game.evidence.standalone import verify as alone

pytestmark = pytest.mark.browser

SIGNED_SCRIPT = """async (game) => {
    const answer = await fetch(`/api/games/${game}/transcript`);
    return await answer.text();
}"""


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[OpenPage]:
    with page_opener(chromium, server) as open_page:
        yield open_page


def own_cards(page: Page) -> int:
    return page.locator(".own").count()


def test_nobody_says_go_or_plays_a_last_card_and_both_pages_sign_all_that_was_played(
    open_page: OpenPage,
) -> None:
    ann, bert, path = open_two_player_game(open_page, clock="relaxed", target=61)
    reloaded = 0
    for wishes in rounds(ann, bert):
        assert "go" not in wishes.values()
        for page, wanted in wishes.items():
            assert wanted != "play" or own_cards(page) > 1
        deal = int(ann.evaluate("Number(document.body.dataset.deal)"))
        if deal == 2 and reloaded == 0:  # what was played for a seat is bound after a reload too
            reloaded = deal
            ann.goto(f"{site_url(ann)}{path}")
            ann.wait_for_selector("body[data-phase]")
        if all(wanted == "result" for wanted in wishes.values()):
            break
    file = ann.evaluate(SIGNED_SCRIPT, game_id_of(path))
    read = alone.read_json(file)
    assert alone.verify(file.encode()).verdict == "true"
    for who, signed in enumerate(read["signatures"]):
        own = alone.own_moves(read, who)
        unsigned = own[signed["moves"] :]
        assert len(unsigned) < 4, "only what came after the last move of the seat itself"
        assert all(word.endswith("-go") or word[-1] in "CDHS" for word in unsigned)
    for page in (ann, bert):
        expect(page.locator("#ticks [data-mark=false]")).to_have_count(0)
        expect(page.locator("#ticks [data-mark=true]").nth(1)).to_be_attached()
