"""The deal: a deck from its key, and the cards every other one."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from rng.shuffle import shuffle
from rng.twister import twister


class DealtCards(NamedTuple):
    """What a deck gives to whom, in dealt order."""

    pone: tuple[int, ...]
    dealer: tuple[int, ...]
    starter: int


def deck(key: bytes) -> tuple[int, ...]:
    """The 52 cards of one deal, from its key of 64 bytes."""
    return shuffle(twister(key))


def deal_six(cards: Sequence[int]) -> DealtCards:
    """Six cards each, pone first and then every other, and the next is the starter."""
    return DealtCards(pone=tuple(cards[0:12:2]), dealer=tuple(cards[1:12:2]), starter=cards[12])


# So many cards of 52 a number of 64 bits has room for.
BEGINNING_LENGTH = 11


def beginning(cards: Sequence[int]) -> int:
    """The first eleven cards, in order, as one number."""
    return reduce(lambda number, card: number * 52 + card, cards[:BEGINNING_LENGTH], 0)


def card_text(card: int) -> str:
    """A card as players write it: 5H, TD, AS."""
    return "A23456789TJQK"[card // 4] + "CDHS"[card % 4]
