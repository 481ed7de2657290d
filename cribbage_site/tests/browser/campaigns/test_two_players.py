"""Two players count by hand, use clocks, leave, and lose their server, each in a browser of their own."""

import re
from time import time

import pytest
from playwright.sync_api import Browser, expect

from bench.chaos.database import set_deadline
from cribbage_site.tests.browser.moves import hand_of, play_one_step, play_one_step_by_keys
from cribbage_site.tests.browser.players import (
    OpenPage,
    deal_number,
    game_id_of,
    open_two_player_game,
    page_opener,
    play_deal,
    play_until_wanted,
    shown_scores,
    site_url,
    wanted_move,
)
from cribbage_site.tests.browser.visitors import assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_deal_counted_by_hand_with_muggins(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page, counting="muggins", target=121)
    pone, dealer = play_until_wanted("claim", ann, bert)
    expect(pone.locator("#show-title")).to_have_text("Your hand")
    expect(dealer.locator("#prompt")).to_contain_text("counts the hand")
    assert_fits(ann)
    assert_fits(bert)
    mine, theirs = map(int, shown_scores(pone))

    pone.fill("#claim", "0")
    pone.locator("#claim-button").click()
    expect(dealer.locator("#prompt")).to_contain_text("claims 0. Any points missed?")
    expect(dealer.locator(".call-time")).to_be_visible()
    assert_fits(dealer)
    dealer.get_by_role("button", name="1", exact=True).click()
    dealer.get_by_role("button", name="Muggins: call 1").click()
    pone.wait_for_selector("#continue")
    worth = int(pone.locator(".show-total").inner_text())
    # A claim that was too high, for a hand worth nothing, gives its excess to the caller of muggins.
    expect(pone.locator("#score-you")).to_have_text(str(mine if worth else mine + 1))
    expect(pone.locator("#score-them")).to_have_text(str(theirs + 1 if worth else theirs))
    expect(pone.locator(".show-note")).to_contain_text("by muggins" if worth else "Counted too high")

    play_deal(ann, bert, claim=29)
    expect(ann.locator("#log")).to_contain_text("Counted too high")
    for page in (ann, bert):
        page.wait_for_selector("#ticks [data-deal='1'][data-mark='true']", state="attached")


def test_counting_by_hand_with_the_keyboard_alone(open_page: OpenPage) -> None:
    ann, bert, _ = open_two_player_game(open_page, counting="muggins")
    for _ in range(1_000):
        if deal_number(ann) > 1 and deal_number(bert) > 1:
            break
        for page in (ann, bert):
            if wanted_move(page):
                play_one_step_by_keys(page)
    expect(ann.locator("#log")).to_contain_text("Deal 2")
    log = ann.locator("#log").inner_text()
    # All three claim four. If a claim is not too high, something may have been overlooked, so they pass.
    assert len(re.findall("claims? four", log)) == 3
    assert len(re.findall("pass(?:es)?\\.", log)) == 3 - log.count("Counted too high")


def test_clocks_tick_and_a_flag_that_falls_ends_the_game(open_page: OpenPage, server: Server) -> None:
    ann, bert, path = open_two_player_game(open_page, clock="quick")
    play_until_wanted("play", ann, bert)
    assert set_deadline(server.environment, game_id_of(path), int(time() * 1000) + 7_000)
    ann.reload()
    running = ann.locator(".clock.running")
    expect(running).to_have_attribute("data-alert", "last")
    before = running.inner_text()
    expect(running).not_to_have_text(before)
    titles = [page.locator("#result-title") for page in (ann, bert)]
    for title in titles:
        expect(title).to_contain_text("on time")
    assert sorted(title.inner_text().startswith("You win") for title in titles) == [False, True]


def test_a_player_who_leaves_is_shown_as_away_and_finds_the_table_again(open_page: OpenPage) -> None:
    ann, bert, path = open_two_player_game(open_page, clock="standard")
    at_turn, other = play_until_wanted("play", ann, bert)
    hand = hand_of(at_turn)
    at_turn.goto("about:blank")
    expect(other.locator("#seat-them [data-part=away]")).to_be_visible()
    expect(other.locator("#away")).to_contain_text("You can claim the win in 0:")
    assert_fits(other)
    at_turn.goto(f"{site_url(other)}{path}")
    at_turn.wait_for_selector("body[data-phase=play]")
    assert hand_of(at_turn) == hand
    expect(other.locator("#away")).to_be_hidden()
    expect(other.locator("#seat-them [data-part=away]")).to_be_hidden()
    play_one_step(at_turn, touch=False)
    expect(other.locator("#pile .played")).to_have_count(1)


def test_a_move_made_while_the_server_is_down_is_not_lost(own_server: Server, chromium: Browser) -> None:
    with page_opener(chromium, own_server) as open_page:
        ann, bert, _ = open_two_player_game(open_page, silent=False)
        at_turn, other = play_until_wanted("play", ann, bert)
        own_server.kill()
        at_turn.wait_for_selector("#line:not([data-line='open'])")
        at_turn.locator(".own.open").first.click()
        # The card lies on the pile at once, and is marked as pending.
        expect(at_turn.locator(".own")).to_have_count(3)
        expect(at_turn.locator("#table")).to_have_attribute("data-way", "late")
        own_server.restart()
        expect(at_turn.locator("#table")).not_to_have_attribute("data-way", re.compile(""))
        other.wait_for_selector("#pile .played")
        for page in (at_turn, other):
            expect(page.locator("#pile .played")).to_have_count(1)


def test_pages_reconnect_to_a_server_that_restarts(own_server: Server, chromium: Browser) -> None:
    with page_opener(chromium, own_server) as open_page:
        ann, bert, _ = open_two_player_game(open_page, silent=False)
        own_server.stop()
        for page in (ann, bert):
            page.wait_for_selector("#line[data-line='back-soon']")
        own_server.start()
        for page in (ann, bert):
            page.wait_for_selector("#line[data-line='open']")
        play_until_wanted("play", ann, bert)
