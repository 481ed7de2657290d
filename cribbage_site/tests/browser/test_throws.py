"""The throw of the day and the trainer, as a person uses them, on a desktop and by touch."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.test_following import photograph, sign_up
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

THROW = """
from game.accounts.guests import create_guest
from study.throws.models import DailyThrow
from tests.worlds.throws import create_throw
from study.throws.voting import today, vote
throw = DailyThrow.objects.filter(day=today()).first() or create_throw()
for line in (0, 0, 1, 3):
    vote(create_guest(), throw, throw.lines[line]["thrown"])
print(*throw.lines[0]["thrown"])
"""
EXERCISES = """
from game.models import Player
from tests.worlds.finished_games import create_finished_game
from tests.worlds.exercises import create_exercise
player, game = Player.objects.get(username="%(name)s"), create_finished_game()
for ply in (2, 4):
    create_exercise(player, game, ply)
"""


def choose(page: Page, cards: list[str]) -> None:
    for card in cards:
        page.locator(f"[data-card='{card}']").click()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_first_visitor_discards_on_the_front_page(
    server: Server, chromium: Browser, device: dict[str, object]
) -> None:
    best = server.manage("shell", "-v", "0", "-c", THROW).split()[-2:]
    with visitor_page(chromium, **device) as page:
        page.goto(server.url)
        felt = page.locator("#felt")
        throw = felt.get_by_role("button", name="Discard these two")
        expect(felt).to_contain_text("Which two do you discard")
        expect(throw).to_be_disabled()
        photograph(page, "throw-front")
        choose(page, best[:1])
        expect(felt).to_contain_text("And one more?")
        choose(page, best[1:])
        photograph(page, "throw-front-chosen")
        throw.click()
        expect(page.locator("#earned")).to_have_text("100")
        page.goto(server.url)
        expect(page.locator("#felt [data-card]")).to_have_count(0)
        photograph(page, "throw-front-thrown")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_one_discard_and_then_all_results(
    server: Server, chromium: Browser, device: dict[str, object]
) -> None:
    best = server.manage("shell", "-v", "0", "-c", THROW).split()[-2:]
    with visitor_page(chromium, **device) as page:
        page.goto(f"{server.url}/throw")
        expect(page.locator("#says")).to_have_text(re.compile("^Which two do you discard"))
        expect(page.locator("#result")).to_be_hidden()
        expect(page.locator("#throw")).to_be_disabled()
        photograph(page, "throw-asked")
        choose(page, best)
        page.locator("#throw").click()
        expect(page.locator("#earned")).to_have_text("100")
        expect(page.locator("#throws tbody tr")).to_have_count(15)
        field = page.locator(".field-of-throws")
        expect(field).to_have_attribute("aria-label", re.compile(r"the best · you · Advanced · Master"))
        expect(page.locator("#field-votes")).to_have_text(re.compile("players have discarded so far"))
        photograph(page, "throw-thrown")
        page.reload()
        expect(page.locator("#earned")).to_have_text("100")
        page.get_by_role("link", name="All days and the standings").click()
        expect(page.locator(".throw-list .earned").first).to_contain_text("100")
        photograph(page, "throws")


@pytest.mark.parametrize(("device", "name"), [(DESKTOP, "Tilda"), (PHONE, "Tildo")], ids=["desk", "phone"])
def test_a_mistake_comes_back_until_it_is_right(
    server: Server, chromium: Browser, device: dict[str, object], name: str
) -> None:
    with visitor_page(chromium, **device) as page:
        page.goto(f"{server.url}/train")
        expect(page.locator("main")).to_contain_text("With an account")
        sign_up(page, name)
        page.goto(f"{server.url}/train")
        expect(page.locator("#rest-says")).to_have_text("You have no mistakes to train.")
        server.manage("shell", "-v", "0", "-c", EXERCISES % {"name": name})
        page.reload()
        expect(page.locator("#due")).to_have_text("2 exercises are due.")
        expect(page.locator("#prompt")).to_have_text("Which two do you discard to their crib?")
        photograph(page, "train-asked")
        choose(page, ["5H", "5C"])
        page.locator("#throw").click()
        expect(page.locator("#verdict-head")).to_have_text("There is better")
        expect(page.locator("#why")).not_to_be_empty()
        expect(page.locator("#lines .is-mine")).to_contain_text("your answer")
        photograph(page, "train-wrong")
        page.locator("#next").click()
        expect(page.locator("#due")).to_have_text("1 exercise is due.")
        expect(page.locator("#verdict")).to_be_hidden()
        choose(page, ["KD", "QH"])
        page.locator("#throw").click()
        expect(page.locator("#verdict-head")).to_have_text("Right")
        photograph(page, "train-right")
        page.locator("#next").click()
        expect(page.locator("#rest-says")).to_have_text("No exercise is due today.")
        photograph(page, "train-rest")
