"""A whole daily on a phone: played to its end, par seen, and after midnight the field."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.moves import press_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import OpenPage, page_opener
from cribbage_site.tests.browser.test_following import photograph, sign_up
from cribbage_site.tests.browser.visitors import PHONE
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
# A day ranks accounts that are older than it.
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
print(Entrant.objects.exclude(secret="").count())
clock.shift(timedelta(days=1))
run_jobs()
print(Daily.objects.order_by("day").first().stage)
"""


@pytest.fixture
def open_page(own_server: Server, chromium: Browser) -> Iterator[OpenPage]:
    with page_opener(chromium, own_server) as opener:
        yield opener


def test_a_daily_is_played_on_a_phone_and_its_field_is_seen_after_midnight(
    own_server: Server, open_page: OpenPage
) -> None:
    day = own_server.manage("shell", "-c", OPEN).split()[-1]
    page = open_page(device=PHONE)
    sign_up(page, "Dora")
    own_server.manage("shell", "-c", MADE_EARLIER)
    page.goto(own_server.url)
    page.locator("#daily-card .button").tap()
    page.wait_for_url("**/daily")
    photograph(page, "daily-before")
    page.locator("[data-test='play-daily']").tap()
    page.wait_for_url("**/table/*")
    while wait_for_wanted_move(page) != "result":
        press_one_step(page, wait_for_wanted_move(page))
    expect(page.locator("[data-test='open-board']")).to_be_visible()
    page.locator("#result-to-daily").tap()
    page.wait_for_url("**/daily")
    expect(page.locator("[data-test='par']")).to_be_visible()
    photograph(page, "daily-own")
    said = own_server.manage("shell", "-c", AFTER_MIDNIGHT).split()
    assert said[-2:] == ["1", "counted"]  # the phone gave its part of tomorrow's decks
    page.goto(f"{own_server.url}/daily/{day}")
    expect(page.locator("[data-test='daily-order'] .mine")).to_contain_text("Dora")
    expect(page.locator("[data-test='daily-order'] tbody tr")).to_have_count(4)
    expect(page.locator(".daily-deals > li").first).to_be_visible()
    expect(page.locator(".daily-margins svg")).to_be_visible()
    photograph(page, "daily-field")
    page.locator(".boards a").first.tap()
    page.wait_for_url("**/game/**")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
