"""Measure a page in a new browser on a slow device: its size and time until play, bundled and not.

The site is deployed as in production: one release behind nginx for each way of collecting static files.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.chromium import ARGUMENTS, find_chromium
from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement
from rng import entropy

CPU_SLOWDOWN = 4  # times slower
ROUNDS, QUICK_ROUNDS = 9, 3

MAKE_GAME_SCRIPT = """async () => {
    const csrf = document.cookie.split("; ").find((each) => each.includes("csrftoken=")).split("=")[1];
    const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
    const body = JSON.stringify({ against: "novice", rated: false });
    return (await (await fetch("/api/games", { method: "POST", headers, body })).json()).game;
}"""

# Measures the time from the click on the link until an element is rendered.
FIRST_SEEN_SCRIPT = """
const look = () => {
    if (!document.querySelector("WANTED")) return false;
    requestAnimationFrame(() => setTimeout(() => { globalThis.ready ??= performance.now(); }));
    return true;
};
const watch = new MutationObserver(() => look() && watch.disconnect());
watch.observe(document, { subtree: true, childList: true, attributes: true });
"""


class Line(NamedTuple):
    """The connection between a browser and nginx."""

    protocol: str
    latency_ms: int  # per round trip, for each request

    def describe(self) -> str:
        return f"{self.protocol}, {self.latency_ms} ms away" if self.latency_ms else self.protocol


LINES = (Line("HTTP/1.1", 0), Line("HTTP/1.1", 100), Line("HTTP/2", 100))
PROTOCOLS = {"HTTP/1.1": {" ssl http2": " ssl"}, "HTTP/2": {}}


class Subject(NamedTuple):
    """A page, and the element that shows that it is usable."""

    name: str
    path: str
    wanted: str
    until: str
    most_requests: int
    most_kilobytes: int


class PageLoad(NamedTuple):
    """One load of a page."""

    milliseconds: float
    bytes: int
    requests: int


class Site(NamedTuple):
    """A running release, by protocol, and the browser cookies of a player with a game there."""

    homes: dict[str, str]
    cookies: Any
    subjects: tuple[Subject, ...]


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Measure with the installed programs. Without a browser or nginx, yield nothing."""
    chromium = find_chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return log_progress("Playwright is not installed: the page is not measured")
    if chromium is None or not shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"):
        return log_progress("Chromium and nginx are not both installed: the page is not measured")
    forms = ["unbundled", "bundled"]
    with ExitStack() as stack, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        homes = {form: stack.enter_context(running_release(is_bundled=form == "bundled")) for form in forms}
        sites = {form: open_game(browser, at) for form, at in homes.items()}
        for number in range(2):
            for line in LINES:
                loads = load_in_turns(browser, sites, number, line, QUICK_ROUNDS if options.quick else ROUNDS)
                yield from figures(sites, number, line, loads)
        browser.close()


@contextmanager
def running_release(*, is_bundled: bool) -> Iterator[dict[str, str]]:
    """Run a release behind nginx. Yield its URL for each protocol."""
    from cribbage_site.tests.nginx import ReleaseServer, build_release, running_nginx

    with TemporaryDirectory(prefix="every-other-bench-", dir="/var/tmp") as work, ExitStack() as stack:
        tree = build_release(Path(work, "release"), is_bundled=is_bundled)
        production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "localhost", "SECRET_KEY": entropy.secret().hex()}
        process = ReleaseServer(tree, production)
        process.new = True
        stack.enter_context(process)
        homes = {}
        for protocol, replacements in PROTOCOLS.items():
            nginx = stack.enter_context(running_nginx([process.address], replacements))
            shutil.copytree(tree / "staticfiles", nginx.static, dirs_exist_ok=True)
            homes[protocol] = nginx.url
        yield homes


def open_game(browser: Any, homes: dict[str, str]) -> Site:
    """Begin a game and agree on the shuffle, which also warms the server."""
    home = homes["HTTP/2"]
    with browser.new_context(ignore_https_errors=True) as context:
        page = context.new_page()
        page.goto(home)
        game = page.evaluate(MAKE_GAME_SCRIPT)
        page.goto(f"{home}/table/{game}?pace=none")
        page.wait_for_selector("body[data-phase=throw] #hand button:enabled")
        table = Subject(
            "the table's page",
            f"/table/{game}",
            "#hand button:enabled",
            "until a card can be clicked",
            26,
            120,
        )
        front = Subject("the front page", "/", "#line[data-line=open]", "until the lobby is open", 21, 60)
        return Site(homes, context.storage_state(), (table, front))


def load_in_turns(
    browser: Any, sites: dict[str, Site], number: int, line: Line, rounds: int
) -> dict[str, list[PageLoad]]:
    """Load a page repeatedly, alternating between the sites, so that both see the same machine load."""
    loads: dict[str, list[PageLoad]] = {form: [] for form in sites}
    for _ in range(rounds):
        for form, site in sites.items():
            loads[form].append(load_page(browser, site, site.subjects[number], line))
    return loads


def load_page(browser: Any, site: Site, subject: Subject, line: Line) -> PageLoad:
    """Load the page once in a browser that only has the player's cookies."""
    context = browser.new_context(storage_state=site.cookies, ignore_https_errors=True)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    if line.latency_ms:
        free = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.emulateNetworkConditions", {**free, "latency": line.latency_ms})
    came: list[int] = []
    devtools.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    page.add_init_script(FIRST_SEEN_SCRIPT.replace("WANTED", subject.wanted))
    page.goto(site.homes[line.protocol] + subject.path)
    milliseconds = page.wait_for_function("() => globalThis.ready").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    return PageLoad(milliseconds, sum(came), len(came))


def figures(
    sites: dict[str, Site], number: int, line: Line, loads: dict[str, list[PageLoad]]
) -> Iterator[Figure]:
    """Return bytes and times. The bundled time is given as a share of the unbundled one."""
    for form, opened in loads.items():
        subject = sites[form].subjects[number]
        what = f"{subject.name}, browser's cache empty, {form}"
        if line == LINES[-1]:
            requests, size = opened[0].requests, opened[0].bytes / 1e3
            most = (subject.most_requests, subject.most_kilobytes) if form == "bundled" else (None, None)
            yield Figure("page", f"{what}: requests", requests, "", most[0])
            yield Figure("page", f"{what}: all that came over the line", size, "kB", most[1])
        yield Figure("page", f"{what}, {line.describe()}: {subject.until}", middle(opened), "ms")
    if len(loads) == 2:
        what = f"{subject.name}, {line.describe()}: {subject.until}, bundled by unbundled"
        yield Figure("page", what, middle(loads["bundled"]) / middle(loads["unbundled"]), "times", 1)


def middle(opened: list[PageLoad]) -> float:
    return median(each.milliseconds for each in opened)


def log_progress(progress: str) -> None:
    print(f"page: {progress}", file=sys.stderr)
