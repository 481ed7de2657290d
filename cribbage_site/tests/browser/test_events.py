"""A small night on a phone: a player joins, is sent from table to table, and the standings change."""

import asyncio
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.chaos.database import query
from conftest import server_on_this_database
from cribbage_site.tests.browser.players import LIGHT, come_as, page_opener, play_until, wanted_move
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits
from cribbage_site.tests.browser.walk import walking
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor, connect_player

pytestmark = pytest.mark.slow

# A folder for screenshots of each page.
PICTURES = os.environ.get("PICTURES")
# A pairing waits for players who are about to be free, for up to forty seconds.
NEXT_TABLE = 60_000
HOUR = 3_600_000

ANNOUNCE = """
from datetime import timedelta
from bench.events.crowd import _give_history
from common import clock
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from game.models import Player
people = list(Player.objects.filter(username__in={names}).order_by("pk"))
_give_history(people)
event = build_event(EventSettings("night", "{title}", clock.now() + timedelta(hours=1), games=2, rated=False))
event.by = Player.objects.filter(username="{by}").first()
event.save(force_insert=True)
print(event.pk)
"""
# Everything that a live region or the banner of the next table has announced in this tab.
REMEMBER_WHAT_IS_SAID = """
    const isOurs = location.protocol === "http:"; // an empty page has no storage
    const said = new Set(JSON.parse((isOurs && sessionStorage.getItem("said")) || "[]"));
    const speaking = "#tray-says, #next-table [data-part=says]";
    new MutationObserver(() => {
        for (const node of document.querySelectorAll(speaking)) said.add(node.textContent);
        if (isOurs) sessionStorage.setItem("said", JSON.stringify([...said]));
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""

# Opens the form that ends the event, and begins to type there, before the table opens by itself.
TYPE_AT_ONCE = """addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector("#director details[data-act=end]");
    form.open = true;
    form.querySelector("[name=reason]").focus();
})"""


def set_to_now(server: Server, event: str, what: str) -> None:
    """Have an event start or close now, as a director does: the task keeps newer versions."""
    now = str(datetime.now(UTC).replace(tzinfo=None))  # the format of SQLite
    sql = f"UPDATE events_event SET {what} = %s, due_at = %s, version = version + 1 WHERE id = %s"
    query(server.environment, sql, now, now, event)


def make_host(server: Server, name: str) -> None:
    sql = "UPDATE game_player SET is_staff = true, is_superuser = true WHERE username = %s"
    query(server.environment, sql, name)


@pytest.fixture(scope="module")
def events_server() -> Iterator[Server]:
    """Start a server for tests that each have their own event and players."""
    with server_on_this_database() as server:
        yield server


def announce(server: Server, people: list[Visitor], names: list[str], title: str, by: str = "") -> str:
    """Create an event of two games in an hour, with players who all have played before."""
    for visitor, name in zip(people, names, strict=True):
        visitor.sign_up(name)
    script = ANNOUNCE.format(names=names, title=title, by=by)
    return server.manage("shell", "--no-imports", "-c", script).splitlines()[-1]


def photograph(page: Page, name: str) -> None:
    assert_fits(page)
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"event-{name}.png"), full_page=True)


@contextmanager
def scripted(people: list[Visitor], event: str) -> Iterator[None]:
    """Play these visitors' tables of the event by script, until the block ends."""
    is_over = threading.Event()

    async def attend(visitor: Visitor) -> None:
        played: set[str] = set()
        while not is_over.is_set():
            game = await asyncio.to_thread(game_of, visitor, event)
            if game and game not in played:
                played.add(game)
                async with connect_player(visitor, game) as person:
                    await person.play_moves()
            await asyncio.sleep(1)

    async def attend_all() -> None:
        await asyncio.gather(*[attend(visitor) for visitor in people])

    thread = threading.Thread(target=lambda: asyncio.run(attend_all()))
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(timeout=60)


def game_of(visitor: Visitor, event: str) -> str | None:
    """Return the game to which the event calls a player now."""
    _, answer = visitor.get(f"/api/events/{event}")
    game: str | None = json.loads(answer)["me"].get("game")
    return game


