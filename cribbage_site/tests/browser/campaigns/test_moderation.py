"""A moderator bans a player from the admin, and the player sees the effects."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, start_bot_game
from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import PASSWORD

pytestmark = pytest.mark.slow


WHY = "You called everybody a cheat."


ACCOUNTS = f"""
from django.core.management import call_command
from game.models import Player
for name in ("Grumbler", "Warden"):
    Player.objects.create_user(name, password={PASSWORD!r}, likeness=name.lower())
call_command("moderator", "Warden")
"""


def log_in(page: Page, server: Server, name: str, to: str) -> None:
    page.goto(f"{server.url}/accounts/login/?next={to}")
    page.get_by_label("Name or email address", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(f"{server.url}{to}*")


def rule(page: Page, deed: str, reason: str, **more: str) -> None:
    """Press a button of a player's page in the admin, and give a reason."""
    page.locator(f"a[href$='/{deed.lower()}/']:visible").first.click()
    page.get_by_label("Reason").fill(reason)
    for label, text in more.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name=deed, exact=True).click()
    expect(page.locator("body")).to_contain_text("Recorded")


def loads_within(page: Page, milliseconds: int) -> int:
    """Count how often a page reloads by itself."""
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))
    page.wait_for_timeout(milliseconds)  # nothing happens
    return len(loads)


def test_a_ban_from_warning_to_end(server: Server, chromium: Browser) -> None:
    server.manage("shell", "-c", ACCOUNTS)
    next_week = f"{datetime.now(UTC) + timedelta(days=7):%Y-%m-%dT%H:%M}"
    with visitor_page(chromium) as warden, visitor_page(chromium, silent=False, **PHONE) as grumbler:
        log_in(grumbler, server, "Grumbler", "/")
        log_in(warden, server, "Warden", "/admin/game/player/?q=Grumbler")
        warden.get_by_role("link", name="Grumbler", exact=True).first.click()

        rule(warden, "Warn", "Be kind to <others>.")
        start_bot_game(grumbler, server)
        expect(grumbler.locator("form.warned")).to_contain_text("Be kind to <others>.")
        assert_fits(grumbler)
        grumbler.get_by_role("button", name="I’ve read this").tap()
        expect(grumbler.locator("form.warned")).to_have_count(0)
        play_one_step(grumbler, touch=True)

        rule(warden, "Ban", WHY, Until=next_week)
        expect(grumbler.get_by_role("heading", level=1)).to_have_text("You’re banned for a while")
        expect(grumbler.locator("main")).to_contain_text(WHY)
        assert_fits(grumbler)
        assert loads_within(grumbler, 2_000) == 0
        grumbler.get_by_role("textbox").fill("They cheated!")
        grumbler.get_by_role("button", name="Send appeal").tap()
        expect(grumbler.locator("main")).to_contain_text("A host hasn’t answered yet.")
        assert_fits(grumbler)

        rule(warden, "Unban", "He has said sorry.")
        start_bot_game(grumbler, server)
        play_one_step(grumbler, touch=True)
