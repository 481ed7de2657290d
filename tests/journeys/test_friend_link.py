"""A friend follows a link whose maker closed the page at once: both read the truth, and play in the end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, visitor_page, without_pauses
from cribbage_site.tests.patience import PATIENCE_MS
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

COMMITMENT = "**/api/seeks/*/commitment"
# Every text that the table shows before the first card, however briefly.
LOG_BEGINNING = """addEventListener("DOMContentLoaded", () => {
    const says = document.getElementById("beginning-says");
    const log = () => says.textContent && console.info(`BEGINNING ${says.textContent}`);
    if (says) new MutationObserver(log).observe(says, { childList: true, characterData: true });
})"""


class Friends:
    """Annie makes a link at her desk, and Bobby follows it on a phone."""

    def __init__(self, server: Server, ann: Page, bob: Page) -> None:
        self.server, self.ann, self.bob = server, ann, bob
        self.read: list[str] = []
        for page in (ann, bob):
            without_pauses(page)
        bob.add_init_script(LOG_BEGINNING)
        bob.on("console", lambda said: self.read.append(said.text.removeprefix("BEGINNING ")))

    def fill_in_link_form(self) -> None:
        self.ann.goto(f"{self.server.url}/friend")
        self.ann.get_by_label("Your name").fill("Annie")

    def make_link(self) -> None:
        self.ann.get_by_role("button", name="Make the link").click()

    def close_page(self) -> str:
        """Close Annie's page, and open an empty one in her browser; the address that the page had."""
        link, browser = self.ann.url, self.ann.context
        self.ann.close()
        self.ann = browser.new_page()
        self.ann.set_default_timeout(PATIENCE_MS)
        without_pauses(self.ann)
        return link

    def sit_down(self, link: str) -> None:
        self.bob.goto(link)
        self.bob.get_by_label("Your name").fill("Bobby")
        self.bob.get_by_role("button", name="Sit down and play").click()
        self.bob.wait_for_url("**/table/*")

    def come_back_by_the_bell(self) -> None:
        """Annie opens the front page, and follows the notification to her table."""
        self.ann.goto(self.server.url)
        self.ann.wait_for_url("**/table/*")

    def assert_cards(self) -> None:
        for page in (self.ann, self.bob):
            page.wait_for_selector("body[data-phase=throw]")


@pytest.fixture
def friends(server: Server, chromium: Browser) -> Iterator[Friends]:
    """Both browsers; Annie's complains where a test keeps her commitment from the server."""
    with visitor_page(chromium, silent=False, **DESKTOP) as ann, visitor_page(chromium, **PHONE) as bob:
        yield Friends(server, ann, bob)


def test_the_commitment_outlives_the_page_that_sends_it(friends: Friends) -> None:
    friends.fill_in_link_form()
    with friends.ann.expect_request(COMMITMENT):
        friends.make_link()
    friends.sit_down(friends.close_page())
    expect(friends.bob.locator("#beginning-says")).to_contain_text(
        "Annie (guest) is not here yet and got a notification"
    )
    expect(friends.bob.get_by_role("button", name="Play a bot meanwhile")).to_be_visible()
    friends.come_back_by_the_bell()
    friends.assert_cards()
    assert [text for text in friends.read if "to commit" in text] == []


def test_a_friend_who_comes_before_the_commitment_waits_for_the_maker_to_open_the_table(
    friends: Friends,
) -> None:
    """The link is not shown yet, but its maker took it from the address bar."""
    friends.ann.route(COMMITMENT, lambda route: route.abort())
    friends.fill_in_link_form()
    with friends.ann.expect_request(COMMITMENT):
        friends.make_link()
    expect(friends.ann.locator("#link")).to_be_hidden()
    friends.sit_down(friends.close_page())
    waiting = "Waiting for Annie (guest) to open this table."
    expect(friends.bob.locator("#beginning-says")).to_have_text(waiting)
    friends.come_back_by_the_bell()
    friends.assert_cards()
    assert waiting in friends.read
    assert [text for text in friends.read if "to commit" in text] == []
