"""Parses ranges: `X` a card, `X-` it or lower, `X+` it or higher, `*` any; brackets exclude pairs."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from typing import NamedTuple

from django.utils.translation import gettext

from rng.razz.hands.cards import CARD_PATTERN, HAND, RANKS, Card, InvalidRazz, card_from_match, quoted

FEWEST = 3  # betting starts on third street
DOWN = 2  # cards that lie face down from the start, in no visible order
TOKEN = re.compile(rf"\s*(?:(?P<bracket>[()])|(?P<any>\*)|{CARD_PATTERN}(?P<way>[-+]?))", re.IGNORECASE)

Ranks = tuple[int, ...]
BracketState = tuple[int, frozenset[int]]
"""A bracket, numbered from 1 (0 is none), and the ranks that stand in it so far."""


class Slot(NamedTuple):
    """A card of a hand: its possible ranks, its bracket, and the card if it is known."""

    ranks: Ranks
    bracket: int
    card: Card | None

    @property
    def is_open(self) -> bool:
        """Whether the slot is unrestricted."""
        return not self.bracket and len(self.ranks) == len(RANKS)

    def extend_bracket(self, before: BracketState, rank: int) -> BracketState | None:
        """Return the bracket with this rank added, or None if it is already there."""
        bracket, ranks = before
        if self.bracket != bracket:
            ranks = frozenset()
        if self.bracket and rank in ranks:
            return None
        return self.bracket, ranks | {rank} if self.bracket else ranks


class Hand(NamedTuple):
    """A player's cards as a range. A `*` outside brackets only means that a card is still to come."""

    text: str
    cards_written: int
    slots: tuple[Slot, ...]
    has_loose_downs: bool  # whether the first two slots are down cards and both are unknown

    @property
    def known(self) -> tuple[Card, ...]:
        return tuple(slot.card for slot in self.slots if slot.card)

    @property
    def to_come(self) -> int:
        return HAND - len(self.slots)

    @property
    def width(self) -> int:
        """The maximum number of readings, by ranks."""
        ranged = len(self.slots) - len(self.known)
        return comb(len(RANKS) - 1 + ranged, ranged)

    def readings(self, ordered: bool) -> dict[Ranks, int]:
        """Return the possible ranks of the unknown cards, with twice the number of ways for each.

        By default, two down cards that match both ranges in either order count once: the corrected reading.
        With `ordered`, the old reading, places matter. The factor two is needed because two equal down cards
        have one pair of suits where others have two.
        """
        loose = DOWN if self.has_loose_downs and not ordered else 0
        begun = self._downs() if loose else Counter({((), frozenset({(0, frozenset[int]())})): 2})
        for slot in self.slots[loose:]:
            after: Counter[tuple[Ranks, frozenset[BracketState]]] = Counter()
            for (ranks, alikes), ways in begun.items():
                for rank in slot.ranks:
                    if now := frozenset(_extend_brackets(slot, rank, alikes)):
                        more = ranks if slot.card else tuple(sorted((*ranks, rank)))
                        after[more, now] += ways
            begun = after
        readings: Counter[Ranks] = Counter()
        for (ranks, _), ways in begun.items():
            readings[ranks] += ways
        if not readings:
            raise InvalidRazz(
                gettext("No hand fits %(text)s: no two cards in a bracket may be alike.")
                % {"text": quoted(self.text)}
            )
        return dict(readings)

    def _downs(self) -> Counter[tuple[Ranks, frozenset[BracketState]]]:
        """Return the possible ranks of the two down cards, with their possible brackets."""
        pairs: Counter[tuple[Ranks, frozenset[BracketState]]] = Counter()
        left, right = self.slots[:DOWN]
        for low in range(len(RANKS)):
            for high in range(low, len(RANKS)):
                lying = {(low, high), (high, low)}
                alikes = frozenset(
                    alike
                    for one, other in lying
                    if one in left.ranks and other in right.ranks
                    for first in _extend_brackets(left, one, {(0, frozenset())})
                    for alike in _extend_brackets(right, other, {first})
                )
                if alikes:
                    pairs[(low, high), alikes] += len(lying)
        return pairs


def _extend_brackets(slot: Slot, rank: int, alikes: Iterable[BracketState]) -> Iterator[BracketState]:
    return (now for alike in alikes if (now := slot.extend_bracket(alike, rank)) is not None)


def parse_hand(text: str) -> Hand:
    """Parse a hand: `(3-2-)45678`, `a29`, `(7-7-7)`, `**K`."""
    text = text.strip()
    slots = tuple(_parse_slots(text))
    if not FEWEST <= len(slots) <= HAND:
        raise InvalidRazz(
            gettext("A hand has %(fewest)s to %(hand)s cards, and %(text)s has %(number)s.")
            % {"fewest": FEWEST, "hand": HAND, "text": quoted(text), "number": len(slots)}
        )
    downs, later = slots[:DOWN], slots[DOWN:]
    if all(slot.is_open for slot in downs):
        downs = ()
    is_loose = len(downs) == DOWN and not any(slot.card for slot in downs)
    return Hand(text, len(slots), (*downs, *(slot for slot in later if not slot.is_open)), is_loose)


def _parse_slots(text: str) -> Iterator[Slot]:
    at, bracket, is_open, is_empty = 0, 0, False, False
    while at < len(text):
        piece = TOKEN.match(text, at)
        if piece is None:
            raise InvalidRazz(
                gettext(
                    "%(rest)s in %(text)s can’t be read. Write cards (A 2 3 ... T J Q K), X- and X+ for a "
                    "card and all below or above it, * for any card, and brackets for cards that are all "
                    "different."
                )
                % {"rest": quoted(text[at:]), "text": quoted(text)}
            )
        if piece["bracket"]:
            if is_open is (piece["bracket"] == "("):
                says = (
                    gettext("A bracket of %(text)s opens inside another.")
                    if is_open
                    else gettext("A bracket of %(text)s closes before it opens.")
                )
                raise InvalidRazz(says % {"text": quoted(text)})
            if is_open and is_empty:
                raise InvalidRazz(
                    gettext("A bracket of %(text)s has nothing in it.") % {"text": quoted(text)}
                )
            is_open, is_empty = not is_open, True
            bracket += is_open
        else:
            is_empty = False
            yield _parse_slot(piece, bracket if is_open else 0)
        at = piece.end()
    if is_open:
        raise InvalidRazz(gettext("A bracket of %(text)s is not closed.") % {"text": quoted(text)})


def _parse_slot(piece: re.Match[str], bracket: int) -> Slot:
    if piece["any"]:
        return Slot(tuple(range(len(RANKS))), bracket, None)
    card, way = card_from_match(piece), piece["way"]
    if card.suit and way:
        raise InvalidRazz(
            gettext("%(card)s%(way)s names a suit, but ranges have only ranks.") % {"card": card, "way": way}
        )
    low, high = (0 if way == "-" else card.rank), (len(RANKS) - 1 if way == "+" else card.rank)
    # If a range allows only one rank, such as A-, the card is known.
    return Slot(tuple(range(low, high + 1)), bracket, card if low == high else None)
