"""Pages with bundles, as production and as `make play` serve them: few files, and light ones."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from secrets import token_hex

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect

from cribbage_site.tests.nginx import Nginx, ReleaseServer, running_nginx
from cribbage_site.tests.patience import PATIENCE_MS
from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import ROOT, Server

pytestmark = pytest.mark.slow

MOST_REQUESTS = 15
MOST_BYTES = {"table": 120_000, "front": 60_000}  # over the network, with headers
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$|-[A-Z0-9]{8}\.js$")
MOST_SHIFT = 0.02

LAYOUT_SHIFT_SCRIPT = """() => new Promise((done) => {
    let sum = 0;
    const shift = ({ hadRecentInput, value }) => (hadRecentInput ? 0 : value);
    const add = (list) => list.getEntries().forEach((entry) => (sum += shift(entry)));
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 500);
})"""

# Browsers accept no service worker under a self-signed certificate, such as this one.
NO_WORKER = "An SSL certificate error occurred when fetching the script."


@pytest.fixture(scope="module")
def site() -> Iterator[Nginx]:
    """Start this checkout in production mode, behind nginx, with its collected files."""
    with ExitStack() as stack:
        process = ReleaseServer(ROOT, {})
        nginx = stack.enter_context(running_nginx([process.address]))
        process.environment |= {
            "PRODUCTION": "1",
            "ALLOWED_HOSTS": "localhost",
            "SECRET_KEY": token_hex(32),
            "STATIC_ROOT": str(nginx.static),
        }
        process.manage("collectstatic", "--no-input", "--verbosity", "0")
        process.new = True
        stack.enter_context(process)
        yield nginx


@pytest.fixture
def page(site: Nginx, chromium: Browser) -> Iterator[Page]:
    """A new visitor, whose browser must report no error and find every file."""
    complaints: list[str] = []

    def check(answer: Response) -> None:
        if answer.status >= 400:
            complaints.append(f"{answer.status} {answer.url}")

    def note(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    with chromium.new_context(ignore_https_errors=True, reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("response", check)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: None if NO_WORKER in said.text else note(said))
        yield page
    assert complaints == []


def test_a_table_of_few_files_plays_a_move(site: Nginx, page: Page) -> None:
    page.goto(site.url)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site.url)))
    page.get_by_role("button", name="Play Novice").click()
    page.wait_for_url("**/table/*")
    hand = page.locator("#hand .own")
    expect(hand).to_have_count(6)
    table = [path for path in asked if not path.startswith("/api/")]
    assert 0 < len(table) < MOST_REQUESTS, table
    for path in table:
        if path.startswith("/static/"):
            assert HASHED.search(path), path
    for n in (0, 1):
        hand.nth(n).click()
    page.locator("#throw").click()
    expect(hand).to_have_count(4)


def test_the_front_page_is_light_and_has_no_layout_shift(site: Nginx, page: Page) -> None:
    weights = weigh(page)
    page.goto(site.url)
    page.wait_for_selector("[data-lobby=live]")
    expect(page.locator("#felt .board")).to_be_visible()
    assert page.evaluate(LAYOUT_SHIFT_SCRIPT) < MOST_SHIFT
    check_light(weights, "front")


def weigh(page: Page) -> dict[str, int]:
    """Return the bytes of each response that the page will receive, by URL."""
    weights: dict[str, int] = {}
    urls: dict[str, str] = {}
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on(
        "Network.requestWillBeSent", lambda sent: urls.update({sent["requestId"]: sent["request"]["url"]})
    )
    line.on(
        "Network.loadingFinished",
        lambda loaded: weights.update({urls[loaded["requestId"]]: loaded["encodedDataLength"]}),
    )
    return weights


def check_light(weights: dict[str, int], kind: str) -> None:
    received = {url: size for url, size in weights.items() if not url.startswith("data:")}
    assert len(received) < MOST_REQUESTS, received
    assert 20_000 < sum(received.values()) < MOST_BYTES[kind], received


def test_pages_at_home_are_as_light(server: Server, page: Page) -> None:
    front = weigh(page)
    page.goto(server.url)
    page.wait_for_selector("[data-lobby=live]")
    page.wait_for_load_state("networkidle")
    check_light(front, "front")
    page.get_by_role("button", name="Play Novice").click()
    expect(page.locator("#hand .own")).to_have_count(6)
    with page.context.browser.new_context(storage_state=page.context.storage_state()) as context:
        again = context.new_page()
        table = weigh(again)
        again.goto(page.url)
        expect(again.locator("#hand .own")).to_have_count(6)
        again.wait_for_load_state("networkidle")
        check_light(table, "table")


OTHER_PAGES = ("/", "/ladder", "/lab", "/fairness", "/settings")


@pytest.mark.parametrize(
    "path",
    ["/learn", "/fairness/lab", *only_in_proof(*OTHER_PAGES)],
)
def test_every_kind_of_page_finds_all_its_files(site: Nginx, page: Page, path: str) -> None:
    page.goto(site.url + path)
    page.wait_for_load_state("networkidle")
    assert page.locator('link[rel="stylesheet"][href*="/bundles/pages/"]').count() == 1
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt')") != ""


def test_a_worker_starts_from_its_own_bundle(site: Nginx, page: Page) -> None:
    page.goto(f"{site.url}/fairness/lab")
    with page.expect_worker() as started:
        page.locator("#break-deal").click()
        page.locator("#break-form [type=submit]").click()
    assert re.search(r"/search-worker-[A-Z0-9]{8}\.js$", started.value.url)
