"""A .crib file is downloaded from a replay, pasted elsewhere, and replayed like a game of this site."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


def test_a_game_is_downloaded_pasted_and_replayed(server: Server, chromium: Browser) -> None:
    _, game, _ = play_bot_game(server)
    with visitor_page(chromium, silent=False, **PHONE) as page:  # a refusal is an error in the console
        page.goto(f"{server.url}/game/{game}")
        moves = page.locator("#moves li")
        expect(moves.first).to_be_visible()
        played = moves.all_inner_texts()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download .crib").click()
        assert download.value.suggested_filename == f"every-other-{game}.crib"
        text = download.value.path().read_text()
        page.goto(f"{server.url}/paste")
        page.get_by_label("The game").fill(text.replace("played", "resigned"))
        page.get_by_role("button", name="Replay it").click()
        expect(page.get_by_role("alert")).to_contain_text("The result reads")
        assert_fits(page)
        page.get_by_label("The game").fill(text)
        page.get_by_role("button", name="Replay it").click()
        expect(moves).to_have_count(len(played))
        assert moves.all_inner_texts() == played
        expect(page.locator("#review")).to_be_hidden()
        page.keyboard.press("End")
        expect(page.locator("#ending")).to_be_visible()
        assert_fits(page)
