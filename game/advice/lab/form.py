"""What somebody asks the lab, as text: read with patience, refused with a sentence. Pure.

static/js/lab/position-input.js reads the same, so that a page can answer while one types.
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
# So many may be known to be elsewhere that six for the opponent and a starter remain.
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
    """A text that cannot be read, with a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """Six cards before the throw, and how the game stands."""

    six: Cards
    dealer: bool
    mine: int
    theirs: int
    target: int
    seen: Cards = ()


@dataclass(frozen=True, slots=True)
class ParsedForm:
    """What was entered, what is wrong with which field, and the position it makes if nothing is."""

    entered: Mapping[str, str]
    faults: Mapping[str, str]
    position: Position | None


DEFAULTS = {"cards": "", "dealer": "1", "mine": "0", "theirs": "0", "target": "121", "seen": ""}


def parse_form(form: Mapping[str, str]) -> ParsedForm:
    """The lab's form as it was filled in; what was left out is as the empty form has it."""
    entered = {field: form.get(field, at_first)[: LONGEST + 1] for field, at_first in DEFAULTS.items()}
    faults: dict[str, str] = {}

    def of(field: str, how: Callable[..., T], *more: object) -> T | None:
        try:
            return how(entered[field], *more)
        except InvalidInput as fault:
            faults[field] = str(fault)
            return None

    six = of("cards", parse_six)
    dealer = of("dealer", parse_choice, ("1", "0"))
    target = int(of("target", parse_choice, TARGETS) or DEFAULTS["target"])
    mine, theirs = of("mine", parse_score, target), of("theirs", parse_score, target)
    seen = of("seen", parse_seen, six or ())
    if six is None or mine is None or theirs is None or seen is None or faults:
        return ParsedForm(entered, faults, None)
    return ParsedForm(entered, faults, Position(six, dealer == "1", mine, theirs, target, seen))


def parse_cards(text: str) -> Cards:
    """Cards however they are written: "5H 5s,jd", "10♥", "5h5sjd"."""
    if len(text) > LONGEST:
        raise InvalidInput(gettext("This is longer than a deck."))
    found: list[Card] = []
    for word in WORD.finditer(text.upper().translate(SIGNS)):
        if word["odd"]:
            raise InvalidInput(
                gettext("“%(odd)s” is no card. Cards are written 5H, 10D, AS.") % {"odd": word["odd"]}
            )
        if word["rank"]:
            rank = {"10": "T", "1": "A"}.get(word["rank"], word["rank"])
            found.append(RANKS.index(rank) * 4 + SUITS.index(word["suit"]))
    for n, card in enumerate(found):
        if card in found[:n]:
            raise InvalidInput(gettext("The %(card)s is there twice.") % {"card": card_name(card)})
    return tuple(found)


def parse_six(text: str) -> Cards:
    """The six cards that were dealt."""
    found = parse_cards(text)
    if len(found) > HAND:
        raise InvalidInput(gettext("Six cards are dealt, and here are %(number)s.") % {"number": len(found)})
    if not found:
        raise InvalidInput(gettext("Choose six cards."))
    if missing := HAND - len(found):
        raise InvalidInput(str(MORE[missing - 1]))
    return found


def parse_seen(text: str, six: Cards) -> Cards:
    """Cards that are known to be neither in the hand nor still to come."""
    found = parse_cards(text)
    for card in found:
        if card in six:
            raise InvalidInput(gettext("The %(card)s is among your six.") % {"card": card_name(card)})
    if len(found) > MOST_SEEN:
        raise InvalidInput(
            gettext("No more than %(most_seen)s cards can have been seen: the others are yet to be dealt.")
            % {"most_seen": MOST_SEEN}
        )
    return found


def parse_score(text: str, target: int) -> int:
    """The points somebody has; none is as good as nought."""
    figures = text.strip()
    if not figures:
        return 0
    if not FIGURES.fullmatch(figures) or int(figures) >= target:
        raise InvalidInput(gettext("A score is a whole number from 0 to %(most)s.") % {"most": target - 1})
    return int(figures)


def parse_choice(text: str, choices: Sequence[str]) -> str:
    """One of the answers there are."""
    if text not in choices:
        one, other = choices
        raise InvalidInput(gettext("Choose %(one)s or %(other)s.") % {"one": one, "other": other})
    return text
