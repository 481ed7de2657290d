"""Reads decks to be tested, one per line: CSV, such as this site's downloads, or separated by spaces."""

import csv
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from rng.deal import card_text
from rng.fairness.statistics import CARDS, Decks

BATCH_SIZE = 8192

# A card is in players' notation or its number.
CARD = {text: card for card in range(CARDS) for text in (card_text(card), str(card))}
DECK = set(range(CARDS))


class InvalidDeck(Exception):
    """A line that is not a deck. The message is a sentence."""


def parse_decks(lines: Iterable[str]) -> Iterator[Decks]:
    """Yield the decks of a file in batches, from columns c1 to c52 or else the last 52 columns."""
    decks, columns = bytearray(), slice(-CARDS, None)
    for number, row in enumerate(csv.reader(lines), start=1):
        if len(row) == 1:
            row = row[0].split()
        if number == 1:
            columns = _deck_columns(row)
        cards = [CARD.get(text.strip().upper()) for text in row[columns]]
        if set(cards) == DECK:
            decks.extend(card for card in cards if card is not None)
        elif row and not (number == 1 and _is_heading(cards)):
            raise InvalidDeck(f"Line {number} is no deck: {_describe_fault(row, row[columns], cards)}.")
        if len(decks) == BATCH_SIZE * CARDS:
            yield _deck_array(decks)
            decks = bytearray()
    if decks:
        yield _deck_array(decks)


def _deck_columns(heading: Sequence[str]) -> slice:
    """Return the columns of the decks, from the first line.

    Our own files have other columns on both sides.
    """
    names = [name.strip().lower() for name in heading]
    first = names.index("c1") if "c1" in names else -CARDS
    return slice(first, first + CARDS or None)


def _is_heading(cards: Sequence[int | None]) -> bool:
    return all(card is None for card in cards)


def _describe_fault(row: Sequence[str], texts: Sequence[str], cards: Sequence[int | None]) -> str:
    if len(cards) < CARDS:
        return f"it has {len(row)} columns, and a deck takes 52"
    for text, card in zip(texts, cards, strict=True):
        if card is None:
            return f"{text!r} is no card (they are written 5H, TD, AS, or 0 to 51)"
    twice = next(card for card in cards if card is not None and cards.count(card) > 1)
    return f"{card_text(twice)} is in it twice"


def _deck_array(decks: bytearray) -> Decks:
    return np.frombuffer(bytes(decks), np.uint8).reshape(-1, CARDS)
