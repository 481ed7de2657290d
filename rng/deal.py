"""The deal: a deck from its key, and the cards of both hands in turn."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from rng.shuffle import shuffle
from rng.twister import twister


class DealtCards(NamedTuple):
    """The cards of both hands and the starter, in dealt order."""

    pone: tuple[int, ...]
    dealer: tuple[int, ...]
    starter: int


def deck(key: bytes) -> tuple[int, ...]:
    """Return the 52 cards of one deal from its 64-byte key."""
    return shuffle(twister(key))


def deal_six(cards: Sequence[int]) -> DealtCards:
    """Deal six cards each, alternating from pone. The next card is the starter."""
    return DealtCards(pone=tuple(cards[0:12:2]), dealer=tuple(cards[1:12:2]), starter=cards[12])


# The first eleven of 52 cards fit into 64 bits.
BEGINNING_LENGTH = 11


def beginning(cards: Sequence[int]) -> int:
    """Return the first eleven cards, in order, as one number."""
    return reduce(lambda number, card: number * 52 + card, cards[:BEGINNING_LENGTH], 0)


def card_text(card: int) -> str:
    """Return a card in players' notation: 5H, TD, AS."""
    return "A23456789TJQK"[card // 4] + "CDHS"[card % 4]
