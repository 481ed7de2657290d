"""Swap shuffles as trees: all equally likely paths, and the decks at their ends."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Deck = tuple[int, ...]
Choices = Callable[[int, int], range]
"""With which of n places a shuffle may swap place i: with each as likely as with any other."""

SHUFFLES: Mapping[str, Choices] = {
    "fair": lambda i, n: range(i, n),
    "naive": lambda i, n: range(n),
    "asf": lambda i, n: range(n - 1),
}


class Node(NamedTuple):
    """An intermediate deck, and its possible successors."""

    deck: Deck
    branches: tuple["Node", ...]

    def leaves(self) -> Iterator[Deck]:
        """Yield the final decks, once for each path."""
        if not self.branches:
            yield self.deck
        for branch in self.branches:
            yield from branch.leaves()


def build_tree(choices: Choices, n: int) -> Node:
    """Build the tree of a shuffle of n cards, numbered from 1."""

    def grown(deck: Deck, i: int) -> Node:
        return Node(deck, tuple(grown(swapped(deck, i, j), i + 1) for j in choices(i, n)) if i < n else ())

    return grown(new_deck(n), 0)


def deck_ways(choices: Choices, n: int) -> Counter[Deck]:
    """Return the number of paths to each deck."""
    ways = Counter({new_deck(n): 1})
    for i in range(n):
        after: Counter[Deck] = Counter()
        for deck, count in ways.items():
            for j in choices(i, n):
                after[swapped(deck, i, j)] += count
        ways = after
    return ways


def top_card_ways(ways: Mapping[Deck, int]) -> Counter[Deck]:
    """Return the number of paths that put each card, as a deck of one, on top."""
    on_top: Counter[Deck] = Counter()
    for deck, count in ways.items():
        on_top[deck[:1]] += count
    return on_top


def place_probabilities(choices: Choices, n: int) -> NDArray[np.float64]:
    """Return the probability that each card (row) ends at each place (column)."""
    likely = np.eye(n)
    for i in range(n):
        step = np.zeros((n, n))
        for j in choices(i, n):
            step += np.eye(n)[list(swapped(tuple(range(n)), i, j))]
        likely = likely @ (step / len(choices(i, n)))
    return likely


def new_deck(n: int) -> Deck:
    return tuple(range(1, n + 1))


def swapped(deck: Deck, i: int, j: int) -> Deck:
    cards = list(deck)
    cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