def hold_games(server: Server) -> None:
    """Let an hour pass before a game ends because its players don't come, however slow the machine is."""
    sql = "UPDATE game_game SET deadline = %s WHERE deadline IS NOT NULL"
    query(server.environment, sql, int(time.time() * 1000) + HOUR)


def hold_at_tables(server: Server, people: list[Visitor], event: str) -> None:
    """Wait until each player has a table, and give them an hour to sit down, in which nothing happens."""
    give_up_at = time.monotonic() + PATIENCE
    while None in {game_of(visitor, event) for visitor in people}:
        assert time.monotonic() < give_up_at, "no table"
        time.sleep(0.2)
    hold_games(server)


def shown_part(page: Page, name: str) -> None:
    expect(page.locator(f"[data-when={name}]")).to_be_visible()


def test_a_small_night_on_a_phone(own_server: Server, chromium: Browser) -> None:
    names = ["Ann", "Bob", "Carl", "Dora"]
    people = [Visitor(own_server.url) for _ in names]
    event = announce(own_server, people, names, "Friday night")
    for visitor in people[1:]:
        assert visitor.post(f"/api/events/{event}/join", b"{}")[0] == 200
    with page_opener(chromium, own_server) as open_page:
        page = open_page(device=PHONE, at=LIGHT)
        come_as(people[0], page)
        page.add_init_script(REMEMBER_WHAT_IS_SAID)

        # The front page shows the event and links to it.
        page.goto(own_server.url)
        line = page.locator("#next-event")
        expect(line).to_contain_text("3 entered", timeout=NEXT_TABLE)
        line.scroll_into_view_if_needed()
        photograph(page, "front")
        line.get_by_role("link", name="Join").tap()
        page.wait_for_url(f"**/events/{event}")
        shown_part(page, "open")
        photograph(page, "open")

        # A player joins by a tap, and all see it.
        page.get_by_role("button", name="Join").tap()
        shown_part(page, "entered")
        expect(page.locator("#standings tr")).to_have_count(4)
        expect(page.locator("#entered")).to_have_text("4")
        photograph(page, "entered")

        with scripted(people[1:], event):
            set_to_now(own_server, event, "starts_at")
            # The table opens by itself, after a warning that screen readers announce too.
            page.wait_for_url("**/table/*", timeout=NEXT_TABLE)
            first = page.url.partition("?")[0]
            said = page.evaluate("JSON.parse(sessionStorage.getItem('said'))")
            assert [words for words in said if words.startswith("You’re paired: your table against ")]
            assert [words for words in said if words.endswith(" opens in 3 s.")]
            expect(page.locator("#match")).to_have_text("Friday night")
            play_until(page, until=lambda: wanted_move(page) == "result")
            expect(page.locator("#result-event")).to_contain_text("after game 1 of 2.")
            expect(page.locator("#rematch")).to_be_hidden()
            photograph(page, "result")
            # The next one opens from there.
            page.wait_for_url(
                lambda url: "/table/" in url and url.partition("?")[0] != first, timeout=NEXT_TABLE
            )
            play_until(page, until=lambda: wanted_move(page) == "play")
            page.locator("#resign").tap()
            page.locator("#resign-dialog").get_by_role("button", name="Resign").tap()
            expect(page.locator("#result-event")).to_contain_text("after game 2 of 2.")
            page.get_by_role("link", name="Back to the event").tap()
            shown_part(page, "done")
            expect(page.locator("#card tr")).to_have_count(2)
            # The others' last games end while the page is open.
            expect(page.locator("#tables-panel")).to_be_hidden(timeout=NEXT_TABLE)
            photograph(page, "done")
            set_to_now(own_server, event, "closes_at")
            shown_part(page, "over")
        expect(page.locator("#podium li")).to_have_count(3)
        expect(page.locator("#own-place")).to_contain_text("You’re number")
        photograph(page, "over")
        page.goto(f"{own_server.url}/events/{event}/pairings")
        expect(page.locator(".rounds .rows li")).to_have_count(4)
        photograph(page, "pairings")
        page.goto(f"{own_server.url}/@Ann")
        expect(page.locator("#events tbody tr")).to_have_count(1)
        photograph(page, "profile")


