"""A whole game by ear: played with the keyboard from what live regions say and what has the focus, and nothing else."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket
import pytest

from cribbage_site.tests.server import Server
from cribbage_site.tests.test_play_in_browser import DESKTOP, visitor

pytestmark = pytest.mark.browser

# A screen reader's ears: every text that comes into any live region, in order, as soon as it is there.
EARS = """() => {
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
    window.heard = [];
    const hear = (target, text) => {
        const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
        if (region && region.ariaLive !== "off" && !region.closest("[hidden], [aria-hidden=true], [inert]") && text.trim()) {
            window.heard.push(text.trim().replace(/\\s+/g, " "));
        }
    };
    new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
            if (type === "characterData") hear(target, target.data);
            else for (const node of addedNodes) hear(target, node.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""

RANKS = dict(zip("A23456789TJQK", "ace two three four five six seven eight nine ten jack queen king".split(), strict=True))
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
FACT = re.compile(
    r"(?P<who>You|\w+) plays? the (?P<card>\w+ of \w+)"
    r"|(?P<goes>You|\w+) says? go\b"
    r"|The starter is the (?P<starter>\w+ of \w+)"
    r"|Deal (?P<deal>\d+)"
    r"|(?P<hand>Your|\w+’s) (?P<what>hand|crib), [^:]*:"
    r"|(?P<scores>You|\w+) (?P<score>\d+)\."
    r"|(?P<wins>You|\w+) wins?\b"
)


def card(code: str) -> str:
    return f"{RANKS[code[0]]} of {SUITS[code[1]]}"


def facts_told(frames: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What the server's events told, in their order."""
    [table] = [frame for frame in frames if frame["t"] == "table"]
    names = [player["name"] for player in table["players"]]
    names[table["you"]] = "You"
    for event in (event for frame in frames if frame["t"] == "event" for event in frame["events"]):
        match event:
            case {"e": "dealt", "number": number}:
                yield "deal", str(number)
            case {"e": "starter", "card": starter}:
                yield "starter", card(starter)
            case {"e": "played", "seat": seat, "card": played}:
                yield "card", names[seat], card(played)
            case {"e": "go", "seat": seat}:
                yield "goes", names[seat]
            case {"e": "counted", "seat": seat, "what": what}:
                yield "what", "Your" if names[seat] == "You" else f"{names[seat]}’s", what
            case {"e": "pegged", "seat": seat, "score": score}:
                yield "score", names[seat], str(score)
            case {"e": "over", "winner": winner}:
                yield "wins", names[winner]


def facts_heard(heard: list[str]) -> Iterator[tuple[str, ...]]:
    """What somebody who listens has learnt, in the order of hearing it."""
    for fact in FACT.finditer(" ".join(heard)):
        kind = fact.lastgroup or ""
        yield kind, *(text for text in fact.groups() if text)


class Listener:
    """Somebody at the table who sees nothing, and has a keyboard."""

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
        return self.page.evaluate("window.heard")

    @property
    def focused(self) -> str:
        """The name and role of what has the focus, as it is read out."""
        return self.page.locator(":focus").aria_snapshot() if self.page.locator(":focus").count() else ""

    def news(self) -> str:
        """All that was said since, once something was."""
        self.page.wait_for_function("(n) => window.heard.length > n", arg=self.noticed)
        heard = self.heard
        news, self.noticed = heard[self.noticed :], len(heard)
        return " ".join(news)
