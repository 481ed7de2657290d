"""Parsing of cards that users type, and the places in the deck that cribbage deals from."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rng.deal import card_text

CARD_NUMBERS: Mapping[str, int] = MappingProxyType({card_text(card): card for card in range(52)})
PLACES: Mapping[str, range] = MappingProxyType({"pone": range(0, 12, 2), "dealer": range(1, 12, 2)})
STARTER = 12


class InvalidCards(ValueError):
    """The input is not the required number of different cards. The message says why."""


def parse_cards(text: str) -> tuple[int, ...]:
    """Parse cards in either case, with any notation of ten."""
    words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    found = tuple(map(parse_card, words))
    for at, one in enumerate(found):
        if one in found[:at]:
            raise InvalidCards(f"The {card_text(one)} is there twice.")
    return found


def parse_card(word: str) -> int:
    """Parse one card."""
    found = CARD_NUMBERS.get(re.sub("^10", "T", word.upper()))
    if found is None:
        raise InvalidCards(f"“{word}” is no card. Cards are written 5H, 10D or TD, AS.")
    return found


def cards_text(some: Iterable[int]) -> str:
    """Format cards in players' notation."""
    return " ".join(map(card_text, some))


def dealt_hand(seat: str, deck: Sequence[int]) -> tuple[int, ...]:
    """Return the six cards of pone or the dealer, in dealt order."""
    return tuple(deck[place] for place in PLACES[seat])
