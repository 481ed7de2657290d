"""Visitors of the site, each with a browser of their own."""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from cribbage_site.tests.patience import PATIENCE_MS

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}

# Optional checks: overflow in any frame, and answers that arrive late.
EVERY_FRAME = os.environ.get("WATCH_WIDTH") == "1"
LATE_ANSWERS = os.environ.get("LATE_ANSWERS") == "1"

# Data that our pages store, except cookies. Clearing "all" would make the network process search for more.
KEPT_BY_PAGES = "local_storage,indexeddb,service_workers,cache_storage"

OVERFLOW_SCRIPT = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const nodes = [...document.body.querySelectorAll("*")];
    const over = nodes.filter((node) => node.getBoundingClientRect().right > clientWidth);
    return [`${scrollWidth} px in ${clientWidth}`, ...over.map((node) => node.cloneNode(false).outerHTML)];
}"""

# Checks soon after any change of a page. Before its stylesheets are loaded nothing fits.
WATCH_OVERFLOW_SCRIPT = f"""(() => {{
    const tooWide = {OVERFLOW_SCRIPT};
    let waits = false;
    const look = () => {{
        waits = false;
        const over = document.readyState === "complete" ? tooWide() : [];
        if (over.length) console.info(`TOO WIDE at ${{location.pathname}}: ${{over.join(" ")}}`);
    }};
    const soon = () => {{
        if (!waits) setTimeout(look, 100);
        waits = true;
    }};
    const all = {{ subtree: true, childList: true, attributes: true, characterData: true }};
    new MutationObserver(soon).observe(document, all);
    for (const what of ["load", "resize", "transitionend", "animationend"]) addEventListener(what, soon);
    const lookEachFrame = () => {{
        look();
        requestAnimationFrame(lookEachFrame);
    }};
    if ({str(EVERY_FRAME).lower()}) lookEachFrame();
}})();"""

# Delays every message from the server by up to 0.2 s, and keeps their order. A seed sets the delays.
LATE_ANSWERS_SCRIPT = """(seed) => {
    const { fetch, setTimeout, WebSocket } = window;
    const random = () => {
        seed = (seed + 0x6d2b79f5) | 0;
        const mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    const wait = () => new Promise((done) => setTimeout(done, 200 * random()));
    window.fetch = async (...asked) => {
        const answer = await fetch.apply(window, asked);
        await wait();
        return answer;
    };
    window.WebSocket = class extends WebSocket {
        before = Promise.resolve();
        addEventListener(kind, listener, options) {
            const late = (event) => {
                this.before = Promise.all([this.before, wait()]).then(() => listener.call(this, event));
                this.before = this.before.catch(reportError);
            };
            super.addEventListener(kind, late, options);
        }
    };
}"""

WITHOUT_PAUSES_SCRIPT = """
    const { pathname, search } = location;
    if (pathname.startsWith("/table/") && !search) history.replaceState(null, "", `${pathname}?pace=none`);
"""

# A service worker outlives its page and may never answer then, while Playwright waits for it to go offline.
NO_SERVICE_WORKER_SCRIPT = "delete Navigator.prototype.serviceWorker"

idle_contexts: dict[tuple[Browser, str], list[BrowserContext]] = defaultdict(list)


def without_pauses(page: Page) -> None:
    """Let every table that this page opens show events at once."""
    page.add_init_script(WITHOUT_PAUSES_SCRIPT)


def press_everything(page: Page, url: str) -> None:
    """Let every table wait until this page's visitor presses Continue and Go."""
    names = ("look-onward", "look-go")
    page.context.add_cookies([{"name": name, "value": "hand", "url": url} for name in names])


def ask_for_short_games(page: Page) -> None:
    """Let every game that a button of this page begins end at 61."""
    page.route("**/play", lambda route: route.continue_(post_data=f"{route.request.post_data}&target=61"))


@contextmanager
def lent_context(chromium: Browser, *, lasting: bool = True, **device: object) -> Iterator[BrowserContext]:
    """Yield a context without any visitor's data, but with cached files, which take long to load again.

    Only a device that says "allow" to `service_workers` has any.
    """
    idle = idle_contexts[chromium, repr(sorted(device.items()))]
    if idle:
        context = idle.pop()
    else:
        context = chromium.new_context(reduced_motion="reduce", **device)  # type: ignore[arg-type]
        context.add_init_script(WATCH_OVERFLOW_SCRIPT)
        if device.get("service_workers") != "allow":
            context.add_init_script(NO_SERVICE_WORKER_SCRIPT)
    try:
        yield context
        forget_visitor(context)
    except BaseException:
        context.close()
        raise
    if lasting:
        idle.append(context)
    else:
        context.close()


def forget_visitor(context: BrowserContext) -> None:
    """Close all pages, and delete all stored data of the site except files."""
    context.set_offline(False)
    context.clear_cookies()
    for page in context.pages:
        address = urlsplit(page.url)
        if address.scheme.startswith("http"):
            leave(page)
            where = {"origin": f"{address.scheme}://{address.netloc}", "storageTypes": KEPT_BY_PAGES}
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", where)
        page.close()


def leave(page: Page) -> None:
    """Open an empty page, where nothing is stored anymore, even if this one just opens another by itself."""
    try:
        page.goto("about:blank")
    except Error as fault:
        if "interrupted by another navigation" not in fault.message:
            raise
        page.goto("about:blank")  # which interrupts the other


@contextmanager
def visitor_page(
    chromium: Browser, *, silent: bool = True, lasting: bool = True, **device: object
) -> Iterator[Page]:
    """Open a page for a new visitor. No page may overflow, and `silent` forbids console output.

    A browser whose clock is set is not reused, because the clock cannot be reset.
    """
    complaints: list[str] = []
    too_wide: list[str] = []

    def listen(said: ConsoleMessage) -> None:
        if said.text.startswith("TOO WIDE"):
            too_wide.append(said.text)

    with lent_context(chromium, lasting=lasting, **device) as context:
        context.on("console", listen)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        if LATE_ANSWERS:
            test = os.environ.get("PYTEST_CURRENT_TEST", "")
            page.add_init_script(f"({LATE_ANSWERS_SCRIPT})({crc32(test.encode())})")
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
        context.remove_listener("console", listen)
    assert not silent or complaints == [], complaints
    assert too_wide == [], too_wide


def assert_fits(page: Page) -> None:
    """Assert that nothing is wider than the window, once all stylesheets are loaded. Name what is."""
    page.wait_for_load_state()
    over = page.evaluate(OVERFLOW_SCRIPT)
    assert over == [], over
