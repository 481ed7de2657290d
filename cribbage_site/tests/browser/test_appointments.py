"""Two friends agree on a time: one suggests it, the other accepts it, both are reminded, and both play."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cribbage_site.tests.browser.players import LIGHT, OpenPage, expect_notice, sign_up
from cribbage_site.tests.browser.visitors import assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# A folder for screenshots of each page.
PICTURES = os.environ.get("PICTURES")
# Each visitor has a time zone of their own.
WIDE = {"viewport": {"width": 1440, "height": 900}, "timezone_id": "America/New_York"}
NARROW = {"viewport": {"width": 390, "height": 844}, "timezone_id": "Asia/Tokyo"}

REMIND_NOW = """
from common import clock
from people.appointments.models import Appointment
Appointment.objects.filter(by__username="Time-Ann").exclude(remind_at=None).update(remind_at=clock.now())
"""
BEGINS_NOW = """
from common import clock
from people.appointments.models import Appointment
Appointment.objects.filter(by__username="Time-Ann").update(starts_at=clock.now())
"""


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def clock_of(page: Page) -> datetime:
    """Return the time that a page's visitor reads on their clock."""
    return datetime.fromisoformat(
        page.evaluate("""() => {
            const now = new Date();
            return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
        }""")
    )


def time_in(page: Page) -> datetime:
    return datetime.fromisoformat(str(page.locator("time[data-local]").get_attribute("datetime")))


def test_two_friends_agree_on_a_time_and_play(server: Server, open_page: OpenPage) -> None:
    ann, bob = open_page(device=WIDE, at=LIGHT), open_page(device=NARROW, at=LIGHT)
    for page, name in ((ann, "Time-Ann"), (bob, "Time-Bob")):
        sign_up(page, name)
    bob.goto(f"{server.url}/rules")
    ann.goto(f"{server.url}/friends")
    ann.get_by_label("A player’s name").fill("Time-Bob")
    ann.get_by_role("button", name="Follow", exact=True).click()
    row = ann.locator("li[data-key=Time-Bob]")
    row.get_by_role("link", name="Set a time").click()
    expect(ann.locator("h1")).to_have_text("Play Time-Bob at a time")
    assert ann.get_by_label("Start", exact=True).input_value().endswith("T20:00")
    expect(ann.locator("[data-part=zone]")).to_have_text("By your clock (America/New_York).")
    tomorrow = (clock_of(ann) + timedelta(days=1)).strftime("%Y-%m-%d")
    ann.get_by_label("Start", exact=True).fill(f"{tomorrow}T21:30")
    photograph(ann, "ask")
    ann.get_by_role("button", name="Ask Time-Bob").click()
    expect(ann.locator("#appointment")).to_contain_text("Time-Bob got a notification")
    expect(ann.locator("time[data-local]")).to_have_text("tomorrow 9:30 PM")
    photograph(ann, "asked")

    expect_notice(bob, "Time-Ann suggests a time for a game.")
    bob.locator("#bell summary").click()
    bob.locator("#bell [data-part=notices]").get_by_role("link").first.click()
    expect(bob.locator("h1")).to_have_text("Time-Ann wants to play cribbage with you")
    shown = time_in(ann).timestamp() - time_in(bob).timestamp()
    assert shown == 0
    expect(bob.locator("time[data-local]")).to_contain_text("30 AM")
    photograph(bob, "invited")
    bob.get_by_role("button", name="Accept").click()
    expect(bob.locator("#appointment")).to_contain_text("You both get a reminder")
    with bob.expect_download() as download:
        bob.get_by_role("link", name="Calendar file").click()
    text = download.value.path().read_text()
    assert f"DTSTART:{time_in(ann):%Y%m%dT%H%M%SZ}" in text
    photograph(bob, "accepted")
    expect_notice(ann, "Time-Bob accepted the time")
    for page in (ann, bob):
        page.goto(f"{server.url}/friends")
        expect(page.locator(".upcoming")).to_contain_text("agreed")
        photograph(page, "friends")

    server.manage("shell", "-c", REMIND_NOW)
    for page, other in ((ann, "Time-Bob"), (bob, "Time-Ann")):
        expect_notice(page, f"Your game with {other} begins soon.")
    server.manage("shell", "-c", BEGINS_NOW)
    for page in (ann, bob):
        page.locator(".upcoming").get_by_role("link", name="Open").click()
        photograph(page, "begins")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url("**/table/*")
    for page in (ann, bob):
        page.wait_for_selector("body[data-phase=throw]")


def test_the_form_for_a_link_has_a_time_only_if_wanted(server: Server, open_page: OpenPage) -> None:
    for device in (WIDE, NARROW):
        ann = open_page(device=device, at=LIGHT)
        sign_up(ann, f"Time-Cat-{device['viewport']['width']}")  # type: ignore[index]
        ann.goto(f"{server.url}/friend")
        expect(ann.get_by_label("Start", exact=True)).to_be_hidden()
        photograph(ann, "link-now")
        ann.get_by_label("At a time").check()
        expect(ann.get_by_label("Start", exact=True)).to_be_visible()
        photograph(ann, "link-at")
        ann.get_by_role("button", name="Make the link").click()
        expect(ann.get_by_label("The link")).to_have_value(ann.url)
        ann.get_by_role("button", name="Copy").click()
        photograph(ann, "link-made")
        guest = open_page(device=device, at=ann.url.removeprefix(server.url))
        guest.get_by_label("Your name").fill("Dee")
        photograph(guest, "link-guest")
        guest.get_by_role("button", name="Accept").click()
        expect(guest.locator("h1")).to_contain_text("Your game with Time-Cat")
