"""The deals of a game, checked in a browser: on its page, by its name, and offline from a file."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server
from proof.evidence.checks.check import verify
from proof.evidence.checks.verdict import Status

pytestmark = pytest.mark.slow

TICK = "✓ No one could choose these cards alone, not even us."
RING = "○ No fault was found, but this browser can’t confirm everything."
ALARM = "✗ Something is wrong here: don’t trust this game or its cards."

# Drops a file on the page, or pastes a text into the element.
DROPPED = """(text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dropped.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""
PASTED = """(element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


class Played(NamedTuple):
    """A finished game, and the files that its player can download."""

    game: str
    transcript: str
    page: str

    @property
    def deals(self) -> int:
        return len(json.loads(self.transcript)["deals"])

    @property
    def case(self) -> str:
        """The evidence that the page of a single player offers."""
        transcript = json.loads(self.transcript)
        [receipts] = [notes for notes in transcript["receipts"] if notes]
        about = {"game": self.game, "params": transcript["fair"]["params"], "says": ""}
        return json.dumps({"format": "every-other/case/1", **about, "receipts": receipts})


@pytest.fixture(scope="module")
def played(server: Server) -> Played:
    player, game, _ = play_bot_game(server)
    transcript, page = (
        player.get(path)[1] for path in (f"/api/games/{game}/transcript", "/fairness/verify.html")
    )
    return Played(game, transcript, page)


def test_a_games_deals_are_checked_when_the_page_opens(
    server: Server, played: Played, chromium: Browser
) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/game/{played.game}")
        page.get_by_role("link", name="Check the deals").tap()
        expect(page.locator(".verdict h2")).to_have_text(TICK)
        expect(page.locator(".laid-deal.is-true")).to_have_count(played.deals)
        expect(page.locator("#deal-1 .deck-place")).to_have_count(52)
        first = json.loads(played.transcript)["deals"][1]
        assert page.locator("#deal-1 .deck-place.seat-0").count() == 6
        assert page.locator("#deal-1 .deck-place .face").nth(12).inner_text()[0] == first["deck"][12][
            0
        ].replace("T", "1")
        assert_fits(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the transcript").tap()
        assert download.value.suggested_filename == f"every-other-{played.game}.json"
        assert verify(Path(download.value.path()).read_bytes()).status is Status.TRUE


def test_any_game_is_checked_by_its_url(server: Server, played: Played, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, **DESKTOP) as page:
        page.goto(f"{server.url}/fairness/verify")
        page.get_by_label("A game’s ID or address").fill(f"{server.url}/table/{played.game}?pace=none")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict h2")).to_have_text(TICK)
        page.get_by_label("A game’s ID or address").fill("nosuchgame")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#says")).to_have_text("There’s no such game.")
        expect(page.locator(".verdict")).to_have_count(0)


def test_the_saved_page_works_from_a_file_without_a_network(
    played: Played, chromium: Browser, tmp_path: Path
) -> None:
    kept, true, false = (tmp_path / name for name in ("verify.html", "true.json", "false.json"))
    kept.write_text(played.page, encoding="utf-8")
    true.write_text(played.transcript, encoding="ascii")
    false.write_text(played.transcript.replace('"rated": false', '"rated":  true'), encoding="ascii")
    with visitor_page(chromium, **PHONE) as page:
        page.context.set_offline(True)
        page.goto(kept.as_uri())
        page.locator("#file").set_input_files(true)
        expect(page.locator(".verdict h2")).to_have_text(TICK)
        expect(page.locator(".laid-deal.is-true")).to_have_count(played.deals)
        assert_fits(page)
        page.locator("#file").set_input_files(false)
        expect(page.locator(".verdict h2")).to_have_text(ALARM)
        page.evaluate(DROPPED, played.transcript)
        expect(page.locator(".verdict h2")).to_have_text(TICK)
        page.get_by_text("Or paste the text").tap()
        page.get_by_label("Text of the transcript").fill("something else")
        expect(page.locator(".verdict h2")).to_have_text("? Can’t be read")
        page.get_by_label("Text of the transcript").evaluate(PASTED, played.transcript.strip())
        expect(page.locator(".verdict h2")).to_have_text(TICK)


def test_the_saved_page_reads_a_players_receipts(played: Played, chromium: Browser, tmp_path: Path) -> None:
    kept, case, transcript = (tmp_path / name for name in ("verify.html", "case.json", "game.json"))
    kept.write_text(played.page, encoding="utf-8")
    case.write_text(played.case, encoding="ascii")
    transcript.write_text(played.transcript, encoding="ascii")
    signer = json.loads(json.loads(played.case)["params"])["signer"]
    with visitor_page(chromium, **PHONE) as page:
        page.context.set_offline(True)
        page.goto(kept.as_uri())
        says, verdict = page.locator("#says"), page.locator(".verdict")
        page.locator("#file").set_input_files(case)
        expect(verdict.get_by_role("heading")).to_have_text(RING)
        expect(verdict).to_contain_text(f"receipts in game {played.game}")
        expect(verdict).to_contain_text("They don’t contradict each other")
        expect(verdict.locator(".signing-key")).to_have_text(signer)
        expect(says).to_have_text("case.json")
        assert_fits(page)
        page.locator("#file").set_input_files(transcript)
        expect(page.locator(".laid-deal.is-true")).to_have_count(played.deals)
        expect(says).to_contain_text("game.json, compared with the receipts")
        page.evaluate(DROPPED, played.case.replace("step promise", "step promised"))
        expect(verdict.get_by_role("heading")).to_have_text("? Can’t be read")
        expect(verdict).to_contain_text("Receipt 1 is not signed by")
        expect(says).to_have_text("dropped.json")
        page.get_by_text("Or paste the text").tap()
        page.get_by_label("Text of the transcript").evaluate(PASTED, played.case)
        expect(verdict.get_by_role("heading")).to_have_text(RING)
        expect(says).to_contain_text("The pasted text, compared with the transcript")
        page.get_by_label("Text of the transcript").evaluate(PASTED, played.case[:-9])
        expect(verdict).to_contain_text("This is no case of Every Other.")
