"""A show continues after a reload, and automatically if the player wants that."""

import pytest
from playwright.sync_api import expect

from cribbage_site.tests.browser.moves import hand_of, wait_for_wanted_move
from cribbage_site.tests.browser.players import (
    OpenPage,
    open_two_player_game,
    play_until_wanted,
    shown_scores,
    site_url,
)
from cribbage_site.tests.browser.test_game_so_far import log_lines

pytestmark = pytest.mark.slow


# Records the parts of the shown hand that are still to be counted, whenever a score or the log changes.
LEFT_TO_COUNT_SCRIPT = """() => {
    window.leftToCount = [];
    const left = ":is(.lit, .to-come)";
    const look = () => window.leftToCount.push(document.querySelectorAll(`.show-parts ${left}`).length);
    const texts = { subtree: true, childList: true, characterData: true };
    for (const id of ["log", "score-you", "score-them"])
        new MutationObserver(look).observe(document.getElementById(id), texts);
}"""


def test_a_show_continues_after_a_reload_and_reveals_no_points_early(open_page: OpenPage) -> None:
    ann, bert, path = open_two_player_game(open_page)
    shown, _ = play_until_wanted("continue", ann, bert)
    shown.emulate_media(reduced_motion="no-preference")
    title, log, scores = shown.locator("#show-title").inner_text(), log_lines(shown), shown_scores(shown)
    shown.goto(f"{site_url(shown)}{path.split('?')[0]}?pace=usual")
    expect(shown.locator("#show-title")).to_have_text(title)
    assert (log_lines(shown), shown_scores(shown)) == (log, scores)
    expect(shown.locator("#prompt")).not_to_contain_text("away")

    shown.evaluate("() => { document.documentElement.dataset.speed = 'fast'; }")
    shown.evaluate(LEFT_TO_COUNT_SCRIPT)
    titles = [title]
    for _ in range(2):
        shown.locator("#continue").click()
        expect(shown.locator("#show-title")).not_to_have_text(titles[-1])
        titles.append(shown.locator("#show-title").inner_text())
        shown.wait_for_function(
            "([title]) => document.querySelector('#log .deal:last-child ol').textContent.includes(title)",
            arg=[titles[-1]],
        )
    assert [name.rpartition(" ")[2] for name in titles] == ["hand", "hand", "crib"]
    told = shown.evaluate("window.leftToCount")
    assert len(told) >= 2
    assert set(told) == {0}
    shown.locator("#continue").click()
    expect(shown.locator("#log h3")).to_have_count(2)


def test_settings_continue_a_show_automatically_and_lift_a_card_before_it_is_played(
    open_page: OpenPage,
) -> None:
    ann, bert, path = open_two_player_game(open_page)
    at_turn, _ = play_until_wanted("play", ann, bert)
    at_turn.evaluate("() => { document.documentElement.dataset.confirm = 'on'; }")
    first, second = hand_of(at_turn)[:2]
    at_turn.locator(f"[data-card='{first}']").click()
    expect(at_turn.locator(f".own.chosen[data-card='{first}']")).to_be_visible()
    at_turn.keyboard.press("2")
    expect(at_turn.locator(".own.chosen")).to_have_attribute("data-card", second)
    expect(at_turn.locator("#prompt")).to_contain_text("to play it")
    at_turn.keyboard.press("Enter")
    expect(at_turn.locator(".own")).to_have_count(3)
    at_turn.evaluate("() => { document.documentElement.dataset.confirm = 'off'; }")

    shown, _ = play_until_wanted("continue", ann, bert)
    shown.emulate_media(reduced_motion="no-preference")
    shown.goto(f"{site_url(shown)}{path.replace('none', 'normal')}")
    assert wait_for_wanted_move(shown) == "continue"
    shown.evaluate("() => { document.documentElement.dataset.onward = 'auto'; }")
    shown.locator("#continue").click()
    expect(shown.locator("#continue[data-goes-on]")).to_be_visible()
    expect(shown.locator("#log h3")).to_have_count(2)
