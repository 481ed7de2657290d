"""Lays out trees of shuffles for drawing, and tabulates the outcomes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, permutations
from typing import Any, NamedTuple

from rng.lab.trees import SHUFFLES, Deck, Node, build_tree, deck_ways, top_card_ways

ROW, STEP, NODE = 24, 88, 44
"""How far apart leaves and swaps stand, and how wide a deck is written."""


class PlacedNode(NamedTuple):
    """A deck in the tree with its position in the drawing and its possible results."""

    text: str
    x: int
    y: float
    goals: tuple[str, ...]
    branches: tuple["PlacedNode", ...]

    def spots(self) -> Iterator["PlacedNode"]:
        """Yield all nodes from here on."""
        yield self
        for branch in self.branches:
            yield from branch.spots()

    def outline(self) -> list[Any]:
        """Return the same tree as nested lists."""
        return [self.text, [line for branch in self.branches for line in branch.outline()]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A shuffle's whole tree, growing to the right."""

    name: str
    root: PlacedNode
    leaves: int
    width: int

    @property
    def height(self) -> int:
        return self.leaves * ROW

    @property
    def spots(self) -> tuple[PlacedNode, ...]:
        return tuple(self.root.spots())

    @property
    def outline(self) -> list[Any]:
        return self.root.outline()

    @property
    def decks(self) -> int:
        return len(self.root.goals)


class Share(NamedTuple):
    """The number of paths that lead to one of so many outcomes."""

    ways: int
    of: int
    outcomes: int

    @property
    def percent(self) -> float:
        return 100 * self.ways / self.of

    @property
    def strays(self) -> str:
        """The direction in which the share deviates from a fair one, if it does."""
        off = self.ways * self.outcomes - self.of
        return "more" if off > 0 else "less" if off < 0 else ""


class OutcomeRow(NamedTuple):
    """A deck, or the top card, and how often each shuffle produces it."""

    text: str
    shares: tuple[Share, ...]


def draw_tree(name: str, n: int = 3) -> Drawing:
    """Draw the tree of a shuffle of n cards."""
    rows = count()
    root = _place(build_tree(SHUFFLES[name], n), 0, rows)
    return Drawing(name, root, next(rows), n * STEP + NODE)


def deck_rows(names: Sequence[str], n: int = 3) -> tuple[OutcomeRow, ...]:
    """Return every deck of n cards, and how often each of these shuffles produces it."""
    return _rows([deck_ways(SHUFFLES[name], n) for name in names], list(permutations(range(1, n + 1))))


def top_card_rows(names: Sequence[str], n: int = 3) -> tuple[OutcomeRow, ...]:
    """Return every card, and how often each of these shuffles puts it on top."""
    return _rows(
        [top_card_ways(deck_ways(SHUFFLES[name], n)) for name in names], [(card,) for card in range(1, n + 1)]
    )


def deck_text(deck: Deck) -> str:
    return "".join(map(str, deck))


def _place(node: Node, x: int, rows: Iterator[int]) -> PlacedNode:
    branches = tuple(_place(branch, x + STEP, rows) for branch in node.branches)
    y = (branches[0].y + branches[-1].y) / 2 if branches else (next(rows) + 0.5) * ROW
    goals = {goal for branch in branches for goal in branch.goals} or {deck_text(node.deck)}
    return PlacedNode(deck_text(node.deck), x, y, tuple(sorted(goals)), branches)


def _rows(all_ways: Sequence[Counter[Deck]], outcomes: Sequence[Deck]) -> tuple[OutcomeRow, ...]:
    return tuple(
        OutcomeRow(
            deck_text(outcome), tuple(Share(ways[outcome], ways.total(), len(outcomes)) for ways in all_ways)
        )
        for outcome in outcomes
    )
