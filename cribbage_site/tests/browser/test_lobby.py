"""Players meet in the lobby, each with a browser of their own, with real clicks, taps and keys."""

import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import wait_for
from cribbage_site.tests.browser.players import POST, OpenPage, enter, expect_notice
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

# Followed by how long it usually takes, if others have met on this server before.
WAITING = re.compile(r"^1 waiting( · usually (under a minute|within \d+ minutes))?$")


def named(page: Page) -> str:
    """Become a guest through the first action here. Return the guest's name."""
    link = page.evaluate(POST, ["/api/games", {"against": "link"}])
    page.evaluate(POST, [f"/api/seeks/{link['game']}/cancel", {}])
    page.reload()
    page.wait_for_selector("[data-lobby=live]")
    me = page.locator("#here li").filter(has_text=" you")
    return me.locator(".name").text_content() or ""


def open_options(page: Page) -> None:
    page.locator("#more").evaluate("(more) => (more.open = true)")


def choose(page: Page, **settings: str) -> None:
    open_options(page)
    for field, value in settings.items():
        page.locator(f"#make [name={field}][value='{value}']").check()


def challenge(page: Page, name: str) -> None:
    """Press the button next to a name, and then the button of the dialog that it opens."""
    page.locator("#here").get_by_role("button", name=f"Challenge {name}").click()
    dialog = page.get_by_role("dialog", name=f"Challenge {name}")
    expect(dialog.get_by_role("button", name="Challenge")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator("#mine")).to_contain_text(f"For {name} to answer")


def assert_seated(*pages: Page) -> None:
    """Assert that all are at one table and hold six cards each."""
    for page in pages:
        page.wait_for_url("**/table/*")
        expect(page.locator(".own")).to_have_count(6)
    tables = {page.evaluate("location.pathname") for page in pages}
    assert len(tables) == 1


def test_two_strangers_meet_with_one_button_each(open_lobby: OpenPage) -> None:
    ann, bob = open_lobby(), open_lobby(device=PHONE)
    ann.get_by_role("button", name="Play a person").click()
    expect(ann.locator("#mine")).to_contain_text("For anyone")
    expect(ann.locator("#company")).to_have_text("You are waiting: the next player who comes plays you.")
    bob.get_by_role("button", name="Play a person").tap()
    assert_seated(ann, bob)


def test_a_fresh_front_page_shows_at_once_who_waits_and_plays(
    open_lobby: OpenPage, lobby_server: Server
) -> None:
    ann = open_lobby()
    ann.get_by_role("button", name="Play a person").click()
    expect(ann.locator("#mine li")).to_have_count(1)
    ann.get_by_role("link", name="Table where you wait").click()
    expect(ann).to_have_title("Waiting for an opponent · Every Other")
    expect(ann.locator("#waiting-meanwhile")).to_be_visible()
    eve = open_lobby()
    expect(eve.locator("#company")).to_have_text(WAITING)
    expect(eve.locator("#people")).to_have_text("2 people here now")  # those of earlier tests have left
    with urlopen(lobby_server.url) as answer:
        written = answer.read().decode()
    assert "1 waiting" in written
    assert "3 people here now" in written  # with this visitor, whom the page counts
    ann.get_by_role("button", name="Play Novice meanwhile").click()
    expect(ann.locator(".own")).to_have_count(6)
    expect(eve.locator("#seeks li")).to_have_count(1)
    eve.get_by_role("button", name="Play a person").click()
    eve.wait_for_url("**/table/*")
    expect(eve.locator("#seat-them")).to_contain_text("Guest-")


def test_the_front_page_shows_a_running_game_without_hidden_cards(
    lobby_server: Server, open_lobby: OpenPage
) -> None:
    ann, bob = open_lobby(), open_lobby()
    for page in (ann, bob):
        page.get_by_role("button", name="Play a person").click()
    assert_seated(ann, bob)
    eve = open_lobby()
    felt = eve.locator("#felt")
    expect(felt.get_by_role("link", name="Watch")).to_have_attribute(
        "href", f"/table/{ann.url.split('/')[-1]}"
    )
    expect(felt).to_contain_text("Both choose two cards for the crib")
    expect(felt.locator(".card:not(.back)")).to_have_count(0)
    for page in (ann, bob):
        for n in range(2):
            page.locator(".own").nth(n).click()
        page.get_by_role("button", name="Discard").click()
    expect(felt.locator(".mat-fan").first.locator(".card:not(.back)")).to_have_count(1)
    expect(felt).to_contain_text("to play")


def test_a_seek_appears_in_the_other_lobby_and_play_seats_both(open_lobby: OpenPage) -> None:
    ann, bob = open_lobby(), open_lobby()
    choose(ann, target="61", counting="manual", clock="standard")
    ann.get_by_role("button", name="Anyone").click()
    seek = bob.locator("#seeks li")
    expect(seek).to_contain_text("to 61, counted by hand, 5 min + 10 s")
    expect(ann.locator("#mine")).to_contain_text("For anyone to sit down")
    expect(ann.locator("#seeks li")).to_have_count(0)
    seek.get_by_role("button", name="Play").click()
    assert_seated(ann, bob)


