"""A player who returns gets the whole log. Missed moves are animated, and nothing is revealed early."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.moves import play_one_step
from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    open_two_player_game,
    play_deal,
    play_until_wanted,
    shown_scores,
    site_url,
)

pytestmark = pytest.mark.slow


LOG_LINES = "#log :is(h3, li li)"


def log_lines(page: Page) -> list[str]:
    return page.locator(LOG_LINES).all_inner_texts()


def test_a_game_with_a_day_per_move_is_left_and_resumed(open_page: OpenPage) -> None:
    ann, bert, path = open_two_player_game(open_page, clock="relaxed", target=121)
    play_deal(ann, bert)
    at_turn, other = play_until_wanted("play", ann, bert)
    play_one_step(at_turn, touch=False)
    expect(other.locator(".own.open").first).to_be_visible()
    before = log_lines(at_turn)
    at_turn.goto("about:blank")
    at_turn.emulate_media(reduced_motion="no-preference")
    played = other.locator(".own.open").first.get_attribute("data-card")
    other.locator(".own.open").first.click()
    expect(other.locator(f"#pile [data-card='{played}']")).to_be_visible()

    at_turn.goto(f"{site_url(other)}{path.split('?')[0]}?pace=usual")  # at the table's own pace
    expect(at_turn.locator("#voice")).to_contain_text("Since you were away: 1 move.")
    expect(at_turn.locator(f"#pile [data-card='{played}']")).to_be_visible()
    expect(at_turn.locator("#skip")).to_be_hidden()
    mine, theirs = shown_scores(other)
    expect(at_turn.locator("#score-you")).to_have_text(theirs)
    expect(at_turn.locator("#score-them")).to_have_text(mine)
    expect(at_turn.locator(LOG_LINES)).to_have_count(len(log_lines(other)))
    after = log_lines(at_turn)
    assert after[: len(before)] == before
    assert len(after) > len(before)  # a card that scores has two lines

    late = open_page(at=LIGHT)
    late.goto(f"{site_url(other)}{path}")
    expect(late.locator("#log h3")).to_have_count(2)
    expect(late.locator(LOG_LINES)).to_have_count(len(after))
    expect(late.locator("#log li").last).to_be_in_viewport()
