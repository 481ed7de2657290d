"""Two people at one table, and others who look on, each with a browser of their own."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.server import Server
from cribbage_site.tests.test_play_in_browser import (
    DESKTOP,
    PHONE,
    WANTS,
    assert_fits,
    deals_checked,
    play_on,
    play_with_keys,
)
from cribbage_site.tests.test_play_in_browser import visitor as a_visitor

pytestmark = pytest.mark.browser

POST = """async ([path, body]) => {
    const csrf = document.cookie.split("; ").find((each) => each.startsWith("csrftoken=")).slice(10);
    const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return await answer.json();
}"""


class Comes(Protocol):
    """Somebody new comes to the house."""

    def __call__(self, *, silent: bool = True, device: dict[str, object] = DESKTOP) -> Page: ...


@pytest.fixture
def comes(chromium: Browser, server: Server) -> Iterator[Comes]:
    yield from visitors(chromium, server)


def visitors(chromium: Browser, server: Server) -> Iterator[Comes]:
    with ExitStack() as leaving:

        def somebody(*, silent: bool = True, device: dict[str, object] = DESKTOP) -> Page:
            page = leaving.enter_context(a_visitor(chromium, silent=silent, **device))
            page.goto(server.url)
            return page

        yield somebody


def make_game(page: Page, **wanted: object) -> str:
    """Ask for a game by link, and sit down to wait; the path of its table."""
    made = page.evaluate(POST, ["/api/games", {"against": "link", "rated": False, "target": 61} | wanted])
    page.goto(f"{home(page)}/table/{made['game']}?pace=none")
    page.wait_for_selector("#waiting")
    return f"/table/{made['game']}?pace=none"


def home(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def sit_opposite(page: Page, path: str, waiting: Page) -> None:
    """Open the link that the other shows, and agree."""
    page.goto(waiting.locator("#waiting-invite").input_value())
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/*")
    page.goto(f"{home(page)}{path}")
    for each in (page, waiting):
        each.wait_for_selector("body[data-phase=throw]")


def two_at_a_table(comes: Comes, *, silent: bool = True, **wanted: object) -> tuple[Page, Page, str]:
    """Two who sit opposite each other, at a desk and at a phone."""
    ann, bert = comes(silent=silent), comes(silent=silent, device=PHONE)
    path = make_game(ann, **wanted)
    sit_opposite(bert, path, ann)
    return ann, bert, path


def play_both(*pages: Page, until: Callable[[], bool], **how: Any) -> None:
    """Each does what is wanted of them, in turn."""
    for _ in range(2_000):
        if until():
            return
        wishes = [page for page in pages if page.evaluate(WANTS) not in (None, "result")]
        for page in wishes:
            play_on(page, touch=False, **how)
        if not wishes:
            pages[0].wait_for_timeout(20)
    raise AssertionError("the game does not get on")


def deal(page: Page) -> int:
    return int(page.evaluate("Number(document.body.dataset.deal)"))


def is_over(page: Page) -> bool:
    return page.locator("#result").is_visible()


def score(page: Page) -> tuple[str, str]:
    return page.locator("#score-you").inner_text(), page.locator("#score-them").inner_text()


def test_a_whole_game_by_link_and_a_rematch(comes: Comes) -> None:
    ann, bert = comes(), comes(device=PHONE)
    path = make_game(ann, clock="quick")
    expect(ann.locator("#waiting-says")).to_contain_text("A game to 61")
    assert_fits(ann)
    sit_opposite(bert, path, ann)
    expect(ann.locator("#waiting")).to_be_hidden()
    for page in (ann, bert):
        assert_fits(page)
    play_both(ann, bert, until=lambda: is_over(ann) and is_over(bert))
    assert score(ann) == score(bert)[::-1]
    assert "61" in score(ann)
    for page in (ann, bert):
        deals = deal(page)
        page.wait_for_function(
            f"() => document.querySelectorAll('#ticks .deal-check').length === {deals + 1}"
        )
        assert deals_checked(page) == dict.fromkeys(range(deals + 1), "true")
        assert page.locator("#alarm").is_hidden()
        assert page.locator("#result-hands .open-cards.kept .card").count() >= 8
        assert_fits(page)

    bert_won = score(bert)[0] == "61"
    ann.locator("#rematch").click()
    expect(ann.locator("#result-asks")).to_contain_text("to accept")
    expect(bert.locator("#result-asks")).to_contain_text("wants a rematch")
    bert.get_by_role("button", name="Accept rematch").tap()
    for page in (ann, bert):
        page.wait_for_url(lambda url: path not in url)
        page.wait_for_selector("body[data-phase=throw]")
    assert ann.url == bert.url
    loser = ann if bert_won else bert
    expect(loser.locator("#seat-you [data-part=crib]")).to_be_visible()


def test_a_deal_counted_by_hand_with_muggins(comes: Comes) -> None:
    ann, bert, _ = two_at_a_table(comes, counting="muggins", target=121)
    play_both(ann, bert, until=lambda: "claim" in (ann.evaluate(WANTS), bert.evaluate(WANTS)))
    pone, dealer = (ann, bert) if ann.evaluate(WANTS) == "claim" else (bert, ann)
    expect(pone.locator("#show-title")).to_have_text("Your hand")
    expect(dealer.locator("#prompt")).to_contain_text("counts the hand")
    before = int(score(pone)[0]), int(score(dealer)[0])
    for page in (ann, bert):
        assert_fits(page)

    pone.fill("#claim", "0")
    pone.locator("#claim-button").click()
    expect(dealer.locator("#prompt")).to_contain_text("claims nought")
    expect(dealer.locator(".call-time")).to_be_visible()
    assert_fits(dealer)
    dealer.locator("[data-step='1']").click()
    dealer.get_by_role("button", name="Muggins: call 1").click()
    expect(pone.locator("#show-title")).to_have_text("Your hand")
    pone.wait_for_selector("#continue")
    worth = int(pone.locator(".show-total").inner_text())
    taken = (before[0], before[1] + 1) if worth else (before[0] + 1, before[1])
    expect(pone.locator("#score-you")).to_have_text(str(taken[0]))
    expect(pone.locator("#score-them")).to_have_text(str(taken[1]))
    expect(pone.locator(".show-note")).to_contain_text("by muggins" if worth else "Counted too high")

    play_both(ann, bert, until=lambda: deal(ann) > 1 and deal(bert) > 1, claim=29)
    assert "Counted too high" in ann.locator("#log").inner_text()
    for page in (ann, bert):
        page.wait_for_selector("#ticks [data-deal='1'][data-ok='true']")


def test_counting_by_hand_with_the_keyboard_alone(comes: Comes) -> None:
    ann, bert, _ = two_at_a_table(comes, counting="muggins")
    for _ in range(400):
        if deal(ann) > 1 and deal(bert) > 1:
            break
        for page in (ann, bert):
            if page.evaluate(WANTS):
                play_with_keys(page)
    said = ann.locator("#log").inner_text()
    assert "You claim four" in said
    assert "You pass" in said


def test_clocks_tick_and_a_flag_that_falls_ends_the_game(comes: Comes, server: Server) -> None:
    ann, bert, path = two_at_a_table(comes, clock="quick")
    play_both(ann, bert, until=lambda: ann.evaluate(WANTS) == "play" or bert.evaluate(WANTS) == "play")
    game = path.split("/")[-1].split("?")[0]
    server.manage(
        "shell", "-c",
        "import time; from game.models import Game;"
        f"Game.objects.filter(pk='{game}').update(deadline=int(time.time() * 1000) + 6000)",
    )  # fmt: skip
    ann.reload()
    running = ann.locator(".clock.running")
    expect(running).to_have_attribute("data-alert", "last")
    before = running.inner_text()
    expect(running).not_to_have_text(before)
    for page in (ann, bert):
        page.wait_for_selector("#result", timeout=20_000)
    titles = [page.locator("#result-title").inner_text() for page in (ann, bert)]
    assert sorted(title.startswith("You win on time") for title in titles) == [False, True]


def test_chat_is_text_and_never_markup(comes: Comes, server: Server) -> None:
    ann, bert, path = two_at_a_table(comes)
    expect(ann.locator("#chat-form")).to_be_hidden()
    ann.locator("[data-phrase=luck]").click()
    expect(bert.locator("#chat-unread")).to_have_text("1")
    bert.locator("#chat-toggle").tap()
    expect(bert.locator("#chat-lines")).to_contain_text("Good luck")
    expect(bert.locator("#chat-unread")).to_be_empty()
    assert_fits(bert)
    assert_fits(ann)

    server.manage("shell", "-c", "from game.models import Player; Player.objects.update(is_guest=False)")
    ann.reload()
    markup = "<img src=x onerror=\"document.title='broken'\"> <b>&amp;</b>"
    ann.fill("#chat-text", markup)
    ann.locator("#chat-text").press("Enter")
    expect(bert.locator(".line-text").last).to_have_text(markup)
    assert bert.locator("#chat-lines img").count() == 0
    assert ann.locator("#chat-lines img").count() == 0

    bert.locator(".line-more").last.tap()
    bert.locator("#person-mute").tap()
    bert.locator("#person-dialog [value=close]").tap()
    expect(bert.locator(".line-said")).to_have_count(0)
    bert.goto(f"{server.url}{path}")
    bert.wait_for_selector("#table[data-turn]")
    ann.locator("[data-phrase=sorry]").click()
    expect(ann.locator(".line-text").last).to_have_text("Sorry")
    expect(bert.locator("#chat-unread")).to_be_empty()


def test_a_line_can_be_reported_and_its_player_blocked(comes: Comes) -> None:
    ann, bert, _ = two_at_a_table(comes)
    bert.locator("#chat-toggle").tap()
    ann.locator("[data-phrase=bye]").click()
    bert.locator(".line-more").tap()
    bert.locator("#person-report").tap()
    bert.fill("#report-why", "Too early.")
    bert.get_by_role("button", name="Send the report").tap()
    expect(bert.locator("#person-note")).to_contain_text("The host will look at it")
    bert.locator("#person-block").tap()
    assert_fits(bert)
    bert.locator("#block-button").tap()
    expect(bert.locator("#person-note")).to_contain_text("is blocked")
    ann.locator("[data-phrase=sorry]").click()
    expect(ann.locator("#chat-note")).not_to_be_empty()


def test_a_watcher_sees_no_hand(comes: Comes, server: Server) -> None:
    ann, bert, path = two_at_a_table(comes)
    eve = comes(device=PHONE)
    frames: list[dict[str, Any]] = []
    eve.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(json.loads(frame))))
    eve.goto(f"{server.url}{path}")
    expect(eve.locator("#prompt")).to_contain_text("You are watching")
    assert_fits(eve)
    play_both(ann, bert, until=lambda: deal(ann) > 1 and deal(bert) > 1)
    for _ in range(3):
        eve.wait_for_selector("#continue")
        assert_fits(eve)
        eve.locator("#continue").click()
    eve.wait_for_selector("body[data-deal='2']")
    assert eve.locator(".own").count() == 0
    assert eve.locator("#resign").is_hidden()
    eve.wait_for_selector("#ticks [data-deal='1'][data-ok='true']")
    views = [frame["view"] for frame in frames if "view" in frame]
    assert len(views) > 10
    assert not any(view["hand"] or view["throw"] or view["playable"] for view in views)

    ann.locator("[data-phrase=luck]").click()
    expect(ann.locator("#chat-lines")).to_contain_text("Good luck")
    assert not [frame for frame in frames if frame["t"] == "said"]
    ann.locator("#resign").click()
    ann.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(eve.locator("#result-title")).to_contain_text("resigned")
    assert eve.locator("#result-hands .card").count() >= 12
    assert_fits(eve)


def test_who_leaves_is_shown_as_away_and_finds_the_table_again(comes: Comes) -> None:
    ann, bert, path = two_at_a_table(comes, clock="standard")
    play_both(ann, bert, until=lambda: ann.evaluate(WANTS) == "play" or bert.evaluate(WANTS) == "play")
    at_turn, other = (ann, bert) if ann.evaluate(WANTS) == "play" else (bert, ann)
    hand = at_turn.locator("#hand").inner_text()
    at_turn.goto("about:blank")
    expect(other.locator("#seat-them [data-part=away]")).to_be_visible()
    expect(other.locator("#away")).to_contain_text("You may claim the win in 0:")
    assert_fits(other)
    at_turn.goto(f"{home(other)}{path}")
    at_turn.wait_for_selector("body[data-phase=play]")
    assert at_turn.locator("#hand").inner_text() == hand
    expect(other.locator("#away")).to_be_hidden()
    expect(other.locator("#seat-them [data-part=away]")).to_be_hidden()
    play_on(at_turn, touch=False)
    expect(other.locator("#pile .played")).to_have_count(1)


def test_a_move_made_while_the_server_is_down_is_not_lost(own_server: Server, chromium: Browser) -> None:
    for comes in visitors(chromium, own_server):
        ann, bert, _ = two_at_a_table(comes, silent=False)
        play_both(ann, bert, until=lambda: ann.evaluate(WANTS) == "play" or bert.evaluate(WANTS) == "play")
        at_turn, other = (ann, bert) if ann.evaluate(WANTS) == "play" else (bert, ann)
        own_server.kill()
        at_turn.wait_for_selector("#line:not([data-line='open'])")
        at_turn.locator(".own.open").first.click()
        expect(at_turn.locator(".own.pending")).to_have_count(1)
        own_server.restart()
        for page in (at_turn, other):
            page.wait_for_selector("#pile .played", timeout=30_000)
        expect(at_turn.locator(".own")).to_have_count(3)
        expect(at_turn.locator(".own.pending")).to_have_count(0)


def test_a_server_that_stops_says_when_to_come_back(own_server: Server, chromium: Browser) -> None:
    for comes in visitors(chromium, own_server):
        ann, bert, _ = two_at_a_table(comes, silent=False)
        own_server.stop()
        for page in (ann, bert):
            page.wait_for_selector("#line[data-line='back-soon']")
        own_server.start()
        for page in (ann, bert):
            page.wait_for_selector("#line[data-line='open']", timeout=30_000)
        play_both(ann, bert, until=lambda: ann.evaluate(WANTS) == "play" or bert.evaluate(WANTS) == "play")
