"""Two players play a game with a day per move. Moves that are forced and public are played automatically."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    create_link_game,
    game_id_of,
    join_by_link,
    open_two_player_game,
    page_opener,
    play_until,
    rounds,
    sign_up,
    site_url,
    wanted_move,
)
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server
from proof.evidence.standalone import verify as alone

pytestmark = pytest.mark.slow


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


def test_forced_moves_play_themselves_and_both_pages_sign_every_move(
    open_page: OpenPage,
) -> None:
    ann, bert, path = open_two_player_game(open_page, clock="relaxed", target=61)
    reloaded = 0
    for wishes in rounds(ann, bert):
        assert "go" not in wishes.values()
        for page, wanted in wishes.items():
            assert wanted != "play" or own_cards(page) > 1
        deal = int(ann.evaluate("Number(document.body.dataset.deal)"))
        if deal == 2 and reloaded == 0:  # automatic moves are also bound after a reload
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


def go_on_vacation(page: Page, days: int) -> None:
    page.goto(f"{site_url(page)}/accounts/")
    form = page.locator("#vacation")
    form.get_by_label("How many days").fill(str(days))
    form.get_by_role("button", name="Go on vacation").click()
    expect(page.locator("#vacation")).to_contain_text("You’re on vacation until")
    assert_fits(page)


def test_a_vacation_and_its_end_are_shown_at_the_table_and_in_lists(open_page: OpenPage) -> None:
    ann, bert = open_page(at=LIGHT), open_page(device=PHONE, at=LIGHT)
    sign_up(ann, "Annemarie")
    sign_up(bert, "Bertrand")
    path = create_link_game(ann, clock="relaxed", target=121)
    join_by_link(bert, path, ann)
    play_until(ann, bert, until=lambda: wanted_move(ann) == "play")
    at_home = f"{site_url(ann)}{path}"
    expect(bert.locator("#seat-them [data-part=vacation]")).to_be_hidden()

    go_on_vacation(ann, 3)
    sign = bert.locator("#seat-them [data-part=vacation]")
    expect(sign).to_contain_text("on vacation until")
    expect(bert.locator("#seat-them [data-part=away]")).to_be_hidden()
    for width, height in ((360, 640), (360, 740), (1280, 800), (640, 360)):
        bert.set_viewport_size({"width": width, "height": height})
        expect(sign).to_be_visible()
        assert_fits(bert)
    bert.set_viewport_size({"width": 360, "height": 740})
    bert.goto(site_url(bert))
    bert.wait_for_selector("[data-lobby=live]")
    expect(bert.locator("#playing")).to_contain_text("on vacation until")
    ann.goto(site_url(ann))
    ann.wait_for_selector("[data-lobby=live]")
    expect(ann.locator("#playing")).to_contain_text("Your turn · on vacation until")

    ann.goto(at_home)
    expect(ann.locator("#seat-you [data-part=vacation]")).to_contain_text("on vacation until")
    ann.goto(f"{site_url(ann)}/accounts/")
    ann.set_viewport_size({"width": 360, "height": 740})
    assert_fits(ann)
    ann.locator("#vacation").get_by_role("button", name="End it now").click()
    expect(ann.locator("#vacation")).to_contain_text("13 days left")
    ann.goto(at_home)
    expect(ann.locator("#seat-you [data-part=vacation]")).to_be_hidden()
    expect(ann.locator("#seat-you .clock")).to_contain_text("23 h")
