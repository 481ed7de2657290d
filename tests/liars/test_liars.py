"""Real servers that lie, and the real page in a real browser: no deck that they chose gets a tick."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.chaos.database import query
from cribbage_site.tests.browser.players import POST, play_until
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.server_process import ROOT, Server

pytestmark = pytest.mark.slow

LIAR = "tests.liars.liar_settings"


def sit_down(page: Page, url: str) -> str:
    without_pauses(page)
    page.goto(url)
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")
    return page.url.rstrip("/").rpartition("/")[2].partition("?")[0]


def play_on(page: Page, deals: int) -> None:
    """Play until so many deals are over, or the page raises its alarm."""
    over = page.locator(f"#alarm:visible, body:has(#ticks [data-deal='{deals}'])").first
    play_until(page, until=over.is_visible)


@pytest.mark.parametrize(
    ("lie", "says", "deals"),
    [
        ("A", "asks for our secret before both seats have committed", 0),
        ("B", "a commitment that is not ours", 0),
        ("C", "the server has not revealed its part", 2),
        ("D", "a malformed part of the shuffle: tip", 0),
        ("F", 'and by the moves it is "dealer ', 1),
    ],
)
def test_a_lying_server_gets_no_tick(chromium: Browser, lie: str, says: str, deals: int) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": lie}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        game = sit_down(page, server.url)
        if deals:
            page.wait_for_selector("body[data-phase=throw]")
            play_on(page, deals)
        expect(page.locator("#alarm")).to_contain_text(says)
        assert_fits(page)
        expect(page.locator("#ticks [data-mark=true], #fair-mark[data-mark=true]")).to_have_count(0)
        row = query(server.environment, "SELECT secret_a FROM game_game WHERE id = %s", game)[0]
        own = page.evaluate(f"JSON.parse(localStorage.getItem('every-other:{game}'))")
        if lie in "ABD":
            assert row["secret_a"] != own.get("secret"), "the page has shown its secret"
        page.reload()
        expect(page.locator("#alarm")).to_contain_text(says)


def assert_secret_is_kept(server: Server, game: str) -> None:
    row = query(server.environment, "SELECT secret_a FROM game_game WHERE id = %s", game)[0]
    assert row["secret_a"] == "", "the page has shown its secret"


def return_without_storage(page: Page, server: Server, game: str) -> None:
    """Open the table again in a browser that has lost all it stored."""
    page.goto(f"{server.url}/privacy")
    page.evaluate("localStorage.clear()")
    page.goto(f"{server.url}/table/{game}")


@pytest.mark.parametrize("lie", ["same", "shared"])
def test_a_bots_game_from_decks_that_the_server_made_up_is_found_out(chromium: Browser, lie: str) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": lie}
    # There is no record of an invented set, and the browser's console says so.
    with Server(environment) as server, visitor_page(chromium, silent=False, **PHONE) as page:
        game = sit_down(page, server.url)
        expect(page.locator("#alarm")).to_contain_text("You asked for a game of its own")
        assert_fits(page)
        assert_secret_is_kept(server, game)
        # A page that does not know how it came to the table raises no alarm and shows no tick.
        return_without_storage(page, server, game)
        page.wait_for_selector("body[data-phase=throw]")
        page.get_by_role("button", name="Resign").click()
        page.locator("dialog[open] button[value=yes], dialog[open] .danger").first.click()
        expect(page.locator("#ticks [data-mark=unvouched]").first).to_be_attached(timeout=30_000)
        expect(page.locator("#ticks [data-mark=true], #fair-mark[data-mark=true]")).to_have_count(0)
        expect(page.locator("#alarm")).to_be_hidden()


def rematch_after_resigning(page: Page, first: str) -> None:
    """Give the first game up, and ask the bot for another."""
    page.wait_for_selector("body[data-phase=throw]")
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog[open] button[value=yes], dialog[open] .danger").first.click()
    page.locator("#again").click()
    page.wait_for_url(lambda url: "/table/" in url and first not in url)
    without_pauses(page)


def test_a_server_that_names_the_first_dealer_gets_no_tick(chromium: Browser) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": "first"}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        game = sit_down(page, server.url)
        expect(page.locator("#alarm")).to_contain_text("You asked for a new game")
        assert_fits(page)
        assert_secret_is_kept(server, game)
        # A page that does not know how it came to the table reads the game before.
        return_without_storage(page, server, game)
        expect(page.locator("#alarm")).to_contain_text("was played by others")
        expect(page.locator("#ticks [data-mark=true], #fair-mark[data-mark=true]")).to_have_count(0)


def test_a_server_that_lets_the_winner_deal_first_in_a_rematch_gets_no_tick(chromium: Browser) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": "winner"}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        rematch_after_resigning(page, sit_down(page, server.url))
        expect(page.locator("#alarm")).to_contain_text("the other player should have dealt first")
        expect(page.locator("#ticks [data-mark=true], #fair-mark[data-mark=true]")).to_have_count(0)
        page.reload()
        expect(page.locator("#alarm")).to_contain_text("the other player should have dealt first")


def test_the_rematch_of_an_honest_server_is_ticked_from_the_first_dealer_on(
    server: Server, chromium: Browser
) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        first = sit_down(page, server.url)
        rematch_after_resigning(page, first)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 1)
        expect(page.locator("#ticks [data-mark=true]")).to_have_count(2)
        expect(page.locator("#fair-mark[data-mark=true]")).to_be_attached()
        expect(page.locator("#alarm")).to_be_hidden()
        page.evaluate(f"localStorage.removeItem('every-other:{first}')")
        page.reload()
        expect(page.locator("#fair-mark[data-mark=true]")).to_be_attached()


def test_a_server_that_swaps_what_a_links_owner_committed_to_is_found_out(chromium: Browser) -> None:
    with (
        Server({"DJANGO_SETTINGS_MODULE": LIAR, "LIE": "link"}) as server,
        visitor_page(chromium, **DESKTOP) as ann,
        visitor_page(chromium, **PHONE) as bob,
    ):
        ann.goto(f"{server.url}/friend")
        ann.get_by_role("button", name="Make the link").click()
        ann.wait_for_selector("#room[data-state=stands]")
        link = ann.get_by_label("The link").input_value()
        ann.goto("about:blank")
        bob.goto(link)
        bob.get_by_role("button", name="Sit down and play").click()
        bob.wait_for_url("**/table/*")
        ann.goto(bob.url)
        expect(ann.locator("#alarm")).to_contain_text("other commitments than at first")
        expect(ann.locator("#ticks [data-mark=true]")).to_have_count(0)
        row = query(server.environment, "SELECT secret_a FROM game_game")[0]
        assert row["secret_a"] == "", "the page has shown its secret"


def test_an_honest_server_is_ticked_and_its_receipts_agree_on_another_machine(
    server: Server, chromium: Browser, tmp_path: Path
) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 1)
        expect(page.locator("#ticks [data-mark=true]")).to_have_count(2)
        page.locator("#fair-mark[data-mark=true]").click()
        page.locator("#fair").click()
        save_receipts(page, tmp_path / "case.json")
        check_offline(page, server, tmp_path / "case.json")
        expect(page.locator(".verdict h2")).to_contain_text("○")  # receipts alone show no deck
    found = verify_alone(tmp_path / "case.json")
    assert (found.returncode, found.stdout.startswith("TRUE, signed by 127.0.0.1:")) == (0, True), found


def test_a_second_device_gets_a_ring_that_says_why_and_no_tick(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 1)
        table = page.url
        page.goto(f"{server.url}/privacy")  # a table writes down what it hears, also what comes just now
        page.evaluate("localStorage.clear()")
        page.goto(table)
        expect(page.locator("#ticks [data-mark=unvouched]")).to_have_count(2)
        expect(page.locator("#alarm")).to_be_hidden()
        page.locator("#fair-mark[data-mark=unvouched]").click()
        page.locator(".deal-check .tick").first.click()
        expect(page.locator("#fair-dialog .verdict")).to_contain_text("another device")
        assert_fits(page)


def test_two_tabs_of_one_browser_move_in_turn_and_both_vouch(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        other = page.context.new_page()
        without_pauses(other)
        other.goto(page.url)
        other.wait_for_selector("body[data-phase=throw]")
        for deals, tab in enumerate((page, other), start=1):
            play_on(tab, deals)
        for tab in (page, other):
            expect(tab.locator("#ticks [data-mark=true]")).to_have_count(3)
            expect(tab.locator("#alarm")).to_be_hidden()


def test_moves_from_a_second_device_raise_no_alarm_and_get_a_ring(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page, visitor_page(chromium, **DESKTOP) as other:
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 1)
        other.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        without_pauses(other)
        other.goto(page.url)
        other.wait_for_selector("body[data-phase=throw]")
        play_on(other, 2)
        play_on(page, 3)
        expect(page.locator("#ticks [data-mark=true]")).to_have_count(3)
        expect(page.locator("#ticks [data-deal='2'][data-mark=unvouched]")).to_have_count(1)
        expect(page.locator("#alarm")).to_be_hidden()
        expect(other.locator("#alarm")).to_be_hidden()
        expect(other.locator("#ticks [data-mark=true]")).to_have_count(0)
        page.locator("#fair-mark").click()
        expect(page.locator("#fair-panel, dialog[open]").first).to_contain_text(
            "were sent and signed by this browser"
        )


def test_a_case_of_two_commitments_is_carried_to_another_machine(chromium: Browser, tmp_path: Path) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": "two commitments"}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        sit_down(page, server.url)
        expect(page.locator("#alarm")).to_contain_text("signed two different receipts")
        assert_fits(page)
        save_receipts(page, tmp_path / "case.json")
        expect(page.locator("#alarm")).to_contain_text("Check them at /fairness/verify")
        check_offline(page, server, tmp_path / "case.json")
        expect(page.locator(".verdict h2")).to_contain_text("✗")
        expect(page.locator(".verdict")).to_contain_text("names another commitment of seat 1 than the others")
        assert_fits(page)
    found = verify_alone(tmp_path / "case.json")
    assert found.returncode == 1
    assert found.stdout.startswith("FALSE, signed by 127.0.0.1:")
    assert 'The server signed two different receipts "both-stand" of seat 0.' in found.stdout
    assert "names another commitment of seat 1 than the others" in found.stdout


def save_receipts(page: Page, path: Path) -> None:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the receipts").click()
    download.value.save_as(path)


def check_offline(page: Page, server: Server, case: Path) -> None:
    """Give a case to the page that players keep, where there is no network."""
    kept = case.with_name("verify.html")
    kept.write_bytes(page.request.get(f"{server.url}/fairness/verify.html").body())
    page.context.set_offline(True)
    page.goto(kept.as_uri())
    page.locator("#file").set_input_files(case)


def verify_alone(case: Path) -> subprocess.CompletedProcess[str]:
    """Run the standalone verifier on a case, in an otherwise empty folder."""
    script = case.parent / "elsewhere" / "verify.py"
    script.parent.mkdir()
    script.write_bytes((ROOT / "proof/evidence/standalone/verify.py").read_bytes())
    command = [sys.executable, "-I", str(script), "--receipts", str(case)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=script.parent)


def test_a_key_that_the_site_does_not_publish_gets_a_ring(chromium: Browser) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": "key"}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        sit_down(page, server.url)
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 2)
        expect(page.locator("#ticks [data-mark=unvouched]")).to_have_count(3)
        expect(page.locator("#alarm")).to_be_hidden()
        page.locator("#fair-mark[data-mark=unvouched]").click()
        page.locator(".deal-check .tick").first.click()
        expect(page.locator("#fair-dialog .verdict")).to_contain_text("a key that this site does not publish")
        assert_fits(page)


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        ("moves", "made a move for you that this browser did not send"),
        ("claim", "made a move for you that this browser did not send"),
        ("resign", "says that you gave up, and this browser did not send that"),
    ],
)
def test_a_server_that_acts_in_my_name_is_found_out(chromium: Browser, lie: str, says: str) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": LIAR, "LIE": lie}
    with Server(environment) as server, visitor_page(chromium, **PHONE) as page:
        without_pauses(page)
        page.goto(server.url)
        made = page.evaluate(POST, ["/api/games", {"against": "novice", "counting": "manual", "target": 61}])
        page.goto(f"{server.url}/table/{made['game']}?pace=none")
        page.wait_for_selector("body[data-phase=throw]")
        play_on(page, 2)
        expect(page.locator("#alarm")).to_contain_text(says)
        assert_fits(page)
        expect(page.locator("#ticks [data-mark=true], #fair-mark[data-mark=true]")).to_have_count(0)
        page.reload()
        expect(page.locator("#alarm")).to_contain_text(says)
