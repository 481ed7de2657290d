"""Cards: numbers from 0 to 51, written 5H, TD, AS."""

from collections.abc import Iterable

from game.engine.i18n import gettext_noop

Card = int

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RANK_NAMES = (
    gettext_noop("ace"), gettext_noop("two"), gettext_noop("three"), gettext_noop("four"),
    gettext_noop("five"), gettext_noop("six"), gettext_noop("seven"), gettext_noop("eight"),
    gettext_noop("nine"), gettext_noop("ten"), gettext_noop("jack"), gettext_noop("queen"),
    gettext_noop("king"),
)  # fmt: skip
SUIT_NAMES = (
    gettext_noop("clubs"), gettext_noop("diamonds"), gettext_noop("hearts"), gettext_noop("spades"),
)  # fmt: skip
TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
PIPS = tuple(min(number // 4 + 1, 10) for number in range(52))
JACK = RANKS.index("J")
# Of a deck nothing else ever comes to the table: six cards each, and the starter.
CARDS_OF_A_DEAL = 13

_NUMBERS = {text: number for number, text in enumerate(TEXTS)}


def card(text: str) -> Card:
    """Parse one card: card("5H")."""
    try:
        return _NUMBERS[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card; cards are written 5H, TD, AS.") from None


def cards(text: str) -> tuple[Card, ...]:
    """Parse several cards separated by spaces: cards("5H 5S JD")."""
    return tuple(card(word) for word in text.split())


def text(number: Card) -> str:
    """How a card is written: text(18) is "5H"."""
    return TEXTS[number]


def texts(numbers: Iterable[Card]) -> tuple[str, ...]:
    """How several cards are written, one by one."""
    return tuple(map(TEXTS.__getitem__, numbers))


def english_name(number: Card) -> str:
    """The name of a card in words: the five of hearts."""
    return f"{RANK_NAMES[number >> 2]} of {SUIT_NAMES[number & 3]}"
