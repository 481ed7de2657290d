"""Counts the exact distribution of a razz hand: the ways of the remaining cards to make each row."""

from collections import Counter
from math import comb
from typing import NamedTuple

from django.utils.translation import gettext

from rng.razz.hands.cards import HAND, RANKS, InvalidRazz, RanksLeft, parse_cards, ranks_left

NULL = -1
FIVE = 5
ROWS = (NULL, *range(FIVE, len(RANKS) + 1))
"""A row is the highest of a hand's five lowest ranks, or null: fewer than five ranks, whatever is drawn."""


class Start(NamedTuple):
    """A player's ranks, and the deck for the cards to come."""

    own: tuple[int, ...]
    left: RanksLeft

    @property
    def to_come(self) -> int:
        return HAND - len(self.own)


def parse_start(cards: str, others: str = "", dead: str = "") -> Start:
    """Parse a player's cards. Cards seen elsewhere or dead can't come any more."""
    own, gone = parse_cards(cards), (*parse_cards(others), *parse_cards(dead))
    if not 1 <= len(own) <= HAND:
        raise InvalidRazz(
            gettext("Start with 1 to %(hand)s cards, not %(number)s.") % {"hand": HAND, "number": len(own)}
        )
    begun = Start(tuple(card.rank for card in own), ranks_left((*own, *gone)))
    if sum(begun.left) < begun.to_come:
        raise InvalidRazz(
            gettext("Too many cards are gone: %(to_come)s are still to come, but only %(left)s are left.")
            % {"to_come": begun.to_come, "left": sum(begun.left)}
        )
    return begun


def count_rows(start: Start) -> dict[int, int]:
    """Count the ways to each row, from the ace upward: how many of which rank, not which cards."""
    rows: Counter[int] = Counter()
    ways = Counter({(0, 0): 1})  # by the number of ranks so far, and the number of cards so far
    for rank, left in enumerate(start.left):
        above = sum(start.left[rank + 1 :])
        after: Counter[tuple[int, int]] = Counter()
        for (ranks, come), so_far in ways.items():
            for more in range(min(left, start.to_come - come) + 1):
                count, now = so_far * comb(left, more), come + more
                there = ranks + (rank in start.own or more > 0)
                if there == FIVE:
                    rows[rank + 1] += count * comb(above, start.to_come - now)
                else:
                    after[there, now] += count
        ways = after
    rows[NULL] = sum(count for (_, come), count in ways.items() if come == start.to_come)
    return {row: rows[row] for row in ROWS}


def shares(counts: dict[int, int]) -> dict[int, float]:
    """Return the counts as shares of the total."""
    total = sum(counts.values())
    return {row: count / total for row, count in counts.items()}
