"""The table's page in a browser new to it, on a slow device: what it weighs, and how soon one can play."""

import sys
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from bench.admin.measure import temporary_sqlite_path
from bench.chromium import ARGUMENTS, find_chromium
from bench.figure import Figure
from bench.live.servers import COMMANDS, SITE, is_server_installed, run_manage, running_server
from bench.measurement import BenchOptions, Measurement

CPU_SLOWDOWN = 4  # times
FAR_LATENCY_MS = 40  # milliseconds there and back: a server in the same country
ROUNDS, QUICK_ROUNDS = 9, 3

MAKE_GAME_SCRIPT = """async () => {
    const csrf = document.cookie.split("; ").find((each) => each.startsWith("csrftoken=")).slice(10);
    const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
    const body = JSON.stringify({ against: "novice", rated: false });
    return (await (await fetch("/api/games", { method: "POST", headers, body })).json()).game;
}"""

# From the moment at which one would have clicked the link: the first card of one's hand that can be clicked.
FIRST_CARD_SCRIPT = """
const look = () => {
    if (!document.querySelector("#hand button:enabled")) return false;
    requestAnimationFrame(() => setTimeout(() => { globalThis.playable ??= performance.now(); }));
    return true;
};
const watch = new MutationObserver(() => look() && watch.disconnect());
watch.observe(document, { subtree: true, childList: true, attributes: true });
"""


class PageLoad(NamedTuple):
    """A page as it was opened once."""

    milliseconds: float
    bytes: int
    requests: int


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """With the first server that there is; where there is no browser, nothing."""
    chromium = find_chromium()
    server = next(filter(is_server_installed, options.servers), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return log_progress("Playwright is not installed: the page is not measured")
    if chromium is None or server is None:
        missing = "no Chromium" if chromium is None else f"no {' or '.join(COMMANDS)}"
        return log_progress(f"{missing} is installed: the page is not measured")
    times = QUICK_ROUNDS if options.quick else ROUNDS
    with temporary_sqlite_path() as path:
        environment = {"DATABASE_PATH": path}
        run_manage(environment, "migrate", "--verbosity", "0")
        with running_server(server, SITE, environment) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            home = f"http://127.0.0.1:{site.ports[0]}"
            near = load_table_repeatedly(browser, home, times, 0)
            far = load_table_repeatedly(browser, home, times, FAR_LATENCY_MS)
            browser.close()
    page = f"the table's page, browser's cache empty ({server})"
    yield Figure("page", f"{page}: requests", near[0].requests, "")
    yield Figure("page", f"{page}: all that came over the line", near[0].bytes / 1e3, "kB", 150)
    for where, opened in (("", near), (f", {FAR_LATENCY_MS} ms away", far)):
        what = f"{page}: CPU slowed {CPU_SLOWDOWN} times{where}: until a card of one's hand can be clicked"
        yield Figure(
            "page", what, median(each.milliseconds for each in opened), "ms", None if where else 1000
        )


def load_table_repeatedly(browser: Any, home: str, times: int, latency_ms: int) -> list[PageLoad]:
    """A dealt game's page, opened again and again by browsers that know its player and nothing else."""
    first = browser.new_context()
    page = first.new_page()
    page.goto(home)
    game = page.evaluate(MAKE_GAME_SCRIPT)
    page.goto(f"{home}/table/{game}?pace=none")  # here the shuffle is agreed on, and the server is warmed
    page.wait_for_selector("body[data-phase=throw] #hand button:enabled")
    known = first.storage_state()
    first.close()
    return [load_page(browser, known, f"{home}/table/{game}", latency_ms) for _ in range(times)]


def load_page(browser: Any, known: Any, address: str, latency_ms: int) -> PageLoad:
    """The page, opened once."""
    context = browser.new_context(storage_state=known)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    if latency_ms:
        free = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", {**free, "latency": latency_ms})
    came: list[int] = []
    line.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    page.add_init_script(FIRST_CARD_SCRIPT)
    page.goto(address)
    milliseconds = page.wait_for_function("() => globalThis.playable").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    return PageLoad(milliseconds, sum(came), len(came))


def log_progress(progress: str) -> None:
    print(f"page: {progress}", file=sys.stderr)