def test_the_pages_of_events_are_for_everyone(events_server: Server, chromium: Browser) -> None:
    """On each page and for each visitor axe reports nothing, nothing moves by itself, and all fits."""
    names = ["Hostess", "Bob"]
    people = [Visitor(events_server.url) for _ in names]
    event = announce(events_server, people, names, "Sunday night", by=names[0])
    make_host(events_server, names[0])
    for visitor in people:
        assert visitor.post(f"/api/events/{event}/join", b"{}")[0] == 200
    set_to_now(events_server, event, "starts_at")
    hold_at_tables(events_server, people, event)
    with walking(chromium, events_server) as walk:
        for path in ("/events", f"/events/{event}", f"/events/{event}/pairings"):
            walk.go(path)
            walk.look()
        come_as(people[0], walk.page)
        walk.go("/events/new")
        walk.look()
        walk.go(f"/events/{event}/pairings")
        walk.page.locator("details summary").last.click()
        walk.look("a pairing with what went into it")
        # A visitor who is typing is not redirected, but sees the banner.
        walk.page.add_init_script(TYPE_AT_ONCE)
        walk.go(f"/events/{event}")
        walk.page.locator("#director details[data-act=end]").get_by_label("Reason").fill("It is late.")
        walk.note_answer()
        expect(walk.page.locator("#next-table")).to_be_visible(timeout=NEXT_TABLE)
        expect(walk.page.locator("#line")).to_have_attribute("data-line", "open")
        walk.look("the event of a director")


def test_a_director_confirms_an_action_and_all_see_its_result(
    events_server: Server, chromium: Browser
) -> None:
    names = ["Directress", "Bert"]
    people = [Visitor(events_server.url) for _ in names]
    event = announce(events_server, people, names, "Sunday night", by=names[0])
    make_host(events_server, names[0])
    with page_opener(chromium, events_server) as open_page:
        hosts, bobs = open_page(device=DESKTOP, at=LIGHT), open_page(device=PHONE, at=LIGHT)
        for visitor, page in zip(people, (hosts, bobs), strict=True):
            come_as(visitor, page)
            page.goto(f"{events_server.url}/events/{event}")
        expect(bobs.locator("#director")).to_have_count(0)
        box = hosts.locator("#director")
        box.get_by_text("Pause", exact=True).click()
        pausing = box.locator("details[data-act=pause]")
        pausing.get_by_label("Reason").fill("The line is down.")
        pausing.get_by_role("button", name="Pause the event").click()
        dialog = hosts.locator("#direct-dialog")
        expect(dialog).to_contain_text("“The line is down.”")
        dialog.get_by_role("button", name="Cancel").click()
        expect(bobs.locator("#clock-says")).to_have_text("Starts in")
        pausing.get_by_role("button", name="Pause the event").click()
        photograph(hosts, "director")
        dialog.get_by_role("button", name="Pause the event").click()
        expect(bobs.locator("#clock-says")).to_have_text("Paused by the host")
        expect(hosts.locator("#tray")).to_contain_text("The event is paused.")
        expect(box.get_by_text("Resume", exact=True)).to_be_visible()


def test_a_host_creates_an_event_in_their_own_time_zone(events_server: Server, chromium: Browser) -> None:
    host = Visitor(events_server.url)
    host.sign_up("Announcer")
    make_host(events_server, "Announcer")
    with page_opener(chromium, events_server) as open_page:
        page = open_page(device={**PHONE, "timezone_id": "America/New_York"}, at=LIGHT)
        come_as(host, page)
        page.goto(f"{events_server.url}/events")
        page.get_by_role("link", name="New event").tap()
        expect(page.get_by_text("By your clock (America/New_York).")).to_be_visible()
        page.get_by_role("textbox", name="Name").fill("Monday night")
        page.get_by_label("5", exact=True).check()
        shown = page.locator("#id_starts").input_value()
        photograph(page, "new")
        page.get_by_role("button", name="Announce the event").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Monday night")
        hour = int(shown.split("T")[1].split(":")[0])
        expect(page.locator("#clock-until")).to_contain_text(f"{hour % 12 or 12}:00")
