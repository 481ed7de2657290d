"""The pages by which an organizer runs an evening, checked by axe and at the widths of phones."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.test_all_pages import open_as
from cribbage_site.tests.browser.walk import PHONE, walking
from cribbage_site.tests.every_page import Answer, fill_rows
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

PICTURES = os.environ.get("PICTURES")


def test_pages_of_an_organizer_fit_a_phone(own_server: Server, chromium: Browser, tmp_path: Path) -> None:
    server, site = own_server, fill_rows(own_server)
    (event,) = query(server.environment, "SELECT id FROM events_event WHERE title = 'Friday night'")
    pages = {
        "edit": (f"/events/{event['id']}/edit", "host"),
        "new": ("/club/owls/events/new", "owner"),
        "club": ("/club/owls", "owner"),
        "calendar": ("/events/calendar", "owner"),
        "event": (f"/events/{event['id']}", "host"),
    }
    with walking(chromium, server, PHONE) as walk:
        for name, (path, visitor) in pages.items():
            open_as(walk, Answer(path, path, visitor, 200, True, True, False), site, tmp_path)
            if name == "new":
                walk.page.locator("input[name=title]").fill("Owls at dusk")
                walk.page.locator("input[name=repeats][value=weekly]").check()
                expect(walk.page.locator("input[name=zone]")).not_to_have_value("")
            if name == "event":
                walk.page.locator("details[data-act=message] summary").click()
                walk.page.locator("details[data-act=message] [name=reason]").fill("Tea is at nine.")
                walk.page.locator("details[data-act=message] button").click()
                walk.page.locator("#direct-do").click()
                expect(walk.page.locator("#message")).to_have_text("From the director: Tea is at nine.")
                expect(walk.page.locator("details[data-act=message][open]")).to_have_count(0)
                walk.note_answer()
            for scheme in ("light", "dark") if PICTURES else ():
                walk.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                for width in (390, 320):
                    walk.page.set_viewport_size({"width": width, "height": 780})
                    file = Path(PICTURES or "") / f"{name}-{scheme}-{width}.png"
                    walk.page.screenshot(path=file, full_page=True)
            walk.page.emulate_media(color_scheme="light")
            walk.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
            walk.look()
            if name == "new":
                walk.page.get_by_role("button", name="Announce the event").click()
                walk.page.wait_for_url("**/events/*")
