"""Two people play each other, each with a browser of their own: a desktop and a phone."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.moves import deals_checked
from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    create_link_game,
    deal_number,
    join_by_link,
    play_until,
    shown_scores,
    site_url,
)
from cribbage_site.tests.browser.visitors import PHONE, assert_fits

pytestmark = pytest.mark.slow


def is_over(page: Page) -> bool:
    return page.locator("#result").is_visible()


def test_a_whole_game_by_link_and_a_rematch(open_page: OpenPage) -> None:
    ann, bert = open_page(at=LIGHT), open_page(device=PHONE, at=LIGHT)
    path = create_link_game(ann, clock="quick")
    expect(ann.locator("#waiting-says")).to_contain_text("A game to 61")
    assert_fits(ann)
    join_by_link(bert, path, ann)
    expect(ann.locator("#waiting")).to_be_hidden()
    assert_fits(bert)
    play_until(ann, bert, until=lambda: is_over(ann) and is_over(bert))
    assert shown_scores(ann) == shown_scores(bert)[::-1]
    assert "61" in shown_scores(ann)
    for page in (ann, bert):
        deals = deal_number(page)
        page.wait_for_function(
            f"() => document.querySelectorAll('#ticks .deal-check').length === {deals + 1}"
        )
        assert deals_checked(page) == dict.fromkeys(range(deals + 1), "true")
        assert page.locator("#alarm").is_hidden()
        assert page.locator("#result-hands .kept .card").count() >= 8
        assert_fits(page)

    loser = ann if shown_scores(bert)[0] == "61" else bert
    ann.locator("#rematch").click()
    expect(ann.locator("#result-asks")).to_contain_text("to accept")
    expect(bert.locator("#result-asks")).to_contain_text("wants a rematch")
    bert.get_by_role("button", name="Accept rematch").tap()
    for page in (ann, bert):
        page.wait_for_url(lambda url: path not in url)
        page.wait_for_selector("body[data-phase=throw]")
    assert ann.url == bert.url
    expect(loser.locator("#seat-you [data-part=crib]")).to_be_visible()


def test_a_seek_is_withdrawn(open_page: OpenPage) -> None:
    ann = open_page()
    create_link_game(ann)
    ann.get_by_role("button", name="Cancel").click()
    ann.wait_for_url(f"{site_url(ann)}/")
