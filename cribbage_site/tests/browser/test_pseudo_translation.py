"""Every text can be said in another language: English in strange letters shows which of them cannot yet."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from common.wings import WINGS
from cribbage_site.tests.browser.moves import play_one_step, wait_for_wanted_move
from cribbage_site.tests.browser.players import play_bot_game
from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import ROOT, Server
from tests.live.scripted_player import Visitor

LOCALE = "en_XA"  # what browsers, too, call English in disguise
DOMAINS = ("django", "djangojs")
KINDS = {".py", ".html", ".txt", ".js"}

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
STRANGE = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
DISGUISE = str.maketrans(PLAIN, STRANGE)
KEPT = re.compile(r"%\(\w+\)[sdif]|%[sdif%]|\{[^{}]*\}|<[^>]*>|&\w+;|https?://\S+|\\.")
SAID = re.compile(r'^(msgstr(?:\[\d\])? )((?:".*"\n)+)', re.MULTILINE)
FOUND = re.compile(r'^msgid(?:_plural)? ((?:".*"\n)+)', re.MULTILINE)

IN_SCRIPTS = re.compile(r"\bn?gettext\(\s*(?!text\b|one\b)(.)((?:[^\"\\\n]|\\.)*)")

# What a page says, shown or not yet, and the node that says it. What is there to be copied is no text.
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
    "Every Other|Novice|Intermediate|Advanced|HALSCRIB|Master|"
    "Elo|English|Français|en-xa|Ada|Zoe|Guest-[a-z0-9]+"
)
# What Django and the browser say by themselves, who speak real languages but no disguise.
NOT_OURS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|and|or"
THIS_LOG = r"127\.0\.0\.1:\d+/log"
CARDS = "(?:10|[A2-9TJQK])[CDHS]"
PASSED = re.compile(rf"\b(?:{NAMES}|{NOT_OURS}|{THIS_LOG}|{CARDS})\b")
WORD = re.compile("[A-Za-z]{2,}")


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def sources() -> Iterator[Path]:
    for folder in (*WINGS, "templates", "static/js"):
        for file in (ROOT / folder).rglob("*"):
            source = file.relative_to(ROOT)
            if file.suffix in KINDS and "tests" not in source.parts:
                yield source


class Texts:
    """All texts of a copy of the sources, as makemessages collects them."""

    def __init__(self, work: Path) -> None:
        self.locale = work / "locale"
        self.folder = self.locale / LOCALE / "LC_MESSAGES"
        self.folder.mkdir(parents=True)
        for file in sources():
            (work / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, work / file)
        command = [sys.executable, "-m", "django", "makemessages", "--locale", LOCALE, "--domain"]
        self.complaints = [
            line
            for domain in DOMAINS
            for line in run(*command, domain, cwd=work).splitlines()
            if not line.startswith("processing locale")
        ]

    def of(self, domain: str) -> str:
        """A catalog filled in with its own English, no text broken but where it has a new line itself."""
        return run("msgen", "--no-wrap", f"{domain}.po", cwd=self.folder)

    def translate(self, say: Callable[[str], str]) -> None:
        """Compile a language in which everything is English, said another way."""
        for domain in DOMAINS:
            english = self.of(domain).replace("INTEGER", "2").replace("EXPRESSION", "n != 1")
            head, texts = english.split("\n\n", 1)
            file = self.folder / f"{domain}.po"
            file.write_text(f"{head}\n\n{SAID.sub(partial(said_otherwise, say), texts)}", encoding="utf-8")
            run("msgfmt", "--check-format", file.name, f"--output-file={domain}.mo", cwd=self.folder)


def said_otherwise(say: Callable[[str], str], found: re.Match[str]) -> str:
    """A text as it is said, all but its holes and tags."""
    text, at = found[2], 0
    pieces = []
    for kept in KEPT.finditer(text):
        pieces += [say(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return found[1] + "".join(pieces) + say(text[at:])


def disguise(text: str) -> str:
    return text.translate(DISGUISE)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    if not all(shutil.which(program) for program in ("xgettext", "msgen", "msgfmt")):
        pytest.skip("GETTEXT IS NOT INSTALLED: whether every text can be translated was NOT tested.")
    return Texts(tmp_path_factory.mktemp("words"))


def test_the_texts_are_collected_without_complaint(texts: Texts) -> None:
    assert texts.complaints == []


def test_no_text_of_the_scripts_is_overlooked(texts: Texts) -> None:
    catalog = texts.of("djangojs")
    known = {"".join(json.loads(line) for line in each.splitlines()) for each in FOUND.findall(catalog)}
    overlooked = [
        f"{file}: {text}"
        for file in sources()
        if file.suffix == ".js" and file.name != "translate.js"
        for quote, text in IN_SCRIPTS.findall((ROOT / file).read_text(encoding="utf-8"))
        if quote != '"' or json.loads(f'"{text}"') not in known
    ]
    assert overlooked == []


@pytest.fixture(scope="module")
def disguised_server(texts: Texts) -> Iterator[Server]:
    texts.translate(disguise)
    with Server({"EXTRA_LOCALE": str(texts.locale)}) as server:
        yield server


class Reader:
    """Somebody who reads page after page, and notes what is said in plain letters."""

    def __init__(self, page: Page, url: str, *codes: str) -> None:
        self.page, self.url, self.codes = page, url, codes
        self.plain: dict[str, str] = {}

    def read(self) -> None:
        for where, text in self.page.evaluate(SAYS):
            if text not in self.codes and WORD.search(PASSED.sub("", text)):
                path = self.page.url.removeprefix(self.url)
                self.plain.setdefault(" ".join(text.split()), f"{path} {where}")

    def open(self, path: str, drawn: str = "main") -> None:
        """Read a page once that is there which its script draws last."""
        answer = self.page.goto(self.url + path)
        assert answer and answer.status < 500, path  # noqa: PT018
        self.page.wait_for_selector(drawn, state="attached")
        self.read()

    def learn(self) -> None:
        """Leaf through the lesson."""
        self.open("/learn", ".lesson-step.current")
        for step in self.page.locator(".lesson-step").evaluate_all("steps => steps.map(({ id }) => id)"):
            self.page.evaluate("step => { location.hash = step; }", step)
            self.page.wait_for_selector(f"#{step}.current")
            self.read()

    def play(self, game: str) -> None:
        """Sit at a table until the cards of the first deal are counted, and look behind the deal."""
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


@pytest.mark.in_full
@pytest.mark.slow
def test_no_text_of_the_pages_is_english_for_good(disguised_server: Server, chromium: Browser) -> None:
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
