"""A great hand and a win are animated moments. With reduced motion they are still pictures."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import wait_for_wanted_move
from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server
from game.engine.cards import card
from game.engine.scoring import score_hand

pytestmark = pytest.mark.slow


PERFECT = (["5H", "5C", "5D", "JS"], "5S")


# A perfect hand comes once in 216,580 deals, so the page's own panels are given one.
COUNT_SCRIPT = """async ({ cards, starter, points }) => {
    const { ShowPanel } = await import("/static/js/game/scene/show-panel.js");
    const { Moments } = await import("/static/js/game/table/result/moments.js");
    const { prefersReducedMotion } = await import("/static/js/ui/motion.js");
    const [layer, show, result] = ["moments", "show", "result"].map((id) => {
        const copy = document.getElementById(id).cloneNode(true);
        document.getElementById(id).replaceWith(copy); // the game goes on, and would draw over it
        return copy;
    });
    const told = { sounds: [], heard: [], most: 0, moving: 0 };
    const moments = new Moments({ layer, show, result }, {
        sheet: document.getElementById("table").dataset.end,
        isStill: prefersReducedMotion,
        play: (sound) => told.sounds.push(sound),
        announce: (says) => told.heard.push(says),
    });
    const look = () => {
        const moving = document.getAnimations().filter(({ effect }) => layer.contains(effect.target));
        told.moving = Math.max(told.moving, moving.length);
        told.most = Math.max(told.most, layer.childElementCount);
    };
    new MutationObserver(look).observe(layer, { childList: true });
    const who = { you: 0, names: ["Ada", "Novice"] };
    const parts = [{ kind: "fifteen", points, cards: [...cards, starter] }];
    const showing = { seat: 0, what: "hand", cards, starter, points, parts };
    const scene = { you: 0, phase: "show", showing, reckoned: [], scores: [121, 60], winner: null };
    moments.draw(scene, who);
    new ShowPanel(show, prefersReducedMotion).draw(scene, who);
    Object.assign(window, { told, endGame: () => {
        result.hidden = false;
        moments.draw({ ...scene, phase: "over", showing: null, winner: 0, value: 4, ended: "played" }, who);
    }});
}"""


RUNNING_SCRIPT = """() => document.getAnimations().filter(
    ({ effect }) => effect.target.closest(".result-scene, .moments")
).length"""


def count_a_perfect_hand(page: Page) -> None:
    cards, starter = PERFECT
    points = score_hand([card(each) for each in cards], card(starter)).total
    page.evaluate(COUNT_SCRIPT, {"cards": cards, "starter": starter, "points": points})
    expect(page.locator(".show-moment")).to_have_text(
        "The perfect hand: 29. A player holds it once in 216,580 deals."
    )
    expect(page.locator("#show")).to_have_attribute("data-moment", "perfect")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_perfect_hand_and_a_double_skunk(
    server: Server, chromium: Browser, motion: Literal["no-preference", "reduce"]
) -> None:
    with visitor_page(chromium, lasting=False, **PHONE) as page:
        page.emulate_media(reduced_motion=motion)
        page.goto(server.url)
        page.get_by_role("button", name="Play Novice").click()
        page.wait_for_url("**/table/*")
        wait_for_wanted_move(page)
        count_a_perfect_hand(page)
        assert page.evaluate("told.sounds") == ["win"]
        assert page.evaluate("told.heard.length") == 1

        page.evaluate("endGame()")
        expect(page.locator("#show")).not_to_have_attribute("data-moment", "perfect")
        expect(page.locator("#result")).to_have_attribute("data-moment", "double-skunk")
        expect(page.locator(".result-word")).to_have_text("Double skunk!")
        expect(page.locator(".result-scene svg .fur.tail")).to_have_count(2)
        assert_fits(page)
        if motion == "reduce":
            assert page.evaluate("told.most") == 0
            assert page.evaluate(RUNNING_SCRIPT) == 0
        else:
            assert page.evaluate("told.most") > 100
            assert page.evaluate("told.moving") > 100
            page.wait_for_function("() => document.getElementById('moments').childElementCount === 0")
