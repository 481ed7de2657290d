"""Both players, watchers and the replay show what a player has earned."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import LIGHT, create_link_game, join_by_link, page_opener, sign_up
from cribbage_site.tests.browser.visitors import PHONE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# Ann has won a season of the site and of a club, and Bert a month of discards.
RECORDS = """
from datetime import timedelta
from common import clock
from game.models import Player
from study.throws.models import Vote
from study.throws.voting import today
from tests.worlds.event_clubs import create_club
from tests.worlds.throws import create_throw
from tournaments.seasons.models import Season
now = clock.now()
ann, bert = (Player.objects.get(username=name) for name in ("Ann-prize", "Bert-prize"))
for club in (None, create_club("Prize Owls")):
    number = Season.objects.filter(club=club).count() + 1000
    Season.objects.create(club=club, number=number, champion=ann, starts_at=now - timedelta(1), ends_at=now)
throw = create_throw(today().replace(day=1) - timedelta(days=1))
Vote.objects.create(throw=throw, player=bert, thrown="5H JD", points=100, counts=True, at=now)
"""
FACE = "node => getComputedStyle(node).backgroundColor"


def photograph(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder, f"{name}.png"))


def choose(page: Page, server: Server, **choices: str) -> None:
    page.goto(f"{server.url}/settings")
    for name, value in choices.items():
        with page.expect_response("**/api/me/look") as answer:
            page.locator(f"input[name={name}][value={value}]").check()
        assert answer.value.ok
    photograph(page, f"prizes-settings-{'-'.join(choices)}")


def expect_prizes(page: Page, *, ann: str, bert: str) -> None:
    """Expect the rosewood and the shields of Ann's side, and the moons of Bert's."""
    expect(page.locator("#board .board")).to_have_attribute("data-board", "rosewood")
    expect(page.locator(f".peg-{ann} path.ring")).to_have_count(2)
    expect(page.locator(f".peg-{ann} circle.ring").first).to_be_hidden()
    expect(page.locator(f".peg-{bert} path")).to_have_count(0)
    expect(page.locator(f"#seat-{bert}")).to_have_css("--back-image", re.compile("moons"))
    expect(page.locator(f"#seat-{ann}")).to_have_css("--back-image", "none")


def test_boards_pegs_and_felts_keep_their_colors_in_forced_colors(
    own_server: Server, chromium: Browser
) -> None:
    with page_opener(chromium, own_server) as open_page:
        page = open_page(at="/settings")
        page.emulate_media(forced_colors="active")
        canvas = page.locator("body").evaluate(FACE)
        boards, felts, pegs = (
            [swatch.evaluate(FACE) for swatch in page.locator(f".swatch[data-{prize}]").all()]
            for prize in ("board", "felt", "pegs")
        )
        assert len({canvas, *boards}) == len({canvas, *felts}) == 5
        assert (len(pegs), {*pegs}) == (3, {boards[0]})
        photograph(page, "prizes-settings-forced-colors")


def test_both_players_and_a_watcher_see_prizes(own_server: Server, chromium: Browser) -> None:
    with page_opener(chromium, own_server) as open_page:
        ann, bert = open_page(at=LIGHT), open_page(at=LIGHT, device=PHONE)
        sign_up(ann, "Ann-prize")
        sign_up(bert, "Bert-prize")
        own_server.manage("shell", "-v", "0", "-c", RECORDS)
        choose(ann, own_server, board="rosewood", pegs="shield")
        choose(bert, own_server, board="slate")
        expect(bert.locator("input[value=rosewood]")).to_be_disabled()
        path = create_link_game(ann)
        join_by_link(bert, path, ann)
        expect(bert.locator("#board .board")).to_have_attribute("data-board", "rosewood")
        expect(ann.locator("#seat-them")).to_have_attribute("data-back", "lozenges")
        # Bert chooses during the game, in another tab.
        tab = bert.context.new_page()
        choose(tab, own_server, back="moons")
        expect(ann.locator("#seat-them")).to_have_attribute("data-back", "moons")
        expect(bert.locator("#seat-you")).to_have_attribute("data-back", "moons")
        tab.close()
        watcher = open_page(at=path)
        expect_prizes(ann, ann="you", bert="them")
        expect_prizes(bert, ann="them", bert="you")
        name_above = watcher.locator("#seat-them [data-part=name]")
        expect(name_above).to_have_text(re.compile("-prize$"))
        is_ann_above = name_above.inner_text() == "Ann-prize"
        above, below = ("ann", "bert") if is_ann_above else ("bert", "ann")
        expect_prizes(watcher, **{above: "them", below: "you"})
        for name, page in (("ann", ann), ("bert", bert), ("watcher", watcher)):
            photograph(page, f"prizes-{name}")
            page.emulate_media(color_scheme="dark")
            photograph(page, f"prizes-{name}-dark")
            page.emulate_media(forced_colors="active")
            photograph(page, f"prizes-{name}-forced-colors")
            page.emulate_media(forced_colors="none")
        for page in (ann, bert):
            page.emulate_media(color_scheme="light")
        ann.set_viewport_size({"width": 1440, "height": 900})
        bert.set_viewport_size({"width": 390, "height": 844})
        for name, page in (("ann-1440", ann), ("bert-390", bert)):
            photograph(page, f"prizes-{name}")
        ann.get_by_role("button", name="Resign").click()
        ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(ann.locator("#result")).to_be_visible()
        ann.goto(f"{own_server.url}/game/{path.split('/')[-1].split('?')[0]}")
        expect_prizes(ann, ann="you", bert="them")
        photograph(ann, "prizes-replay")
