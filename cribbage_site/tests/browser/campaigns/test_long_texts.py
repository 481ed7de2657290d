"""French, and a language much longer than English, fit all pages."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.texts import Texts
from cribbage_site.tests.browser.visitors import assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


SIZES = [(360, 640), (1280, 720)]


# Finds buttons whose text overflows them. Text only for screen readers lies outside on purpose.
CUT_TEXTS = """() => [...document.querySelectorAll("button, .button, summary, .choice")].filter((button) => {
    const { left, right } = button.getBoundingClientRect();
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const teller = text.parentElement;
        if (!teller.checkVisibility() || teller.getBoundingClientRect().width <= 1) continue;
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()];
        if (lines.some((line) => line.left < left - 1 || line.right > right + 1)) return true;
    }
    return false;
}).map((button) => button.outerHTML.slice(0, 200))"""


PAGES = {
    "/": "main", "/friend": "main", "/learn": ".lesson-step.current", "/rules": "main",
    "/ladder": "#line:not([hidden])", "/ladder/rules": "main", "/@Novice": "main",
    "/lab?cards=5H+5S+JD+QC+9H+2C&dealer=1&mine=0&theirs=0&target=121": "#throws tbody tr",
    "/fairness": "main", "/settings": "main", "/accounts/login/": "main", "/accounts/signup/": "main",
    "/game/{game}": "#moves li", "/game/{game}/deals": "#laid .verdict",
}  # fmt: skip


def assert_texts_have_room(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page)
        assert page.evaluate(CUT_TEXTS) == [], (page.url, width)


def look_at_pages_and_a_table(server: Server, chromium: Browser, locale: str) -> None:
    visitor, game, _ = play_bot_game(server)
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in visitor.cookies.items()]
    with visitor_page(chromium, locale=locale) as page:
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        for path, drawn in PAGES.items():
            page.goto(server.url + path.format(game=game))
            page.wait_for_selector(drawn, state="attached")
            assert_texts_have_room(page)
        page.goto(f"{server.url}/table/{visitor.new_game(counting='manual')}?pace=none")
        seen = set()
        while (now := wait_for_wanted_move(page)) != "continue":
            if now not in seen:
                assert_texts_have_room(page)
            seen.add(now)
            play_one_step(page, touch=False)
        assert_texts_have_room(page)
        page.locator("#settings-button").click()
        assert_texts_have_room(page)


def test_french_texts_fit(server: Server, chromium: Browser) -> None:
    look_at_pages_and_a_table(server, chromium, "fr-FR")


def lengthen(text: str) -> str:
    """Double every vowel: some 40% longer."""
    return re.sub("[aeiou]", r"\g<0>\g<0>", text)


def test_a_language_much_longer_than_english_fits(tmp_path: Path, chromium: Browser) -> None:
    if not all(shutil.which(program) for program in ("xgettext", "msgen", "msgfmt")):
        pytest.skip("GETTEXT IS NOT INSTALLED: whether long texts have room was NOT tested.")
    texts = Texts(tmp_path)
    texts.translate(lengthen)
    with Server({"EXTRA_LOCALE": str(texts.locale)}) as server:
        look_at_pages_and_a_table(server, chromium, "en-XA")
