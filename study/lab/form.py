"""Parse the lab's form: lenient about spelling, with explanations of faults. Pure.

static/js/study/lab/position-input.js parses the same way, so that the page can answer while a visitor types.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext, gettext_lazy

from game.bots.brain import Cards
from game.engine.cards import RANKS, SUITS, Card
from game.engine.state import SKUNK_LINES
from game.table.engine_texts import card_name

T = TypeVar("T")

HAND = 6
# This leaves six cards for the opponent, and a starter.
MOST_SEEN = 52 - HAND - HAND - 1
LONGEST = 400

SIGNS = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS")
WORD = re.compile(r"(?P<rank>10|[A1-9TJQK])\s*(?P<suit>[CDHS])|[\s,;:.+/|\uFE0F-]+|(?P<odd>[^\s,;]+)")
FIGURES = re.compile("[0-9]{1,3}")
MORE = (
    gettext_lazy("One more card, please."),
    gettext_lazy("Two more cards, please."),
    gettext_lazy("Three more cards, please."),
    gettext_lazy("Four more cards, please."),
    gettext_lazy("Five more cards, please."),
)
TARGETS = tuple(map(str, SKUNK_LINES))


class InvalidInput(ValueError):
    """A text that cannot be parsed, with an explanation."""


@dataclass(frozen=True, slots=True)
class Position:
    """Six cards before the discard, and the state of the game."""

    six: Cards
    dealer: bool
    mine: int
    theirs: int
    target: int
    seen: Cards = ()


@dataclass(frozen=True, slots=True)
class ParsedForm:
    """The input, the faults by field, and the position if there are none."""

    entered: Mapping[str, str]
    faults: Mapping[str, str]
    position: Position | None


DEFAULTS = {"cards": "", "dealer": "1", "mine": "0", "theirs": "0", "target": "121", "seen": ""}


def parse_form(form: Mapping[str, str]) -> ParsedForm:
    """Parse the lab's form. Missing fields have the values of the empty form."""
    entered = {field: form.get(field, at_first)[: LONGEST + 1] for field, at_first in DEFAULTS.items()}
    faults: dict[str, str] = {}

    def parse_field(field: str, parse: Callable[..., T], *args: object) -> T | None:
        try:
            return parse(entered[field], *args)
        except InvalidInput as fault:
            faults[field] = str(fault)
            return None

    six = parse_field("cards", parse_six)
    dealer = parse_field("dealer", parse_choice, ("1", "0"))
    target = int(parse_field("target", parse_choice, TARGETS) or DEFAULTS["target"])
    mine, theirs = parse_field("mine", parse_score, target), parse_field("theirs", parse_score, target)
    seen = parse_field("seen", parse_seen, six or ())
    if six is None or mine is None or theirs is None or seen is None or faults:
        return ParsedForm(entered, faults, None)
    return ParsedForm(entered, faults, Position(six, dealer == "1", mine, theirs, target, seen))


def parse_cards(text: str) -> Cards:
    """Parse cards in any notation: "5H 5s,jd", "10♥", "5h5sjd"."""
    if len(text) > LONGEST:
        raise InvalidInput(gettext("That’s more than a deck."))
    cards: list[Card] = []
    for word in WORD.finditer(text.upper().translate(SIGNS)):
        if word["odd"]:
            raise InvalidInput(
                gettext("“%(odd)s” isn’t a card. Write cards as 5H, 10D, AS.") % {"odd": word["odd"]}
            )
        if word["rank"]:
            rank = {"10": "T", "1": "A"}.get(word["rank"], word["rank"])
            cards.append(RANKS.index(rank) * 4 + SUITS.index(word["suit"]))
    for n, card in enumerate(cards):
        if card in cards[:n]:
            raise InvalidInput(gettext("You’ve entered the %(card)s twice.") % {"card": card_name(card)})
    return tuple(cards)


def parse_six(text: str) -> Cards:
    """Parse the six cards."""
    cards = parse_cards(text)
    if len(cards) > HAND:
        raise InvalidInput(gettext("Enter six cards, not %(number)s.") % {"number": len(cards)})
    if not cards:
        raise InvalidInput(gettext("Choose six cards."))
    if missing := HAND - len(cards):
        raise InvalidInput(str(MORE[missing - 1]))
    return cards


def parse_seen(text: str, six: Cards) -> Cards:
    """Parse cards that are known to be neither in the hand nor still to come."""
    cards = parse_cards(text)
    for card in cards:
        if card in six:
            raise InvalidInput(gettext("The %(card)s is one of your six.") % {"card": card_name(card)})
    if len(cards) > MOST_SEEN:
        raise InvalidInput(
            gettext(
                "You can’t have seen more than %(most_seen)s other cards, because the rest haven’t "
                "been dealt yet."
            )
            % {"most_seen": MOST_SEEN}
        )
    return cards


def parse_score(text: str, target: int) -> int:
    """Parse a score. An empty one is 0."""
    figures = text.strip()
    if not figures:
        return 0
    if not FIGURES.fullmatch(figures) or int(figures) >= target:
        raise InvalidInput(gettext("Enter a score from 0 to %(most)s.") % {"most": target - 1})
    return int(figures)


def parse_choice(text: str, choices: Sequence[str]) -> str:
    """Parse one of several choices."""
    if text not in choices:
        one, other = choices
        raise InvalidInput(gettext("Choose %(one)s or %(other)s.") % {"one": one, "other": other})
    return text