def test_a_player_is_challenged_from_their_page(open_lobby: OpenPage, lobby_server: Server) -> None:
    ann, bob = open_lobby(), open_lobby()
    bob_is = named(bob)
    ann.goto(f"{lobby_server.url}/@{bob_is}")
    ann.get_by_role("button", name="Challenge").click()
    dialog = ann.get_by_role("dialog", name=f"Challenge {bob_is}")
    dialog.get_by_label("Length").select_option("61")
    dialog.get_by_role("button", name="Challenge").click()
    ann.wait_for_url("**/table/*")
    expect(ann.locator("#waiting")).to_contain_text(f"Waiting for {bob_is} to answer")
    expect(ann.locator("#waiting")).to_contain_text("to 61")
    ann.get_by_role("button", name="Cancel").click()
    ann.wait_for_selector("[data-lobby=live]")


def test_a_challenge_is_answered_with_the_keyboard_alone(open_lobby: OpenPage) -> None:
    ann, bob = open_lobby(), open_lobby()
    named(ann)
    challenge(ann, named(bob))
    bob.wait_for_selector("#tray li")
    bob.locator("#bell summary").focus()
    bob.keyboard.press("Enter")
    bob.keyboard.press("Tab")
    expect(bob.locator("#bell").get_by_role("button", name="Accept")).to_be_focused()
    bob.keyboard.press("Tab")
    bob.keyboard.press("Enter")
    expect(bob.locator("#bell").get_by_role("button", name="Not now")).to_be_focused()
    bob.keyboard.press("Enter")
    expect_notice(ann, "Not now")
    expect(bob.locator("#tray")).to_be_hidden()
    expect(bob.locator("#main")).to_be_focused()


def test_a_game_in_progress_can_be_resumed_from_any_page(open_lobby: OpenPage, lobby_server: Server) -> None:
    page = open_lobby(silent=False)
    expect(page.locator("#resume")).to_have_count(0)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    table = page.url
    expect(page.locator("#resume")).to_have_count(0)
    for elsewhere in ("/", "/no-such-page"):
        page.goto(lobby_server.url + elsewhere)
        back = "#continue a" if elsewhere == "/" else "#resume a"
        page.locator(back).click()
        page.wait_for_url(table)
    enter(page, lobby_server)
    expect(page.locator("#playing")).to_contain_text("Novice")
    expect(page.locator("#continue")).to_contain_text("Continue against Novice you 0, they 0")
    page.get_by_role("button", name="Play Intermediate").click()
    page.wait_for_url("**/table/*")
    page.goto(f"{lobby_server.url}/no-such-page")
    expect(page.locator("#resume")).to_contain_text(
        "You have 2 games in progress, the newest against Intermediate."
    )
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#playing li")).to_have_count(2)


def test_the_form_remembers_the_last_choices(open_lobby: OpenPage, lobby_server: Server) -> None:
    page = open_lobby()
    choose(page, target="61", counting="muggins", clock="relaxed")
    enter(page, lobby_server)
    for field, value in (("target", "61"), ("counting", "muggins"), ("clock", "relaxed")):
        expect(page.locator(f"#make [name={field}][value='{value}']")).to_be_checked()


def test_settings_apply_at_once_and_from_then_on(open_lobby: OpenPage, lobby_server: Server) -> None:
    page = open_lobby(device=PHONE)
    page.goto(f"{lobby_server.url}/settings")
    assert_fits(page)
    expect(page.locator(".sample .card")).to_have_count(4)
    page.get_by_label("Dark").tap()
    page.get_by_label("Four colours").tap()
    page.get_by_role("group", name="Sounds", exact=True).get_by_label("Off").tap()
    expect(page.locator("#kept")).to_have_text("Saved.")
    expect(page.get_by_role("button", name="Try the sounds")).to_be_disabled()
    for _ in range(2):
        worn = page.evaluate("({ ...document.documentElement.dataset })")
        assert (worn["theme"], worn["suits"], worn["sound"]) == ("dark", "four", "off")
        page.goto(lobby_server.url)


def test_a_choice_is_saved_even_if_the_page_is_left_at_once(
    open_lobby: OpenPage, lobby_server: Server
) -> None:
    page = open_lobby()
    page.goto(f"{lobby_server.url}/settings")
    page.evaluate(
        """for (const [name, value] of [["theme", "dark"], ["suits", "four"], ["sound", "off"]])
             document.querySelector(`[name=${name}][value=${value}]`).click();
           location.href = "/ladder";"""
    )
    page.wait_for_url("**/ladder")
    is_kept = """async () => (await (await fetch("/ladder")).text()).includes('sound="off"')"""
    wait_for(page, is_kept)
    page.reload()
    worn = page.evaluate("({ ...document.documentElement.dataset })")
    assert (worn["theme"], worn["suits"], worn["sound"]) == ("dark", "four", "off")


def test_an_impossible_choice_is_reported_next_to_the_form(open_lobby: OpenPage) -> None:
    page = open_lobby(silent=False)
    open_options(page)
    page.locator("#make-name").fill("Nobody Ever")
    page.keyboard.press("Enter")
    expect(page.locator("#make .complaint")).to_be_visible()
    assert page.locator("#make .complaint").inner_text() != ""
    expect(page.locator("#make-name")).to_have_value("Nobody Ever")


def test_a_game_is_created_without_a_script(lobby_server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, silent=False, java_script_enabled=False, **DESKTOP) as page:
        page.goto(lobby_server.url)
        page.get_by_text("More options").click()
        page.locator("#make [name=target][value='61']").check()
        page.get_by_role("button", name="A friend, by link").click()
        page.wait_for_url("**/join/*")
        page.goto(lobby_server.url)
        page.get_by_text("More options").click()
        page.locator("#make-name").fill("Nobody Ever")
        page.get_by_role("button", name="Challenge").click()
        expect(page.locator("h1")).to_have_text("That didn’t work")
