"""Moves of a player at a table, by mouse, finger and keys."""

from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page

from cribbage_site.tests.browser.visitors import assert_fits, without_pauses
from cribbage_site.tests.server_process import Server

# Asks the page for the next move in one call instead of many.
WANTED_MOVE_SCRIPT = """() => {
    const shown = (id) => { const node = document.getElementById(id); return node !== null && !node.hidden };
    const turn = document.getElementById("table")?.dataset.turn;
    if (shown("result")) return "result";
    if (shown("continue")) return "continue";
    if (shown("count-form")) return shown("pass") ? "call" : "claim";
    if (shown("go")) return "go";
    if (shown("throw")) return "throw";
    if (turn === "you" && document.querySelector(".own.open")) return "play";
    return null;
}"""


# Milliseconds between two checks of a condition. By default Playwright checks before each frame, so a browser
# renders sixty frames a second of a page that does not change.
POLLING = 25
exposed = count()


def wait_for(page: Page, condition: str) -> None:
    page.wait_for_function(condition, polling=POLLING)


def wait_until(page: Page, is_true: Callable[[], bool]) -> None:
    """Wait for a condition of this process, such as a frame that a handler receives."""
    name = f"isTrue{next(exposed)}"
    page.expose_function(name, is_true)
    wait_for(page, f"() => {name}()")


def start_bot_game(page: Page, server: Server, opponent: str = "Novice") -> None:
    without_pauses(page)
    page.goto(server.url)
    assert_fits(page)
    page.get_by_role("button", name=f"Play {opponent}").click()
    page.wait_for_url("**/table/*")


def wait_for_wanted_move(page: Page) -> str:
    return str(page.wait_for_function(WANTED_MOVE_SCRIPT, polling=POLLING).json_value())


def click(page: Page, selector: str, touch: bool) -> None:
    target = page.locator(selector).first
    if touch:
        target.tap()
    else:
        target.click()


def play_one_step(page: Page, *, touch: bool, claim: int = 0, call: int = 0) -> None:
    """Do one step: discard the first two cards, play the first legal card, claim, call, go or continue."""
    match wait_for_wanted_move(page):
        case "throw":
            for n in (0, 1):
                page.locator(".own").nth(n).tap() if touch else page.locator(".own").nth(n).click()
            click(page, "#throw", touch)
            wait_for(page, "() => document.getElementById('throw').hidden")
        case "play":
            held = page.locator(".own").count()
            click(page, ".own.open", touch)
            wait_for(page, f"() => document.querySelectorAll('.own').length !== {held}")
        case "claim" | "call" as kind:
            points = claim if kind == "claim" else call
            page.fill("#claim", str(points))
            click(page, "#pass" if kind == "call" and not points else "#claim-button", touch)
            wait_for(page, "() => document.getElementById('count-form').hidden")
        case "result":
            pass
        case button:
            click(page, f"#{button}", touch)


# The same by script, many times faster. One real click proves that a button can be clicked.
PRESS_SCRIPT = f"""async (wanted) => {{
    if (({WANTED_MOVE_SCRIPT})() !== wanted) return; // it was seen a moment ago, and is over
    const press = (selector) => document.querySelector(selector).click();
    const cards = () => document.querySelectorAll(".own");
    let done = () => true;
    if (wanted === "throw") {{
        [...cards()].slice(0, 2).forEach((card) => card.click());
        press("#throw");
        done = () => document.getElementById("throw").hidden;
    }} else if (wanted === "play") {{
        const held = cards().length;
        press(".own.open");
        done = () => cards().length !== held;
    }} else {{
        press(`#${{wanted}}`);
    }}
    for (let n = 0; !done(); n++) {{
        if (n > 1000) throw new Error(`nothing came of ${{wanted}}`);
        await new Promise((later) => setTimeout(later, 10));
    }}
}}"""


def press_one_step(page: Page, wanted: str) -> None:
    page.evaluate(PRESS_SCRIPT, wanted)


def play_one_step_by_keys(page: Page) -> None:
    match wait_for_wanted_move(page):
        case "throw":
            page.keyboard.press("1")
            page.keyboard.press("2")
            page.keyboard.press("Enter")
            wait_for(page, "() => document.getElementById('throw').hidden")
        case "play":
            held = page.locator(".own").count()
            fits = (
                "[...document.querySelectorAll('.own')].findIndex((card) => card.classList.contains('open'))"
            )
            page.keyboard.press(str(page.evaluate(fits) + 1))
            wait_for(page, f"() => document.querySelectorAll('.own').length !== {held}")
        case "go":
            page.keyboard.press("g")
            wait_for(page, "() => document.getElementById('go').hidden")
        case "claim":
            page.keyboard.press("4")
            page.keyboard.press("Enter")
            wait_for(page, "() => document.getElementById('count-form').hidden")
        case "call":
            page.keyboard.press("p")
            wait_for(page, "() => document.getElementById('count-form').hidden")
        case _:
            page.keyboard.press("Enter")


def hand_of(page: Page) -> list[str]:
    """Return the cards in the player's hand, in their order."""
    return list(page.locator(".own").evaluate_all("cards => cards.map((card) => card.dataset.card)"))


def deals_checked(page: Page) -> dict[int, str]:
    ticks = page.locator("#ticks .deal-check").all()
    return {
        int(tick.get_attribute("data-deal") or -1): tick.get_attribute("data-mark") or "" for tick in ticks
    }
