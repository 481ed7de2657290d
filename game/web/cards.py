"""Cards as pages write them."""

from typing import NamedTuple

from common.rendered import rendered_once
from game.engine.cards import RANKS, SUITS, Card, card, english_name
from game.table.engine_texts import card_name

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
RED = ("D", "H")


class CardLabel(NamedTuple):
    """A card in a line of text, in the reader's language."""

    says: str
    name: str
    is_red: bool


class DrawnCard(NamedTuple):
    """A card for a template, the same in every language."""

    rank: str
    suit: str
    is_red: bool
    name: str
    text: str


@rendered_once(52 * 2)  # in two languages
def card_label(card: Card) -> CardLabel:
    rank, suit = RANKS[card >> 2], SUITS[card & 3]
    return CardLabel(("10" if rank == "T" else rank) + SIGNS[suit], card_name(card), suit in RED)


def draw_card(text: str) -> DrawnCard:
    """Return a card from its text, such as 5H."""
    rank = "10" if text[0] == "T" else text[0]
    return DrawnCard(rank, SIGNS[text[1]], text[1] in RED, english_name(card(text)), text)
