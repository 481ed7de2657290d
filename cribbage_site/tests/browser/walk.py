"""A walk through the site: axe checks each page at every size, together with everything that it reports."""

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Page

from cribbage_site.tests.browser.visitors import OVERFLOW_SCRIPT
from cribbage_site.tests.patience import PATIENCE_MS
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server

Size = dict[str, int]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
# The narrowest phone, a phone, and a small desktop at 200%.
TIGHT = ({"width": 320, "height": 640}, PHONE, {"width": 640, "height": 400})

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Without this, axe loads imported stylesheets again. Its one rule about them has its own test here.
AXE = {"resultTypes": ["violations"], "preload": False}
# Beyond the WCAG levels, and off unless enabled by name: landmarks have different names, headings skip no
# level, and the name of a control contains its visible text.
NAMED_RULES = ("landmark-unique", "heading-order", "label-content-name-mismatch")
NAMED = {rule: {"enabled": True} for rule in NAMED_RULES}
EVERYTHING = {"runOnly": {"type": "tag", "values": LEVELS}, "rules": NAMED, **AXE}
ALL_BUT_CONTRAST = {**EVERYTHING, "rules": {"color-contrast": {"enabled": False}, **NAMED}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, **AXE}
# test_contrast.py proves the dark colors and the high-contrast colors too.
LOOKS = (("dark", "no-preference"), ("light", "more")) if FULL_PROOF else ()

ASK_AXE = """async (options) => (await axe.run(document, options)).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`))"""
# A part that is being recomputed is dimmed until its result arrives.
AT_REST = "() => document.querySelector('[aria-busy=true]') === null"

# Records parts that move by themselves, without any input of the visitor.
WATCH_SHIFTS = """
    window.shifted = 0;
    window.moved = [];
    window.answeredAt = 0;
    const isOfItself = ({ hadRecentInput, startTime }) => !hadRecentInput && startTime >= window.answeredAt;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries().filter(isOfItself)) {
            window.shifted += value;
            window.moved.push(...sources.map(({ node }) => node?.cloneNode(false).outerHTML ?? "gone"));
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
# To a browser, what moves half a second after an input moves by itself. On a busy machine the server's answer
# comes later.
FORGET_SHIFTS = """async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    Object.assign(window, { answeredAt: performance.now(), shifted: 0, moved: [] });
}"""
STEADY = 0.02

# The first part that moves if the fonts arrive after the text, as on a slow connection. In a test they arrive
# before it, so the fallback fonts take their place.
ASK_FONTS = """async (steady) => {
    if (scrollY > 0) return "";  // the browser keeps the parts in view where they are
    const substitutes = ["'Figtree as DejaVu'", "'Fraunces as DejaVu'"];
    await document.fonts.ready;
    await Promise.all(substitutes.map((name) => document.fonts.load(`bold 1rem ${name}`)));
    const parts = [...document.querySelectorAll("main *")].filter((part) => part.checkVisibility());
    const tops = () => parts.map((part) => part.getBoundingClientRect().top);
    const loaded = tops();
    const { style } = document.documentElement;
    ["--sans", "--serif"].forEach((name, n) => style.setProperty(name, substitutes[n]));
    const late = tops();
    ["--sans", "--serif"].forEach((name) => style.removeProperty(name));
    const first = late.findIndex((top, n) => Math.abs(top - loaded[n]) > 8 && loaded[n] < innerHeight);
    if (first < 0) return "";
    const moved = Math.abs(late[first] - loaded[first]) / Math.max(innerWidth, innerHeight);
    return moved > steady ? `by ${moved.toFixed(3)}: ${parts[first].cloneNode(false).outerHTML}` : "";
}"""


class Walk:
    """A walk through the site with one browser. It checks every page in every way and records all errors."""

    def __init__(self, page: Page, url: str, size: Size = DESK) -> None:
        self.page, self.url, self.size = page, url, size
        self.place = self.refused = ""
        self.wrong: list[str] = []
        page.add_init_script(WATCH_SHIFTS)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("request", lambda asked: asked.url.startswith(("http", "ws")) and self.own(asked.url))

    def hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not (self.refused and self.refused in said.text):
            self.note(said.text)

    def note(self, says: str) -> None:
        self.wrong.append(f"{self.place}: {says}")

    def own(self, asked: str) -> None:
        if asked.split("/")[2] != self.url.split("/")[2]:
            self.note(f"asks {asked}")

    def go(self, path: str, refused: str = "") -> None:
        """Open a page; `refused` is the status of one that is refused, which the console reports too."""
        self.place, self.refused = path, refused
        self.page.goto(self.url + path)

    def look(self, place: str = "") -> None:
        """Run all checks on the current page, once nothing is loading."""
        is_new = not place
        self.place = place or self.place
        self.load_axe()
        self.ask_in_every_look()
        self.ask_whether_it_moved()
        if is_new:
            self.ask_about_fonts()
        self.ask_at_every_size()

    def load_axe(self) -> None:
        """Add axe to a page once nothing is loading."""
        self.page.wait_for_function(AT_REST)
        self.page.evaluate(AXE_SCRIPT)

    def ask_in_every_look(self) -> None:
        """Run axe in each color scheme and contrast."""
        self.ask_axe(EVERYTHING, "by day")
        for scheme, contrast in LOOKS:
            self.page.emulate_media(color_scheme=scheme, contrast=contrast)  # type: ignore[arg-type]
            self.ask_axe(CONTRAST, f"{scheme}, contrast {contrast}")
        self.page.emulate_media(color_scheme="light", contrast="no-preference")

    def ask_at_every_size(self) -> None:
        """Record overflow at each window size. In a full run, also run axe on a desktop and a phone."""
        for size in (DESK, *TIGHT):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            for over in self.page.evaluate(OVERFLOW_SCRIPT):
                self.note(f"too wide for {size['width']}: {over}")
            if FULL_PROOF and size in (DESK, PHONE) and size != self.size:
                self.ask_axe(ALL_BUT_CONTRAST, f"{size['width']} px wide")
        self.page.set_viewport_size(self.size)  # type: ignore[arg-type]

    def note_answer(self) -> None:
        """Allow what has moved so far: it was the answer to the visitor's input, which is shown by now."""
        self.page.evaluate(FORGET_SHIFTS)

    def ask_whether_it_moved(self) -> None:
        if (shifted := self.page.evaluate("window.shifted ?? 0")) > STEADY:
            moved = self.page.evaluate("window.moved")
            self.note(f"moved by {shifted:.3f} of its window as it came: {moved}")

    def ask_about_fonts(self) -> None:
        if moved := self.page.evaluate(ASK_FONTS, STEADY):
            self.note(f"moves when its fonts arrive, {moved}")

    def ask_axe(self, options: dict[str, object], how: str) -> None:
        for says in self.page.evaluate(ASK_AXE, options):
            self.note(f"{how}: {says}")


@contextmanager
def walking(chromium: Browser, server: Server, size: Size = DESK) -> Iterator[Walk]:
    with chromium.new_context(viewport=size, color_scheme="light", reduced_motion="reduce") as context:  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        walk = Walk(context.new_page(), server.url, size)
        yield walk
    assert not walk.wrong, "\n".join(walk.wrong)
