"""A duplicate night on a phone: its page commits to a part of the shuffle, and reports closed boards."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import wait_for
from cribbage_site.tests.browser.players import come_as, page_opener
from cribbage_site.tests.browser.test_events import NEXT_TABLE, hold_games, set_to_now, shown_part
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits
from cribbage_site.tests.browser.walk import walking
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow

PICTURES = os.environ.get("PICTURES")

ANNOUNCE = """
from datetime import timedelta
from bench.events.crowd import _give_history
from common import clock
from tournaments.events.manage import entering
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event, save_new
from tests.worlds.stepped_evenings import enter_all, players
from game.models import Player
_give_history([*Player.objects.filter(username="Ann"), *players(1, "Extra")])
starts_at = clock.now() + timedelta(hours=1)
event = build_event(EventSettings("duplicate", "Same cards for all", starts_at, games=2))
save_new(event)
entering.GAMES_BEFORE = 0
enter_all(event, players(7, "Guest"))
print(event.pk)
"""
# This browser's part in the decks, and the set.
OWN_PART = """Object.entries(localStorage).filter(([key]) => key.startsWith("every-other-decks:"))
  .map(([key, text]) => ({...JSON.parse(text), set: key.split(":")[1]}))[0]"""
# The test server's delay has one step in a segment.
ASK_FOR_ONE_STEP = f"""() => {{
  const {{ set, ...part }} = {OWN_PART};
  localStorage.setItem(`every-other-decks:${{set}}`, JSON.stringify({{ ...part, fewest: 1 }}));
}}"""
END_TABLES = """
from tournaments.events.models import Event
from tests.worlds.duplicates import winner_of_first
from tests.worlds.stepped_evenings import live, win
event = Event.objects.get(pk="{event}")
for pairing, loser_has in zip(live(event)[{start}:], (58, 101, 118, 95)):
    seat = winner_of_first(pairing)
    win(pairing.game, seat if loser_has != 101 else seat.other, loser_has)
print("ended")
"""


def shell(server: Server, script: str, **given: str) -> str:
    """Run a script in Django's shell. Return the last line that it printed."""
    return server.manage(
        "shell", "--no-imports", "-c", script.format(**given) if given else script
    ).splitlines()[-1]


def wait_until_computed(page: Page) -> dict[str, Any]:
    """Return this browser's part in the decks, once its table has computed their delay."""
    wait_for(page, f"() => 'computed' in ({OWN_PART})")
    return dict(page.evaluate(OWN_PART))


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def test_a_duplicate_night_on_a_phone(own_server: Server, chromium: Browser) -> None:
    ann = Visitor(own_server.url)
    ann.sign_up("Ann")
    event = shell(own_server, ANNOUNCE)
    address = f"{own_server.url}/events/{event}"
    with page_opener(chromium, own_server) as open_page:
        page, desk = open_page(device=PHONE), open_page(device=DESKTOP)
        come_as(ann, page)
        page.goto(address)
        shown_part(page, "open")
        photograph(page, "open")
        page.get_by_role("button", name="Join").tap()
        expect(page.locator("#own-part")).to_contain_text("Your part of the shuffle is locked in.")
        page.evaluate(ASK_FOR_ONE_STEP)
        # The secret is revealed as soon as the event starts. Then the first round opens for all.
        set_to_now(own_server, event, "starts_at")
        page.wait_for_url("**/table/*", timeout=NEXT_TABLE)
        hold_games(own_server)
        # Between its secret and the mix the server had no time to try others. The table computes the delay.
        part = wait_until_computed(page)
        decks = page.evaluate(
            "set => fetch(`/api/decks/${set}`).then((answer) => answer.json())", part["set"]
        )
        assert (part["mix"], part["computed"]) == (decks["mix"], decks["root"])
        page.goto(address)
        expect(page.locator("#own-part")).to_be_empty()
        expect(page.locator("#clock-says")).to_have_text("Round 1 of 2")
        desk.goto(address)
        expect(desk.locator("#tables li")).to_have_count(4)
        expect(desk.locator("#tables a")).to_have_count(0)
        assert "false" not in desk.locator("#tables").inner_text()
        # One table is done. Its result stays hidden until the last one is done.
        shell(own_server, END_TABLES.replace("[{start}:]", "[:1]"), event=event)
        expect(desk.locator("#tables li")).to_have_count(3, timeout=NEXT_TABLE)
        expect(desk.locator("#boards-panel")).to_be_hidden()
        expect(desk.locator("#standings .points")).to_have_text(["0.00"] * 8)
        photograph(desk, "round")
        photograph(page, "round")
        shell(own_server, END_TABLES.replace("[{start}:]", ""), event=event)
        # The board closes while the page is open. Next to the player's result is the best one of the same
        # seat.
        expect(desk.locator("#boards-panel summary h3")).to_have_text(["Round 1"], timeout=NEXT_TABLE)
        expect(desk.locator(".field-of-board tbody tr")).to_have_count(4)
        page.goto(f"{address}/boards")
        expect(page.locator(".beside")).to_contain_text("My table")
        photograph(page, "boards")
        shell(own_server, END_TABLES.replace("[{start}:]", ""), event=event)
        expect(desk.locator("#podium li").first).to_be_visible(timeout=NEXT_TABLE)
        photograph(desk, "over")
        page.goto(address)
        expect(page.locator("#own-place")).to_contain_text("You’re number")
        photograph(page, "over")
    with walking(chromium, own_server) as walk:
        for path in (f"/events/{event}", f"/events/{event}/boards"):
            walk.go(path)
            walk.look()
