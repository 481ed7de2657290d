"""The cards that a player may know at a moment of a game, and the cards in a frame."""

import re
from functools import cache, lru_cache
from typing import Any

from bench.chaos.reference_game import ReferenceGame
from common.formats.json import encode
from game.engine.cards import Card, english_name, text
from tests.worlds.scripted_player import Frame

WRITTEN = {text(number): number for number in range(52)}
SPOKEN = {english_name(number): number for number in range(52)}
CODES = re.compile(r"\b[A2-9TJQK][CDHS]\b")
NAMES = re.compile("|".join(SPOKEN))


def cards_named_in(part: Any) -> frozenset[Card]:
    """The cards that a part of a frame names, as 5H or as the five of hearts."""
    return _named(encode(part).decode())


@lru_cache(maxsize=10_000)
def _named(words: str) -> frozenset[Card]:
    written = {WRITTEN[code] for code in CODES.findall(words)}
    return frozenset(written | {SPOKEN[said] for said in NAMES.findall(words if " of " in words else "")})


class KnownCards:
    """The cards of a game that a seat or a watcher may know."""

    def __init__(self, reference: ReferenceGame) -> None:
        self.reference = reference
        self.deals: list[int] = [0]
        self.dealers = {0: 0}
        for word in reference.tokens:
            self.deals.append(int(word[1:]) if word[0] == "#" else self.deals[-1])
        self.cut = self._cut()
        self.known = cache(self._known)

    def _cut(self) -> set[Card]:
        """The cards turned in the cut for deal; who has the lower one deals first, then in turn."""
        turned: list[Card] = []
        first = self.reference.rules.first_dealer
        if first is None:
            deck = self.reference.deck(0)
            while not turned or turned[-1] // 4 == turned[-2] // 4:
                turned += deck[len(turned) : len(turned) + 2]
            first = 0 if turned[-2] // 4 < turned[-1] // 4 else 1
        self.dealers = {number: (int(first) + number - 1) % 2 for number in range(1, max(self.deals) + 1)}
        return set(turned)

    def dealt(self, number: int, you: int) -> tuple[Card, ...]:
        """Pone has the first card of a deck, the dealer the second, and so on to six."""
        return self.reference.deck(number)[self.dealers[number] == you : 12 : 2]

    def all_cards(self, number: int) -> set[Card]:
        """All cards of a deal that are ever shown."""
        return set(self.reference.deck(number)[:13])

    def _known(self, ply: int, you: int | None) -> set[Card]:
        """The cards of the deal under way that may be known."""
        number, words = self.deals[ply], self.reference.tokens[:ply]
        if number == 0:
            return set()
        if self.is_over(ply):
            return self.all_cards(number)
        own = set() if you is None else set(self.dealt(number, you))
        since = words[len(words) - words[::-1].index(f"#{number}") :]
        said = [word.partition("/")[0][1:] for word in since]
        played = {WRITTEN[word] for word in said if word in WRITTEN}
        throws = [word for word in said if word.isdigit()]
        starter = {self.reference.deck(number)[12]} if len(throws) == 2 else set()
        laid = self.reference.states[ply].laid
        crib = set(laid.cards) if laid is not None and laid.what == "crib" else set()
        return own | played | starter | crib

    def is_over(self, ply: int) -> bool:
        return ply == len(self.reference.tokens)

    def open_links(self, ply: int) -> set[str]:
        """The deals whose links may be shown: those that are over."""
        deal = self.deals[ply]
        return {str(number) for number in range(deal + 1 if self.is_over(ply) else deal)}

    def find_leaks(
        self, you: int | None, ply: int, frame: Frame, refused_request: Frame | None
    ) -> frozenset[Any]:
        """The cards that a frame gives away to a seat that knows of a ply; or links before their time."""
        match frame["t"]:
            case "event":
                return self._in_events(you, frame) | self._in_view(you, frame["ply"], frame["view"])
            case "table":
                rest = {key: value for key, value in frame.items() if key not in ("view", "fair", "history")}
                return (
                    cards_named_in(rest)
                    | self._in_history(you, frame["ply"], frame.get("history", []))
                    | self._in_view(you, frame["ply"], frame["view"])
                    | self._in_fair(frame["ply"], frame["fair"])
                )
            case "fair":
                return self._in_fair(ply, frame)
            case "receipts":
                notes = [note.partition("\n\n")[0] for note in frame["notes"]]
                return frozenset[Any]().union(*(self._in_receipt(you, ply, text) for text in notes))
            case "refused":
                return cards_named_in(frame) - cards_named_in(refused_request)
        return cards_named_in(frame)

    def _in_receipt(self, you: int | None, ply: int, text: str) -> frozenset[Any]:
        """A receipt names this seat's six cards, or what was played in a deal whose link is open."""
        step, _, number = next(line for line in text.splitlines() if line.startswith("step "))[5:].partition(
            " "
        )
        if step == "shown":
            named = cards_named_in(text) - self.all_cards(int(number))
            return named | ({f"link {number}"} - {f"link {d}" for d in self.open_links(ply)})
        may = set(self.dealt(int(number), you)) if step == "saw" and you is not None else set()
        return cards_named_in(text) - may

    def _in_events(self, you: int | None, frame: Frame) -> frozenset[Card]:
        """Until the next deal, events are about the previous deal, which they end."""
        told: frozenset[Card] = frozenset()
        deal = self.deals[frame["since"]]
        for event in frame["events"]:
            if event["e"] == "dealt":
                deal = event["number"]
            if event["e"] == "cut_for_deal":
                may = self.cut
            elif deal < self.deals[frame["ply"]]:
                may = self.all_cards(deal)
            else:
                may = self.known(frame["ply"], you)
            told |= cards_named_in(event) - may
        return told

    def _in_history(self, you: int | None, ply: int, moves: list[Frame]) -> frozenset[Card]:
        """The moves up to a ply contain only cards that may be known by then."""
        since = [self._in_events(you, {**move, "since": move["ply"] - 1, "ply": ply}) for move in moves]
        return frozenset[Card]().union(*since)

    def _in_view(self, you: int | None, ply: int, view: Frame) -> frozenset[Card]:
        now = {key: value for key, value in view.items() if key not in ("cut", "show")}
        told = cards_named_in(now) - self.known(ply, you) | cards_named_in(view["cut"]) - self.cut
        if view.get("show"):
            shown = view["show"]["deal"]
            may = self.known(ply, you) if shown == self.deals[ply] else self.all_cards(shown)
            told |= cards_named_in(view["show"]) - may
        return told

    def _in_fair(self, ply: int, fair: Frame) -> frozenset[Any]:
        told = {key: value for key, value in fair.items() if key != "params"}
        return cards_named_in(told) | {
            f"link {number}" for number in set(fair["links"]) - self.open_links(ply)
        }
