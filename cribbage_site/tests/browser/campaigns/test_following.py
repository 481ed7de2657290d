"""A follower sees when a followed player arrives and plays."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import (
    LIGHT,
    OpenPage,
    create_link_game,
    join_by_link,
    sign_up,
)
from cribbage_site.tests.browser.test_following import photograph
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


COMES_OR_GOES = 15_000  # as long as another page of theirs could still be open


def follow_from_profile(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/@{name}")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.locator(".messages")).to_have_text(f"You follow {name}. Other players can’t see that.")
    expect(page.get_by_role("button", name="Unfollow", exact=True)).to_be_visible()


@pytest.mark.parametrize(("follower", "device"), [("Frida", DESKTOP), ("Frido", PHONE)])
def test_a_follower_sees_the_followed_player_arrive_and_play(
    server: Server, open_page: OpenPage, follower: str, device: dict[str, object]
) -> None:
    # The page of an unknown name returns 404.
    fan = open_page(device=device, silent=False, at=LIGHT)
    star, other = open_page(at=LIGHT), open_page(at=LIGHT)
    star_is, other_is = f"{follower}-Star", f"{follower}-Ally"
    for page, name in ((fan, follower), (star, star_is), (other, other_is)):
        sign_up(page, name)
    for page in (star, other):
        page.goto(server.url)
    fan.goto(f"{server.url}/friends")
    expect(fan.locator("#nobody")).to_be_visible()
    photograph(fan, "following-nobody")
    follow_from_profile(fan, server, star_is)
    photograph(fan, "following-profile")
    fan.goto(f"{server.url}/friends")
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
