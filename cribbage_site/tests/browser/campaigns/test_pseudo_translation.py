"""With a translation that replaces every text, no text of the pages stays English."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.texts import Texts
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


STRANGE = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"


DISGUISE = str.maketrans(PLAIN, STRANGE)


# Every text of a page, visible or hidden, with its node. Content to copy does not count.
SAYS = """() => {
    const MUTE = "script, style, code, pre";
    const named = (sign, name) => (name ? sign + name : "");
    const where = ({ localName, id, classList }) => localName + named("#", id) + named(".", classList[0]);
    const said = [["title", document.title]];
    const walk = (root) => {
        const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
            const parent = node.parentElement;
            if (node.nodeType === Node.TEXT_NODE) {
                // Where scripts run, all that is in a <noscript> is text, tags too.
                const text = node.data.replace(/<[^>]*>/g, "");
                if (!parent?.closest(MUTE)) said.push([parent ? where(parent) : "template", text]);
                continue;
            }
            if (node.localName === "template") walk(node.content);
            for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label"]) {
                if (node.hasAttribute(name)) said.push([`${where(node)}[${name}]`, node.getAttribute(name)]);
            }
        }
    };
    walk(document.body);
    return said.filter(([, text]) => /[A-Za-z]{2}/.test(text));
}"""


NAMES = (
    "Every Other|Beginner|Novice|Club|Intermediate|Advanced|Adaptive-HALSCRIB|HALSCRIB|Master|"
    "Elo|English|Français|en-xa|Ada|Zoe|Guest-[a-z0-9]+"
)


# Texts of Django and the browser, which only have real translations.
NOT_OURS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|and|or"


THIS_LOG = r"127\.0\.0\.1:\d+/log"


CARDS = "(?:10|[A2-9TJQK])[CDHS]"


PASSED = re.compile(rf"\b(?:{NAMES}|{NOT_OURS}|{THIS_LOG}|{CARDS})\b")


WORD = re.compile("[A-Za-z]{2,}")


def disguise(text: str) -> str:
    return text.translate(DISGUISE)


@pytest.fixture(scope="module")
def disguised_server(texts: Texts) -> Iterator[Server]:
    texts.translate(disguise)
    with Server({"EXTRA_LOCALE": str(texts.locale)}) as server:
        yield server


class Reader:
    """Opens page after page and records texts in plain letters."""

    def __init__(self, page: Page, url: str, *codes: str) -> None:
        self.page, self.url, self.codes = page, url, codes
        self.plain: dict[str, str] = {}

    def read(self) -> None:
        for where, text in self.page.evaluate(SAYS):
            if text not in self.codes and WORD.search(PASSED.sub("", text)):
                path = self.page.url.removeprefix(self.url)
                self.plain.setdefault(" ".join(text.split()), f"{path} {where}")

    def open(self, path: str, drawn: str = "main") -> None:
        """Read a page once the part that its script renders last is there."""
        answer = self.page.goto(self.url + path)
        assert answer and answer.status < 500, path  # noqa: PT018
        self.page.wait_for_selector(drawn, state="attached")
        self.read()

    def learn(self) -> None:
        """Step through the lesson."""
        self.open("/learn", ".lesson-step.current")
        for step in self.page.locator(".lesson-step").evaluate_all("steps => steps.map(({ id }) => id)"):
            self.page.evaluate("step => { location.hash = step; }", step)
            self.page.wait_for_selector(f"#{step}.current")
            self.read()

    def play(self, game: str) -> None:
        """Play until the cards of the first deal are counted, and open the deal's check."""
        self.open(f"/table/{game}?pace=none", ".own")
        while wait_for_wanted_move(self.page) != "continue":
            play_one_step(self.page, touch=False)
            self.read()
        self.page.locator("#settings-button").click()
        self.read()
        self.page.keyboard.press("Escape")
        self.page.locator("#fair-mark").click()
        self.page.locator("#fair").click()
        self.read()

    def report(self) -> str:
        return "\n".join(sorted(f"{where}: {text[:160]}" for text, where in self.plain.items()))


FOR_ANYONE = [
    "/offline", "/nowhere", "/@Zoe", "/join/nothing",
    "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/",
]  # fmt: skip


FOR_A_PLAYER = [
    "/settings", "/settings/notices", "/privacy", "/rules", "/ladder/rules", "/fairness/deals",
    "/fairness/verify", "/paste", "/data", "/@Ada", "/@Novice",
    "/accounts/", "/accounts/email/", "/accounts/password/", "/accounts/second-factor/", "/accounts/delete/",
    "/accounts/logout/",
]  # fmt: skip


WITH_SCRIPTS = {
    "/ladder": "#line:not([hidden])",
    "/lab?cards=5H+5S+JD+QC+9H+2C&dealer=1&mine=0&theirs=0&target=121": "#throws tbody tr",
    "/fairness?simulated=1": "#law-says:not(:empty)",
    "/fairness/lab": "#tests td:not(:empty)",
    "/game/{game}": "#moves li",
    "/game/{game}/deals": "#laid .verdict",
    "/table/{game}": "#result:not([hidden])",
}


@pytest.mark.slow
def test_no_text_of_the_pages_stays_english(disguised_server: Server, chromium: Browser) -> None:
    url = disguised_server.url
    ada, game, _ = play_bot_game(disguised_server)
    ada.sign_up("Ada")
    for against in ("anyone", "Ada"):
        Visitor(url).new_game(against=against)
    with visitor_page(chromium, silent=False, locale="en-XA", **DESKTOP) as page:
        reader = Reader(page, url, game)
        for path in FOR_ANYONE:
            reader.open(path)
        reader.learn()
        page.context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in ada.cookies.items()]
        )
        for path in FOR_A_PLAYER:
            reader.open(path)
        for path, drawn in WITH_SCRIPTS.items():
            reader.open(path.format(game=game), drawn)
        reader.open("/", "#bell li")
        page.locator("#bell summary").click()
        reader.read()
        reader.play(ada.new_game())
    assert not reader.plain, f"in plain letters, so not through gettext:\n{reader.report()}"
