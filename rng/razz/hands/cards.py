"""Razz cards: ranks with the ace low. Suits don't matter; they only tell cards apart."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS_PER_RANK = len(SUITS)
DECK = len(RANKS) * CARDS_PER_RANK
HAND = 7

CARD_PATTERN = rf"(?P<rank>10|[{RANKS}])(?P<suit>[{SUITS}]?)"
_ONE = re.compile(rf"[\s,]*{CARD_PATTERN}", re.IGNORECASE)

RanksLeft = tuple[int, ...]
"""How many cards of each rank a deck still holds."""


class InvalidRazz(ValueError):
    """The input is not cards of one deck, or not hands of this game. The message says why."""


class Card(NamedTuple):
    """A card as written: its rank from 0, and its suit if given."""

    rank: int
    suit: str = ""

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit.lower()


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards in players' notation, with or without spaces: `A 2 3`, `a23`, `10 Kh`."""
    found, at, text = [], 0, text.rstrip(", \t\r\n")
    while at < len(text):
        match = _ONE.match(text, at)
        if match is None:
            raise InvalidRazz(
                gettext("%(text)s is not a card: a card is one of A 2 3 4 5 6 7 8 9 T J Q K.")
                % {"text": quoted(text[at:])}
            )
        found.append(card_from_match(match))
        at = match.end()
    return tuple(found)


def card_from_match(match: re.Match[str]) -> Card:
    """Return the card of a match of a pattern with CARD in it."""
    rank = match["rank"].upper().replace("10", "T")
    return Card(RANKS.index(rank), match["suit"].upper())


def ranks_left(gone: Iterable[Card]) -> RanksLeft:
    """Return the deck without these cards. Raise InvalidRazz if one deck can't contain them."""
    gone = tuple(gone)
    for card, times in Counter(card for card in gone if card.suit).items():
        if times > 1:
            raise InvalidRazz(
                gettext("%(card)s appears %(times)s times, but a deck has only one.")
                % {"card": card, "times": times}
            )
    left = [CARDS_PER_RANK] * len(RANKS)
    for card in gone:
        left[card.rank] -= 1
    for rank, rest in zip(RANKS, left, strict=True):
        if rest < 0:
            raise InvalidRazz(
                gettext("There are %(number)s cards of rank %(rank)s, but a deck has only %(of_a_rank)s.")
                % {"number": CARDS_PER_RANK - rest, "rank": rank, "of_a_rank": CARDS_PER_RANK}
            )
    return tuple(left)


def set_bits(bits: int) -> tuple[int, ...]:
    """Return the positions of the set bits: the ranks of a hand, or the winners of a deal."""
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


def quoted(text: str) -> str:
    """Return user input in quotes, shortened if it is long."""
    text = text.strip()
    return repr(text if len(text) <= 12 else f"{text[:12]}…")
