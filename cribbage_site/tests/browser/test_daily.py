"""A whole daily game on a phone: played to its end, par shown, and after midnight the ranking."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import press_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import OpenPage, page_opener, site_url
from cribbage_site.tests.browser.test_following import photograph, sign_up
from cribbage_site.tests.browser.visitors import PHONE, assert_fits
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

OPEN = """
from django.conf import settings
from study.daily import running
from tests.worlds.days import begin, create_account, open_today, play
settings.DAILY, running.PAR_GAMES = True, 1
print(open_today().day)
for seed, name in enumerate(("Olga", "Pia", "Quentin")):
    play(begin(create_account(name)), seed)
"""
# A day only ranks accounts that are older than the day.
MADE_EARLIER = """
from datetime import timedelta
from common import clock
from game.models import Player
Player.objects.filter(username="Dora").update(date_joined=clock.now() - timedelta(days=2))
"""
# Another process, whose clock is past midnight.
AFTER_MIDNIGHT = """
from datetime import timedelta
from django.conf import settings
from common import clock
from study.daily import running
from study.daily.models import Daily
from tests.worlds.days import run_jobs
from game.shared_decks.models import Entrant
settings.DAILY, running.PAR_GAMES = True, 1
print("parts:", Entrant.objects.exclude(secret="").count())
clock.shift(timedelta(days=1))
run_jobs()
print("stage:", Daily.objects.order_by("day").first().stage)
"""


@pytest.fixture
def open_page(own_server: Server, chromium: Browser) -> Iterator[OpenPage]:
    with page_opener(chromium, own_server) as opener:
        yield opener


def assert_result_is_copied(page: Page, day: str) -> None:
    """Copy the own result, and assert that the clipboard has it, with a peg for each deal."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#share img")).to_have_js_property("naturalWidth", 1200)
    copy = page.locator("#share-copy")
    copy.tap()
    expect(copy).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0].startswith("Every Other · Daily game of ")
    assert copied[1].endswith(" against par")
    assert len(copied[2]) > 3
    assert {*copied[2]} <= {*"🟢🟡🔴"}
    assert copied[3] == f"{site_url(page)}/daily/{day}"
    assert_fits(page)


def test_a_daily_game_on_a_phone_shows_its_ranking_after_midnight(
    own_server: Server, open_page: OpenPage
) -> None:
    day = own_server.manage("shell", "-c", OPEN).split()[-1]
    page = open_page(device=PHONE)
    sign_up(page, "Dora")
    own_server.manage("shell", "-c", MADE_EARLIER)
    page.goto(own_server.url)
    page.locator(".site-nav").get_by_role("link", name="Daily").tap()
    page.wait_for_url("**/daily")
    photograph(page, "daily-before")
    page.locator("[data-test='play-daily']").tap()
    page.wait_for_url("**/table/*")
    while wait_for_wanted_move(page) != "result":
        press_one_step(page, wait_for_wanted_move(page))
    expect(page.locator("[data-test='open-board']")).to_be_visible()
    page.locator("#result-to-daily").tap()
    page.wait_for_url("**/daily#share")
    expect(page.locator("[data-test='par']")).to_be_visible()
    assert_result_is_copied(page, day)
    photograph(page, "daily-own")
    said = own_server.manage("shell", "-c", AFTER_MIDNIGHT).splitlines()
    # The phone contributed its part to tomorrow's decks. A busy machine may log something between the two.
    assert {"parts: 1", "stage: counted"} <= {*said}, said
    page.goto(f"{own_server.url}/daily/{day}")
    expect(page.locator("[data-test='daily-order'] .mine")).to_contain_text("Dora")
    expect(page.locator("[data-test='daily-order'] tbody tr")).to_have_count(4)
    expect(page.locator(".daily-deals > li").first).to_be_visible()
    expect(page.locator(".daily-margins svg")).to_be_visible()
    photograph(page, "daily-field")
    page.locator(".boards a").first.tap()
    page.wait_for_url("**/game/**")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
