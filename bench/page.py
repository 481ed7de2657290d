"""The table's page in a browser new to it, on a slow device: what it weighs, and how soon one can play."""

import sys
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from bench.admin.measure import sqlite
from bench.chromium import ARGUMENTS, installed
from bench.figure import Figure
from bench.live.servers import COMMANDS, SITE, is_installed, manage, serving
from bench.measurement import Measured, Wanted

SLOWED = 4  # times
FAR = 40  # milliseconds there and back: a server in the same country
TIMES, QUICK_TIMES = 9, 3

MAKE_GAME = """async () => {
    const csrf = document.cookie.split("; ").find((each) => each.startsWith("csrftoken=")).slice(10);
    const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
    const body = JSON.stringify({ against: "novice", rated: false });
    return (await (await fetch("/api/games", { method: "POST", headers, body })).json()).game;
}"""

# From the moment at which one would have clicked the link: the first card of one's hand that can be clicked.
FIRST_CARD = """
const look = () => {
    if (!document.querySelector("#hand button:enabled")) return false;
    requestAnimationFrame(() => setTimeout(() => { globalThis.playable ??= performance.now(); }));
    return true;
};
const watch = new MutationObserver(() => look() && watch.disconnect());
watch.observe(document, { subtree: true, childList: true, attributes: true });
"""


class Opened(NamedTuple):
    """A page as it was opened once."""

    milliseconds: float
    bytes: int
    requests: int


def measure(wanted: Wanted) -> Iterator[Measured]:
    """With the first server that there is; where there is no browser, nothing."""
    chromium = installed()
    server = next(filter(is_installed, wanted.servers), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return say("Playwright is not installed: the page is not measured")
    if chromium is None or server is None:
        missing = "no Chromium" if chromium is None else f"no {' or '.join(COMMANDS)}"
        return say(f"{missing} is installed: the page is not measured")
    times = QUICK_TIMES if wanted.quick else TIMES
    with sqlite() as path:
        environment = {"DATABASE_PATH": path}
        manage(environment, "migrate", "--verbosity", "0")
        with serving(server, SITE, environment) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            home = f"http://127.0.0.1:{site.ports[0]}"
            near = table_of(browser, home, times, 0)
            far = table_of(browser, home, times, FAR)
            browser.close()
    page = f"the table's page, browser's cache empty ({server})"
    yield Figure("page", f"{page}: requests", near[0].requests, "")
    yield Figure("page", f"{page}: all that came over the line", near[0].bytes / 1e3, "kB", 150)
    for where, opened in (("", near), (f", {FAR} ms away", far)):
        what = f"{page}: CPU slowed {SLOWED} times{where}: until a card of one's hand can be clicked"
        yield Figure(
            "page", what, median(each.milliseconds for each in opened), "ms", None if where else 1000
        )


def table_of(browser: Any, home: str, times: int, away: int) -> list[Opened]:
    """A dealt game's page, opened again and again by browsers that know its player and nothing else."""
    first = browser.new_context()
    page = first.new_page()
    page.goto(home)
    game = page.evaluate(MAKE_GAME)
    page.goto(f"{home}/table/{game}?pace=none")  # here the shuffle is agreed on, and the server is warmed
    page.wait_for_selector("body[data-phase=throw] #hand button:enabled")
    known = first.storage_state()
    first.close()
    return [opened(browser, known, f"{home}/table/{game}", away) for _ in range(times)]


def opened(browser: Any, known: Any, address: str, away: int) -> Opened:
    """The page, opened once."""
    context = browser.new_context(storage_state=known)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    if away:
        free = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", {**free, "latency": away})
    came: list[int] = []
    line.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    page.add_init_script(FIRST_CARD)
    page.goto(address)
    milliseconds = page.wait_for_function("() => globalThis.playable").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    return Opened(milliseconds, sum(came), len(came))


def say(progress: str) -> None:
    print(f"page: {progress}", file=sys.stderr)
