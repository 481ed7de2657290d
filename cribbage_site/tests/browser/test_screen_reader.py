"""A game by ear: played by keyboard, only from live regions and from the element with focus.

Counts and goes continue by themselves, and nothing of them goes unheard.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket

from cribbage_site.tests.browser.visitors import DESKTOP, ask_for_short_games, visitor_page
from cribbage_site.tests.repetitions import FULL_PROOF
from cribbage_site.tests.server_process import Server
from game.engine.cards import card, english_name

pytestmark = pytest.mark.slow

# A screen reader: every text that appears in any live region, in order, as soon as it appears.
EARS = """() => {
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
    window.heard = [];
    const hear = (target, text) => {
        const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
        const isHeard = region && !region.closest("[hidden], [aria-hidden=true], [inert], [aria-live=off]");
        if (isHeard && text.trim()) window.heard.push(text.trim());
    };
    new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
            if (type === "characterData") hear(target, target.data);
            else for (const node of addedNodes) hear(target, node.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""

FACT = re.compile(
    r"(?P<who>You|Novice) plays? the (?P<card>\w+ of \w+)"
    r"|(?P<goes>You|Novice) says? go\b"
    r"|The starter is the (?P<starter>\w+ of \w+)"
    r"|Deal (?P<deal>\d+)"
    r"|(?P<hand>Your|Novice’s) (?P<what>hand|crib), [^:]*:"
    r"|(?P<scores>You|Novice) (?P<score>\d+)\."
    r"|(?P<wins>You|Novice) wins?\b"
)


def facts_told(frames: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield the facts in the server's events, in their order."""
    [table] = [frame for frame in frames if frame["t"] == "table"]
    names = [player["name"] for player in table["players"]]
    names[table["you"]] = "You"
    for event in (event for frame in frames if frame["t"] == "event" for event in frame["events"]):
        match event:
            case {"e": "dealt", "number": number}:
                yield "deal", str(number)
            case {"e": "starter", "card": starter}:
                yield "starter", english_name(card(starter))
            case {"e": "played", "seat": seat, "card": played}:
                yield "card", names[seat], english_name(card(played))
            case {"e": "go", "seat": seat}:
                yield "goes", names[seat]
            case {"e": "counted", "seat": seat, "what": what}:
                yield "what", "Your" if names[seat] == "You" else f"{names[seat]}’s", what
            case {"e": "pegged", "seat": seat, "score": score}:
                yield "score", names[seat], str(score)
            case {"e": "over", "winner": winner}:
                yield "wins", names[winner]


def facts_heard(heard: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the facts that a listener has heard, in that order."""
    for fact in FACT.finditer(" ".join(heard)):
        kind = fact.lastgroup or ""
        yield kind, *(text for text in fact.groups() if text)


THE_END = re.compile(r"\bwins?\b" if FULL_PROOF else r"\bDeal 2\b")
WISHES = ("Choose two cards", "These two go to", "play a card")


class Listener:
    """A player at the table who sees nothing and uses a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.noticed = 0
        page.add_init_script(f"({EARS})()")
        page.on("websocket", self.tap)

    def tap(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    @property
    def heard(self) -> list[str]:
        return list(self.page.evaluate("window.heard"))

    @property
    def focused(self) -> str:
        """Return the name and role of the focused element, as a screen reader reads it."""
        return self.page.locator(":focus").aria_snapshot() if self.page.locator(":focus").count() else ""

    def listen(self) -> str:
        """Return the next announcements, and the name of the element with focus."""
        self.page.wait_for_function("(n) => window.heard.length > n", arg=self.noticed)
        heard = self.heard
        news, self.noticed = heard[self.noticed :], len(heard)
        return f"{' '.join(news)} {self.focused}"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def ask(self, key: str, answer: str) -> None:
        """Press a key and expect this answer. It is not recorded as a fact of the game."""
        self.press(key)
        self.page.wait_for_function(
            """([noticed, answer]) => {
                const n = window.heard.findIndex((text, n) => n >= noticed && text.startsWith(answer));
                return n !== -1 && window.heard.splice(n, 1);
            }""",
            arg=[self.noticed, answer],
        )

    def answer(self, said: str) -> None:
        """Do what was asked for last, if anything. After Novice's discard the same question is repeated."""
        wish = max(WISHES, key=said.rfind)
        match wish if wish in said else None:
            case "Choose two cards":
                self.press("1", "2")
                assert "[pressed]" in self.focused
                self.press("Enter")
            case "play a card":
                assert "button" in self.focused
                while "over thirty-one" in self.focused:
                    self.press("ArrowRight")
                self.press("Enter")
            case "These two go to":
                self.press("Enter")


def test_a_game_is_played_by_ear(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **DESKTOP) as page:
        listener = Listener(page)
        ask_for_short_games(page)
        page.goto(server.url)
        while "Play Novice" not in listener.focused:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        while "Choose two cards" not in (said := listener.listen()):
            pass
        listener.ask("s", "You 0. Novice 0. A game to 61. Deal 1: ")
        listener.ask("c", "There is no count right now.")
        listener.ask("t", "Choose two cards")
        while not THE_END.search(said):
            listener.answer(said)
            said = listener.listen()
        assert not FULL_PROOF or "heading" in listener.focused
        assert list(facts_heard(listener.heard)) == list(facts_told(listener.frames))
