"""Following somebody, from their page, by name and after a game; and how the page shows who comes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    create_link_game,
    join_by_link,
    page_opener,
    sign_up,
)
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# A folder for pictures of each page, for those who want to look at them.
PICTURES = os.environ.get("PICTURES")
COMES_OR_GOES = 15_000  # as long as another page of theirs might still be open


@pytest.fixture
def open_page(server: Server, chromium: Browser) -> Iterator[OpenPage]:
    with page_opener(chromium, server) as opener:
        yield opener


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def follow_from_profile(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/@{name}")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.locator(".messages")).to_have_text(f"You follow {name}. Only you know.")
    expect(page.get_by_role("button", name="Unfollow", exact=True)).to_be_visible()


@pytest.mark.in_full
@pytest.mark.parametrize(
    ("follower", "device"), [pytest.param("Frida", DESKTOP, marks=pytest.mark.in_full), ("Frido", PHONE)]
)
def test_whom_one_follows_is_seen_to_come_and_to_play(
    server: Server, open_page: OpenPage, follower: str, device: dict[str, object]
) -> None:
    # A name that nobody has is a page that is not there.
    fan = open_page(device=device, silent=False, at=LIGHT)
    star, other = open_page(at=LIGHT), open_page(at=LIGHT)
    star_is, other_is = f"{follower}-Star", f"{follower}-Ally"
    for page, name in ((fan, follower), (star, star_is), (other, other_is)):
        sign_up(page, name)
    for page in (star, other):
        page.goto(server.url)
    fan.goto(f"{server.url}/following")
    expect(fan.locator("#nobody")).to_be_visible()
    photograph(fan, "following-nobody")
    follow_from_profile(fan, server, star_is)
    photograph(fan, "following-profile")
    fan.goto(f"{server.url}/following")
    fan.get_by_label("A player’s name").fill("Nobody-Is-Called-So")
    fan.get_by_role("button", name="Follow", exact=True).click()
    expect(fan.get_by_role("alert")).to_have_text("There’s no player called Nobody-Is-Called-So.")
    fan.get_by_label("A player’s name").fill(other_is)
    fan.get_by_role("button", name="Follow", exact=True).click()
    expect(fan.locator("#here li")).to_have_count(2)

    path = create_link_game(star)
    join_by_link(other, path, star)
    watch = fan.locator(f"#here li[data-key={star_is}]").get_by_role("link", name="Watch")
    expect(watch).to_be_visible(timeout=COMES_OR_GOES)
    expect(watch.locator("xpath=../..")).to_contain_text(f"Playing against {other_is}")
    other.goto("about:blank")
    expect(fan.locator(f"#away li[data-key={other_is}]")).to_be_visible(timeout=COMES_OR_GOES)
    expect(fan.locator("#here li:not(.gone)")).to_have_count(1, timeout=COMES_OR_GOES)
    photograph(fan, "following")
    fan.locator("#away").get_by_role("button", name=f"Unfollow {other_is}").click()
    expect(fan.locator("#away-panel")).to_be_hidden()
    fan.locator("#here").get_by_role("button", name=f"Challenge {star_is}").click()
    expect(fan.get_by_role("dialog", name=f"Challenge {star_is}")).to_be_visible()
    photograph(fan, "following-challenge")


def test_after_a_game_the_opponent_can_be_followed(server: Server, open_page: OpenPage) -> None:
    ann, bert = open_page(at=LIGHT), open_page(device=PHONE, at=LIGHT)
    for page, name in ((ann, "Result-Ann"), (bert, "Result-Bert")):
        sign_up(page, name)
    path = create_link_game(ann)
    join_by_link(bert, path, ann)
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page, other in ((ann, "Result-Bert"), (bert, "Result-Ann")):
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        follow = page.get_by_role("button", name=f"Follow {other}")
        expect(follow).to_be_visible()
        photograph(page, "following-result")
        follow.click()
        expect(page.locator("#result-shared")).to_have_text(f"You follow {other}. Only you know.")
        expect(page.get_by_role("button", name=f"Unfollow {other}")).to_be_visible()
    ann.goto(server.url)
    ann.wait_for_selector("[data-lobby=live]")
    row = ann.locator("#here li", has_text="Result-Bert")
    expect(row).to_contain_text("you follow them")
    photograph(ann, "following-lobby")
