"""Finds the cycles of a permutation one after another."""

from collections.abc import Sequence


def count_cycles(order: Sequence[int]) -> int:
    left, found = set(order), 0
    while left:
        found += 1
        card = next(iter(left))
        while card in left:
            left.remove(card)
            card = order[card]
    return found
