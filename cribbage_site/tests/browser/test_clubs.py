"""A club from its founding to its end, in three browsers."""

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import LIGHT, OpenPage, expect_notice, sign_up
from cribbage_site.tests.browser.test_following import photograph
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

VETERAN = """
from game.models import Game, Player
from tests.worlds.scoresheets import create_scoresheet
veteran, opponent = Player.objects.get(username=%r), Player.objects.get(username=%r)
for _ in range(10):
    create_scoresheet(veteran, opponent)
Game.objects.filter(seat_a=veteran).update(finished_at="2026-11-01T13:00Z", winner=0)
"""


def send(page: Page, button: str) -> None:
    page.locator("main").get_by_role("button", name=button, exact=True).click()


@pytest.mark.parametrize(
    ("name", "device"),
    [*only_in_proof(("Early Birds", DESKTOP)), ("Night Owls", PHONE)],
)
def test_a_club_is_founded_joined_and_handed_over(
    server: Server, open_page: OpenPage, name: str, device: dict[str, object]
) -> None:
    owner, friend = open_page(device=device, silent=False, at=LIGHT), open_page(device=device, at=LIGHT)
    stranger = open_page(device=device, at=LIGHT)
    letter = name[0]
    people = {owner: f"Own-{letter}", friend: f"Pal-{letter}", stranger: f"Ask-{letter}"}
    for page, who in people.items():
        sign_up(page, who)

    owner.goto(f"{server.url}/clubs/new")
    owner.get_by_label("Name", exact=True).fill("x")
    owner.get_by_label("Description").fill("We play on Tuesday evenings, at a gentle pace, and talk a lot.")
    send(owner, "Found the club")
    expect(owner.get_by_role("alert")).to_have_text("A club’s name needs at least 3 letters.")
    photograph(owner, "clubs-found")
    owner.get_by_label("Name", exact=True).fill(name)
    send(owner, "Found the club")
    expect(owner.get_by_role("alert")).to_have_text("Finish 10 games first. Then you can found a club.")
    server.manage("shell", "-c", VETERAN % (people[owner], people[friend]))
    send(owner, "Found the club")
    expect(owner.get_by_role("heading", level=1)).to_have_text(name)
    address = owner.url

    send(owner, "Make a link")
    friend.goto(owner.get_by_label("The link").input_value())
    photograph(friend, "clubs-join")
    send(friend, "Join the club")
    expect(friend.get_by_role("heading", level=1)).to_have_text(name)

    stranger.goto(f"{server.url}/clubs")
    stranger.get_by_role("link", name=name).click()
    send(stranger, "Ask to join")
    expect(stranger.locator(".messages")).to_have_text(
        "You asked to join. We’ll tell you when the club answers."
    )
    photograph(stranger, "clubs-asked")
    expect_notice(owner, f"{people[stranger]} asks to join {name}.")
    owner.goto(address)
    owner.get_by_role("button", name="Copy").click()
    expect(owner.locator("#club-copied")).not_to_be_empty()
    photograph(owner, "clubs-of-an-owner")
    owner.get_by_role("button", name=f"Accept {people[stranger]}").click()
    expect_notice(stranger, f"{name} let you in")

    owner.locator("summary", has_text=f"Change {people[friend]}").click()
    owner.get_by_label("Role").and_(owner.locator(":visible")).select_option("owner")
    photograph(owner, "clubs-change")
    owner.locator("details[open]").get_by_role("button", name="Save").click()
    expect(owner.locator(".messages")).to_have_text("Saved.")
    owner.get_by_text("Settings of the club").click()
    photograph(owner, "clubs-settings")
    send(owner, "Leave the club")
    expect(owner.locator(".messages")).to_have_text(f"You left {name}.")
    friend.goto(address)
    friend.get_by_text("Settings of the club").click()
    friend.get_by_label("To close the club for good").fill(name)
    photograph(friend, "clubs-member")
    send(friend, "Close the club")
    expect(friend.locator(".messages")).to_have_text(f"{name} is closed.")
    photograph(friend, "clubs-list")
