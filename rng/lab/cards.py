"""Cards as somebody types them, and a deck's places as cribbage deals them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rng.deal import card_text

CARDS: Mapping[str, int] = MappingProxyType({card_text(card): card for card in range(52)})
PLACES: Mapping[str, range] = MappingProxyType({"pone": range(0, 12, 2), "dealer": range(1, 12, 2)})
STARTER = 12


class NotCards(ValueError):
    """What was typed is not so many different cards; the sentence says why."""


def cards(text: str) -> tuple[int, ...]:
    """The cards of a text, in either case and with a ten written as one likes."""
    words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    found = tuple(map(card, words))
    for at, one in enumerate(found):
        if one in found[:at]:
            raise NotCards(f"The {card_text(one)} is there twice.")
    return found


def card(word: str) -> int:
    """One card."""
    found = CARDS.get(re.sub("^10", "T", word.upper()))
    if found is None:
        raise NotCards(f"“{word}” is no card. Cards are written 5H, 10D or TD, AS.")
    return found


def written(some: Iterable[int]) -> str:
    """Cards as players write them."""
    return " ".join(map(card_text, some))


def dealt_to(seat: str, deck: Sequence[int]) -> tuple[int, ...]:
    """The six cards of pone or the dealer, in the order they were dealt."""
    return tuple(deck[place] for place in PLACES[seat])
