"""Every page for everyone: WCAG 2.2 AA by axe-core, by day and by night, in more contrast, small, zoomed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import come_as, create_link_game, play_bot_game, run_in_thread
from cribbage_site.tests.browser.visitors import OVERFLOW_SCRIPT
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import ROOT, Server
from tests.worlds.scripted_player import Visitor, connect_player

pytestmark = pytest.mark.slow

Size = dict[str, int]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
# The narrowest phone, a phone, and a small desk where everything is twice as large.
TIGHT = ({"width": 320, "height": 640}, PHONE, {"width": 640, "height": 400})

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Axe looks beside the page for what a sheet imports: its one rule for sheets is a test of its own here.
AXE = {"resultTypes": ["violations"], "preload": False}
# Beyond the levels, and off unless enabled by name: landmarks have different names, headings skip no level,
# and the name of a control contains its visible text.
NAMED_RULES = ("landmark-unique", "heading-order", "label-content-name-mismatch")
NAMED = {rule: {"enabled": True} for rule in NAMED_RULES}
EVERYTHING = {"runOnly": {"type": "tag", "values": LEVELS}, "rules": NAMED, **AXE}
ALL_BUT_CONTRAST = {**EVERYTHING, "rules": {"color-contrast": {"enabled": False}, **NAMED}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, **AXE}
# The colours of the night, and those that more contrast has, are proved by test_contrast.py too.
LOOKS = (("dark", "no-preference"), ("light", "more")) if FULL_PROOF else ()

ASK_AXE = """async (options) => (await axe.run(document, options)).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`))"""
# What is being worked out anew is dimmed until it is there.
AT_REST = "() => document.querySelector('[aria-busy=true]') === null"

# What moves by itself, or so that nobody who touched nothing would expect it.
WATCH_SHIFTS = """
    window.shifted = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)) {
            window.shifted += value;
            window.moved.push(...sources.map(({ node }) => node?.cloneNode(false).outerHTML ?? "gone"));
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
STEADY = 0.02


class Walk:
    """Through the site with one browser: every page is looked at in every way, and what is wrong is noted."""

    def __init__(self, page: Page, url: str, size: Size = DESK) -> None:
        self.page, self.url, self.size = page, url, size
        self.place = self.refused = ""
        self.wrong: list[str] = []
        page.add_init_script(WATCH_SHIFTS)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("request", lambda asked: asked.url.startswith(("http", "ws")) and self.own(asked.url))

    def hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not (self.refused and self.refused in said.text):
            self.note(said.text)

    def note(self, says: str) -> None:
        self.wrong.append(f"{self.place}: {says}")

    def own(self, asked: str) -> None:
        if asked.split("/")[2] != self.url.split("/")[2]:
            self.note(f"asks {asked}")

    def go(self, path: str, refused: str = "") -> None:
        """Open a page; `refused`: the status it has, which the console tells of too."""
        self.place, self.refused = path, refused
        self.page.goto(self.url + path)

    def look(self, place: str = "") -> None:
        """All that is asked of a page, as it stands there once nothing is at work."""
        self.place = place or self.place
        self.load_axe()
        self.ask_in_every_look()
        self.ask_whether_it_moved()
        self.ask_at_every_size()

    def load_axe(self) -> None:
        """Add axe to a page once nothing is at work there."""
        self.page.wait_for_function(AT_REST)
        self.page.evaluate(AXE_SCRIPT)

    def ask_in_every_look(self) -> None:
        """Ask axe in each color scheme and contrast."""
        self.ask_axe(EVERYTHING, "by day")
        for scheme, contrast in LOOKS:
            self.page.emulate_media(color_scheme=scheme, contrast=contrast)  # type: ignore[arg-type]
            self.ask_axe(CONTRAST, f"{scheme}, contrast {contrast}")
        self.page.emulate_media(color_scheme="light", contrast="no-preference")

    def ask_at_every_size(self) -> None:
        """Note what is wider than a window, and in full ask axe on a desk and on a phone."""
        for size in (DESK, *TIGHT):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            for over in self.page.evaluate(OVERFLOW_SCRIPT):
                self.note(f"too wide for {size['width']}: {over}")
            if FULL_PROOF and size in (DESK, PHONE) and size != self.size:
                self.ask_axe(ALL_BUT_CONTRAST, f"{size['width']} px wide")
        self.page.set_viewport_size(self.size)  # type: ignore[arg-type]

    def ask_whether_it_moved(self) -> None:
        if (shifted := self.page.evaluate("window.shifted ?? 0")) > STEADY:
            moved = self.page.evaluate("window.moved")
            self.note(f"moved by {shifted:.3f} of its window as it came: {moved}")

    def ask_axe(self, options: dict[str, object], how: str) -> None:
        for says in self.page.evaluate(ASK_AXE, options):
            self.note(f"{how}: {says}")


@contextmanager
def walking(chromium: Browser, server: Server, size: Size = DESK) -> Iterator[Walk]:
    with chromium.new_context(viewport=size, color_scheme="light", reduced_motion="reduce") as context:  # type: ignore[arg-type]
        walk = Walk(context.new_page(), server.url, size)
        yield walk
    assert not walk.wrong, "\n".join(walk.wrong)


OPEN = """
    / /learn /ladder /throws /lab?cards=5H+5S+JD+QC+9H+TH /fairness/verify /settings /accounts/signup/ /api
    /paste
"""
# Built of the same parts as one of those: more prose, a form like another, the lab before it has cards;
# events are looked at in test_events.py.
ALIKE = """
    /throw /events /events/rules /ladder/rules /rules /seasons /clubs /friend /privacy /offline /lab
    /fairness /fairness/lab /fairness/deals /log /data
    /accounts/login/ /accounts/password/reset/
"""
OWN = """
    / /@Eve /following /clubs/new /settings/notices /settings/tokens /train
    /accounts/ /accounts/second-factor/ /accounts/delete/
"""
OWN_ALIKE = "/ladder /accounts/email/ /accounts/password/ /accounts/confirm/"


def test_no_sheet_holds_a_page_upright_or_turns_it() -> None:
    sheets = list((ROOT / "static/css").rglob("*.css"))
    assert len(sheets) > 5
    assert [sheet.name for sheet in sheets if "orientation" in sheet.read_text()] == []


def test_no_template_skips_a_level_of_headings() -> None:
    folder = ROOT / "templates"
    templates = [file for file in folder.rglob("*.html") if "mail" not in file.relative_to(folder).parts]
    assert len(templates) > 100
    skips = []
    for template in templates:
        levels = [int(level) for level in re.findall(r"<h([1-6])", template.read_text())]
        skips += [template.name for one, following in pairwise(levels) if following > one + 1]
    assert skips == []


def test_what_anybody_sees(server: Server, chromium: Browser) -> None:
    with walking(chromium, server) as walk:
        for path in (OPEN + ALIKE if FULL_PROOF else OPEN).split():
            walk.go(path)
            walk.look()
        walk.go("/learn#throw")
        walk.page.locator(".lesson-step.current .term").first.click()
        walk.look("a word of the lesson, explained")
        walk.go("/no-such-page", refused="404")
        walk.look()
        _, invitation = Visitor(server.url).create_link_game()
        walk.go(invitation)
        walk.look()
        walk.go("/friend")
        walk.page.get_by_role("button", name="Make the link").click()
        walk.page.wait_for_selector("#room[data-state=stands]")
        walk.look("the room of a link")
        walk.page.goto(f"{server.url}/lab")
        walk.page.locator("#bell summary").click()
        expect(walk.page.locator("#bell li")).to_have_count(1)
        walk.look("the bell with a notice")


BANNED = """
from people.moderation.rulings import ban
from game.models import Player
host = Player.objects.create_superuser("Sheriff", likeness="sheriff")
ban(by=host, player=Player.objects.get(username="Eve"), reason="Everybody was called a cheat.")
"""


SAME_CARDS = """
from game.models import Player
from study.same_cards.inviting import invite
from tests.worlds.same_cards import create_answered, create_played_game
eve, both = Player.objects.get(username="Eve"), create_answered(seed=9)
own, others = create_played_game(eve), create_played_game()
print(invite(own, eve).pk, invite(others, others.seat_a).pk, both.game_id, both.answer_id)
"""


def test_what_a_player_sees(server: Server, chromium: Browser) -> None:
    eve, game, _ = play_bot_game(server)
    eve.sign_up("Eve")
    run_in_thread(resigned(eve))
    with walking(chromium, server) as walk:
        come_as(eve, walk.page)
        own = (OWN + OWN_ALIKE if FULL_PROOF else OWN).split()
        for path in [*own, f"/game/{game}", f"/game/{game}/deals", f"/fairness/verify?game={game}"]:
            walk.go(path)
            walk.look()
        own, others, one, other = server.manage("shell", "-c", SAME_CARDS).split()[-4:]
        for path in (f"/cards/{own}", f"/cards/{others}", f"/game/{one}/beside/{other}"):
            walk.go(path)
            walk.look()
        server.manage("shell", "-c", BANNED)
        walk.go("/", refused="403")
        walk.look("a player who is banned")


async def resigned(player: Visitor) -> None:
    """A rated game, and how it changed the player's points."""
    async with connect_player(player, player.new_game("novice", rated=True)) as person:
        await person.resign()


# What opens beside the game: by the names of their buttons.
DIALOGS = (("Settings", "#settings-dialog"), ("Fair deal", "#fair-panel"))


def test_a_table_from_the_throw_to_the_end(server: Server, chromium: Browser) -> None:
    with walking(chromium, server, PHONE) as walk:
        page = walk.page
        page.goto(server.url)
        create_link_game(page)
        walk.look("a table that waits")
        walk.go("/")
        page.get_by_role("button", name="Play Novice").first.click()
        page.wait_for_url("**/table/*")
        page.goto(f"{page.url}?pace=none")
        seen = set()
        while (now := wait_for_wanted_move(page)) != "result":
            if now not in seen:
                seen.add(now)
                walk.look(f"the table that wants a {now}")
            if now == "continue":
                for opener, dialog in DIALOGS:
                    page.get_by_role("button", name=opener).click()
                    walk.look(f"the table with {dialog}")
                    page.locator(f"{dialog} button[value=close]").first.click()
                page.locator("#resign").click()
                walk.look("the table with a dialog")
                page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
                page.locator("#skip").click()
                page.locator("#result").wait_for()
            else:
                play_one_step(page, touch=False)
        walk.look("the table at the end")
