"""Two players at one table, and watchers, each with a browser of their own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, Protocol, TypeVar

from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.moves import WANTED_MOVE_SCRIPT, play_one_step, press_one_step
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Frame, Visitor, connect_player

Outcome = TypeVar("Outcome")

POST = """async ([path, body]) => {
    const csrf = document.cookie.split("; ").find((each) => each.startsWith("csrftoken=")).slice(10);
    const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return await answer.json();
}"""


# The cheapest page for a browser, for players who need no page before the table.
LIGHT = "/accounts/login/"


class OpenPage(Protocol):
    """Opens the front page, or another, for a new visitor."""

    def __call__(
        self, *, silent: bool = True, device: dict[str, object] = DESKTOP, at: str = "/"
    ) -> Page: ...


@contextmanager
def page_opener(chromium: Browser, server: Server) -> Iterator[OpenPage]:
    """Open pages for visitors, and close them at the end."""
    with ExitStack() as visitors:

        def somebody(*, silent: bool = True, device: dict[str, object] = DESKTOP, at: str = "/") -> Page:
            page = visitors.enter_context(visitor_page(chromium, silent=silent, **device))
            without_pauses(page)
            page.goto(server.url + at)
            return page

        yield somebody


def enter(page: Page, server: Server) -> None:
    """Open the lobby, and wait until it is live."""
    page.goto(server.url)
    page.wait_for_selector("[data-lobby=live]")


def run_in_thread(coroutine: Coroutine[object, object, Outcome]) -> Outcome:
    """Run a coroutine to its end in a thread, because this thread's event loop may be Playwright's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result(timeout=300)


class Played(NamedTuple):
    """The player of a finished game, the game, and the table as the player left it."""

    player: Visitor
    game: str
    view: Frame


def play_bot_game(server: Server) -> Played:
    """Play a game as a new visitor against a bot to the end."""

    async def play() -> Frame:
        async with connect_player(player, game) as person:
            await person.play_moves()
            return person.view

    player = Visitor(server.url)
    game = player.new_game(target=61)
    return Played(player, game, run_in_thread(play()))


def come_as(visitor: Visitor, page: Page) -> None:
    """Give a page the session of another visitor."""
    cookies = [{"name": name, "value": value, "url": visitor.url} for name, value in visitor.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def sign_up(page: Page, name: str) -> None:
    """Give the page's visitor an account, from the next page on. test_accounts.py tests the form itself."""
    visitor = Visitor(site_url(page))
    visitor.sign_up(name)
    come_as(visitor, page)


def expect_notice(page: Page, says: str) -> None:
    """Wait for a notification in the bell's list. Its toast may have gone before a slow machine looks."""
    expect(page.locator("#bell [data-part=notices]")).to_contain_text(says)


def site_url(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def game_id_of(path: str) -> str:
    return path.split("/")[-1].split("?")[0]


def create_link_game(page: Page, **wanted: object) -> str:
    """Create a game by link and wait at it. Return the path of its table."""
    made = page.evaluate(POST, ["/api/games", {"against": "link", "rated": False, "target": 61} | wanted])
    path = f"/table/{made['game']}?pace=none"
    page.goto(f"{site_url(page)}{path}")
    page.wait_for_selector("#waiting")
    return path


def join_by_link(page: Page, path: str, waiting: Page) -> None:
    """Open the link that the other page shows, and accept."""
    invite = waiting.locator("#waiting-invite")
    expect(invite).not_to_have_value("")
    page.goto(invite.input_value())
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url(f"**{path}")
    for each in (page, waiting):
        each.wait_for_selector("body[data-phase=throw]")


def open_two_player_game(
    open_page: OpenPage, *, silent: bool = True, **wanted: object
) -> tuple[Page, Page, str]:
    """Seat two players at one table, on a desktop and a phone.

    Return both pages and the path of the table.
    """
    ann, bert = open_page(silent=silent, at=LIGHT), open_page(silent=silent, device=PHONE, at=LIGHT)
    path = create_link_game(ann, **wanted)
    join_by_link(bert, path, ann)
    return ann, bert, path


def wanted_move(page: Page) -> str | None:
    """Return the move that the table expects from this player, or None."""
    return page.evaluate(WANTED_MOVE_SCRIPT)


def rounds(*pages: Page, **how: Any) -> Iterator[dict[Page, str | None]]:
    """Yield, round by round, the move that each page expects; the move is then made.

    The first move of each kind on a page is a real click, later ones are made by script. Points are claimed
    and called by hand each time.
    """
    clicked = set()
    for _ in range(2_000):
        wishes = {page: wanted_move(page) for page in pages}
        yield wishes
        wishing = [(page, wanted) for page, wanted in wishes.items() if wanted not in (None, "result")]
        for page, wanted in wishing:
            if (page, wanted) in clicked:
                press_one_step(page, wanted)
            else:
                play_one_step(page, touch=False, **how)
                clicked |= {(page, wanted)} - {(page, "claim"), (page, "call")}
        if not wishing:
            pages[0].wait_for_timeout(40)  # Playwright waits for one page, and any may be next
    raise AssertionError("the game does not get on")


def play_until(*pages: Page, until: Callable[[], bool], **how: Any) -> None:
    """Make the expected moves, in turn, until a condition holds."""
    for _ in rounds(*pages, **how):
        if until():
            return


def play_until_wanted(kind: str, ann: Page, bert: Page) -> tuple[Page, Page]:
    """Return the page that has to make this move, and the other."""
    seats = ((ann, bert), (bert, ann))
    return next(
        (page, other) for wishes in rounds(ann, bert) for page, other in seats if wishes[page] == kind
    )


def play_deal(ann: Page, bert: Page, **how: Any) -> None:
    play_until(ann, bert, until=lambda: deal_number(ann) > 1 and deal_number(bert) > 1, **how)


def deal_number(page: Page) -> int:
    return int(page.evaluate("Number(document.body.dataset.deal)"))


def shown_scores(page: Page) -> tuple[str, str]:
    return page.locator("#score-you").inner_text(), page.locator("#score-them").inner_text()
