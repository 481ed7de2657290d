"""From the front page through a game to its review and back: by thumb on a phone, and by keys alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, play_one_step_by_keys, wait_for_wanted_move
from cribbage_site.tests.browser.visitors import (
    DESKTOP,
    PHONE,
    assert_fits,
    press_everything,
    visitor_page,
)
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


MOST_STOPS = 80


IS_AT = """([kind, name]) => {
    const { activeElement } = document;
    return activeElement.matches(kind) && activeElement.innerText.includes(name);
}"""


class Thumb:
    """A player on a phone."""

    device: dict[str, object] = PHONE

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, kind: str, name: str) -> None:
        self.page.locator(f"{kind}:visible", has_text=name).last.tap()

    def play(self) -> None:
        play_one_step(self.page, touch=True)


class Keys:
    """A player without a mouse."""

    device: dict[str, object] = DESKTOP

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, kind: str, name: str) -> None:
        """Move from stop to stop, as a player who sees the focus does."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(IS_AT, [kind, name]):
                return self.page.keyboard.press("Enter")
        raise AssertionError(f"no key leads to {name!r}")

    def play(self) -> None:
        play_one_step_by_keys(self.page)


@pytest.mark.parametrize("person", [Thumb, Keys])
def test_from_the_front_page_to_the_review(
    server: Server, chromium: Browser, person: type[Thumb] | type[Keys]
) -> None:
    with visitor_page(chromium, **person.device) as page:
        somebody = person(page)
        press_everything(page, server.url)
        page.goto(server.url)
        somebody.take("button", "Novice")
        page.wait_for_url("**/table/*")
        seen: list[str] = []
        while (now := wait_for_wanted_move(page)) != "throw" or "continue" not in seen:
            seen.append(now)
            somebody.play()
        assert_fits(page)

        somebody.take("button", "Resign")
        somebody.take("#resign-dialog button", "Play on")
        assert wait_for_wanted_move(page) == "throw"
        somebody.take("button", "Resign")
        somebody.take("#resign-dialog button", "Resign")
        expect(page.locator("#result-facts")).to_contain_text("Head to head")
        for next_thing in ("#again", "#result-review"):
            expect(page.locator(next_thing)).to_be_in_viewport()
        page.wait_for_selector("#ticks [data-deal='1'][data-mark='true']", state="attached")
        assert_fits(page)

        somebody.take("#result a", "Review")
        page.wait_for_url("**/game/*#review")
        expect(page.locator("#judged")).to_be_in_viewport(timeout=60_000)
        assert_fits(page)
        somebody.take("a", "Every Other")
        page.wait_for_url(f"{server.url}/")
