"""Take screenshots of every page: `python -m cribbage_site.tests.browser.screenshots FOLDER [PAGE ...]`.

Each is taken 360, 768 and 1440 pixels wide, in light and in dark colors. docs/pages/ holds the light desktop
next to the dark phone (`python -m cribbage_site.tests.browser.screenshots --docs`).
"""

import os
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import django
from playwright.sync_api import Browser, Page, sync_playwright

from bench.chromium import ARGUMENTS, find_chromium
from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import play_bot_game, run_in_thread
from cribbage_site.tests.server_process import ROOT, Server
from tests.worlds.scripted_player import PASSWORD, Visitor, connect_player

WIDTHS = {360: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
NAME = "Ada"
# A script may start an animation in the frame in which another ends.
STILL = """async () => {
  const running = () => document.getAnimations().filter((each) =>
    each.playState === "running" && each.effect?.getComputedTiming().endTime < 10_000);
  for (let calm = 0; calm < 10; calm++) {
    if (running().length) calm = 0;
    await Promise.allSettled(running().map((each) => each.finished));
    await new Promise(requestAnimationFrame);
  }
}"""


class DemoSite(NamedTuple):
    """A server with sample players and games."""

    server: Server
    finished: str
    visitor: Visitor
    event: str


def wait_until_still(page: Page) -> None:
    """Wait until everything has arrived and every animation that ends has ended."""
    page.wait_for_load_state("networkidle")
    page.evaluate(STILL)


def do_nothing(page: Page) -> None:
    """Leave the page as it is."""


def start_bot_game(page: Page) -> None:
    page.get_by_role("button", name="Play Novice").first.click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".own.open")
    wait_until_still(page)


def play_until(kind: str) -> Callable[[Page], None]:
    """Play until the table expects this move for the first time."""

    def go_on(page: Page) -> None:
        page.get_by_role("button", name="Play Novice").first.click()
        page.wait_for_url("**/table/*")
        page.goto(f"{page.url.split('?')[0]}?pace=none")
        while wait_for_wanted_move(page) != kind:
            play_one_step(page, touch=False)
        if kind in ("play", "continue"):  # with cards on the table, or with all three hands counted
            for _ in range(2):
                play_one_step(page, touch=False)
                wait_for_wanted_move(page)

    return go_on


def resign(page: Page) -> None:
    start_bot_game(page)
    page.locator("#resign").click()
    page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    page.wait_for_selector("#result:not([hidden])")


def make_link(page: Page) -> None:
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_selector("#room[data-state]")


def open_settings(page: Page) -> None:
    start_bot_game(page)
    page.locator("#settings-button").click()


class Subject(NamedTuple):
    """One page: its path, the steps before the screenshot, and its visitor."""

    path: str
    prepare: Callable[[Page], None] = do_nothing
    logged_in: bool = False


# A discard of the day; an evening that is running, one that is over, and one to come.
EVENINGS = """
from collections import Counter
from datetime import timedelta
from common import clock
from tournaments.events.run.closing import finish_event
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.record.load_encounters import load_scores
from tournaments.events.models import Entry, Pairing, Round
from game.models import Game
from tests.worlds.throws import create_throw
create_throw()
now = clock.now()
played = Game.objects.filter(ended="played", seat_a__brain="", seat_b__brain="")
games = [game for game in played.order_by("-finished_at")[:300] if max(game.score_a, game.score_b) >= 121]
def evening(title, starts_in, state, games):
    event = build_event(EventSettings("night", title, now + timedelta(minutes=starts_in)))
    event.state = state
    event.save(force_insert=True)
    pairing, seen = Round.objects.create(event=event, version=1, at=now, draw="{}", tables=[]), Counter()
    def entry_of(player):
        return Entry.objects.get_or_create(event=event, player=player, defaults={"joined_at": now})[0]
    for game in games:
        if max(seen[game.seat_a_id], seen[game.seat_b_id]) < 6:
            seen.update((game.seat_a_id, game.seat_b_id))
            Pairing.objects.create(
                event=event, round=pairing, game=game, opened_at=game.created_at, ended_at=game.finished_at,
                first=entry_of(game.seat_a), second=entry_of(game.seat_b), ending="played",
                winner=game.winner, score_first=min(game.score_a, 121), score_second=min(game.score_b, 121),
            )
    for entry in Entry.objects.filter(event=event):
        score = load_scores([entry])[entry.pk]
        entry.played, entry.points = score.games, score.points
        entry.wins, entry.spread = score.wins, score.spread
        entry.save()
    return event
finish_event(evening("Thursday night", -24 * 60, "running", games[:40]))
evening("Saturday night", 23 * 60, "announced", [])
print(evening("Friday night", -40, "running", games[40:80]).pk)
"""

