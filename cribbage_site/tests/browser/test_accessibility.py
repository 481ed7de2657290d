"""Pages in states that visitors cause: WCAG 2.2 AA by axe-core, no layout shifts, and no overflow."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import come_as, create_link_game, play_bot_game, run_in_thread
from cribbage_site.tests.browser.walk import PHONE, walking
from cribbage_site.tests.server_process import ROOT, Server
from tests.worlds.scripted_player import Visitor, connect_player

pytestmark = pytest.mark.slow


def test_no_stylesheet_locks_or_rotates_the_orientation() -> None:
    sheets = list((ROOT / "static/css").rglob("*.css"))
    assert len(sheets) > 5
    assert [sheet.name for sheet in sheets if "orientation" in sheet.read_text()] == []


def test_no_template_skips_a_heading_level() -> None:
    folder = ROOT / "templates"
    templates = [file for file in folder.rglob("*.html") if "mail" not in file.relative_to(folder).parts]
    assert len(templates) > 100
    skips = []
    for template in templates:
        levels = [int(level) for level in re.findall(r"<h([1-6])", template.read_text())]
        skips += [template.name for one, following in pairwise(levels) if following > one + 1]
    assert skips == []


def test_pages_for_any_visitor(server: Server, chromium: Browser) -> None:
    with walking(chromium, server) as walk:
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
guests = (others.seat_a_id, both.game.seat_a_id, both.answer.seat_a_id)
for guest, name in zip(guests, ("Fay", "Gus", "Hal")):  # a long name may just wrap a line in one font alone
    Player.objects.filter(pk=guest).update(username=name)
print(invite(own, eve).pk, invite(others, others.seat_a).pk, both.game_id, both.answer_id)
"""


def test_pages_for_a_player(server: Server, chromium: Browser) -> None:
    eve, game, _ = play_bot_game(server)
    eve.sign_up("Eve")
    run_in_thread(resigned(eve))
    with walking(chromium, server) as walk:
        come_as(eve, walk.page)
        for path in ["/", "/@Eve", f"/game/{game}", f"/game/{game}/deals", f"/fairness/verify?game={game}"]:
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
    """Resign a rated game. Return it, and its change of the player's points."""
    async with connect_player(player, player.new_game("novice", rated=True)) as person:
        await person.resign()


# The dialogs that open at a table, by the names of their buttons.
DIALOGS = (("Settings", "#settings-dialog"), ("Fair deal", "#fair-panel"))


def test_a_table_from_the_discard_to_the_end(server: Server, chromium: Browser) -> None:
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
                wait_for_wanted_move(page)
            walk.note_answer()
        walk.look("the table at the end")