SUBJECTS = {
    "front": Subject("/"),
    "front-of-a-player": Subject("/", logged_in=True),
    "friend": Subject("/friend"),
    "friend-room": Subject("/friend", make_link),
    "daily": Subject("/daily", logged_in=True),
    "improve": Subject("/improve", logged_in=True),
    "learn": Subject("/learn"),
    "table-throw": Subject("/", start_bot_game),
    "table-play": Subject("/", play_until("play")),
    "table-show": Subject("/", play_until("continue")),
    "table-over": Subject("/", resign),
    "table-settings": Subject("/", open_settings),
    "replay": Subject("/game/{game}"),
    "deals": Subject("/game/{game}/deals"),
    "verify": Subject("/fairness/verify?game={game}"),
    "ladder": Subject("/ladder"),
    "rules": Subject("/rules"),
    "ladder-rules": Subject("/ladder/rules"),
    "lab": Subject("/lab"),
    "fairness": Subject("/fairness"),
    "fairness-lab": Subject("/fairness/lab"),
    "fairness-deals": Subject("/fairness/deals"),
    "profile": Subject(f"/@{NAME}", logged_in=True),
    "account": Subject("/accounts/", logged_in=True),
    "log-in": Subject("/accounts/login/"),
    "sign-up": Subject("/accounts/signup/"),
    "settings": Subject("/settings"),
    "events": Subject("/events"),
    "event": Subject("/events/{event}", logged_in=True),
    "event-rules": Subject("/events/rules"),
    "privacy": Subject("/privacy"),
    "offline": Subject("/offline"),
    "nothing-there": Subject("/no-such-page"),
}


@contextmanager
def running_demo_site() -> Iterator[DemoSite]:
    """Start a site with sample games on its ladder, and with Ada, who has played."""
    with Server() as server:
        server.manage("demo", "--players", "60", "--games", "540", "--evenings", "0")
        visitor, finished, _ = play_bot_game(server)
        visitor.sign_up(NAME)

        async def give_up(game: str) -> None:
            async with connect_player(visitor, game) as person:
                await person.resign()

        run_in_thread(give_up(visitor.new_game("novice", rated=True)))
        event = server.manage("shell", "--no-imports", "-c", EVENINGS).split()[-1]
        yield DemoSite(server, finished, visitor, event)


def take_screenshot(browser: Browser, site: DemoSite, subject: Subject, width: int, scheme: str) -> bytes:
    size = {"width": width, "height": WIDTHS[width]}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    with context:
        page = context.new_page()
        if subject.logged_in:
            page.goto(f"{site.server.url}/accounts/login/")
            page.locator("[name=login]").fill(NAME)
            page.locator("[name=password]").fill(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url: "login" not in url)
        page.goto(site.server.url + subject.path.format(game=site.finished, event=site.event))
        page.wait_for_load_state("networkidle")
        subject.prepare(page)
        wait_until_still(page)
        return page.screenshot()


SIDE_BY_SIDE = """
<body style="margin:0; display:flex; gap:12px; align-items:flex-start; width:1092px; background:#888">
<img style="width:800px" src="data:image/png;base64,{desk}">
<img style="width:280px" src="data:image/png;base64,{phone}">
"""


def side_by_side(browser: Browser, desk: bytes, phone: bytes) -> bytes:
    with browser.new_context(viewport={"width": 1092, "height": 576}) as context:
        page = context.new_page()
        page.set_content(SIDE_BY_SIDE.format(desk=b64encode(desk).decode(), phone=b64encode(phone).decode()))
        return page.screenshot(type="jpeg", quality=82, full_page=True)


def main(*arguments: str) -> None:
    for_docs = "--docs" in arguments
    folder, *names = [each for each in arguments if each != "--docs"] or [str(ROOT / "docs/pages")]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with running_demo_site() as at, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name in names or SUBJECTS:
            print(name, file=sys.stderr)
            subject = SUBJECTS[name]
            if for_docs:
                pair = (
                    take_screenshot(browser, at, subject, 1440, "light"),
                    take_screenshot(browser, at, subject, 360, "dark"),
                )
                Path(folder, f"{name}.jpg").write_bytes(side_by_side(browser, *pair))
                continue
            for width in WIDTHS:
                for scheme in SCHEMES:
                    picture = take_screenshot(browser, at, subject, width, scheme)
                    Path(folder, f"{name}-{width}-{scheme}.png").write_bytes(picture)
        browser.close()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    django.setup()
    main(*sys.argv[1:])
