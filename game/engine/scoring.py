"""Scores a hand or crib: fifteens, pairs, runs, flush and his nobs."""

from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from game.engine.cards import JACK, PIPS, Card

_WORDS = """
no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five
twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one
"""
NUMBER_WORDS = tuple(_WORDS.split())
MAX_HAND_POINTS = 29  # three fives and a jack, and the fourth five turned up in its suit


class Part(NamedTuple):
    """One combination that scored, and what a player says when counting it."""

    kind: str
    cards: tuple[Card, ...]
    points: int
    says: str


class Score(NamedTuple):
    """The points of a hand, by kind."""

    total: int
    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int
    cards: tuple[Card, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Each combination with its cards, in the order and the words of a count at the table."""
        return _itemise(self)

    @property
    def says(self) -> str:
        """The whole count as a player says it."""
        return describe_parts(self.parts)


def score_hand(hand: Sequence[Card], starter: Card, crib: bool = False) -> Score:
    """Score four cards with the starter; a crib's flush needs all five."""
    a, b, c, d = hand
    fifteens, pairs, runs, total = _BY_RANKS[_DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d] + _DIGIT[starter]]
    suit = a & 3
    flush = 0
    if suit == b & 3 == c & 3 == d & 3:
        flush = 5 if suit == starter & 3 else 0 if crib else 4
    nobs = 1 if JACK * 4 + (starter & 3) in hand else 0
    return Score(total + flush + nobs, fifteens, pairs, runs, flush, nobs, (a, b, c, d, starter))


def describe_parts(parts: Sequence[Part]) -> str:
    """Join parts into one sentence: "fifteen two, fifteen four, and a pair is six"."""
    sentences = [part.says for part in parts]
    if len(sentences) > 1:
        sentences[-1] = f"and {sentences[-1]}"
    return ", ".join(sentences) or "nothing"


def fifteens(counts: Sequence[int]) -> int:
    """Two points for every combination that adds up to fifteen."""
    return 2 * sum(sum(combo) == 15 for size in range(2, 6) for combo in combinations(counts, size))


def pairs(ranks: Sequence[int]) -> int:
    """Two points for every two of a rank."""
    return 2 * sum(one == other for one, other in combinations(ranks, 2))


def runs(ranks: Sequence[int]) -> int:
    """A point a card for the longest run, once for every way to make it."""
    stretch = longest_run(ranks)
    return len(stretch) * prod(ranks.count(rank) for rank in stretch)


def longest_run(ranks: Sequence[int]) -> tuple[int, ...]:
    """The ranks of the longest run of three or more; five cards hold one at most."""
    present = set(ranks)
    for length in (5, 4, 3):
        for low in present:
            stretch = range(low, low + length)
            if present.issuperset(stretch):
                return tuple(stretch)
    return ()


# A digit to base five for every rank: the sum of five cards' digits names their ranks in any order.
_DIGIT = tuple(5 ** (number // 4) for number in range(52))


# All 6,175 at once would take every process a tenth of a second before its first card.
class _PointsByRanks(dict[int, tuple[int, int, int, int]]):
    """What five ranks score, worked out when they first come up."""

    def __missing__(self, digits: int) -> tuple[int, int, int, int]:
        ranks = [rank for rank in range(13) for _ in range(digits // 5**rank % 5)]
        parts = (fifteens([min(rank + 1, 10) for rank in ranks]), pairs(ranks), runs(ranks))
        self[digits] = points = (*parts, sum(parts))
        return points


_BY_RANKS = _PointsByRanks()


def _itemise(score: Score) -> tuple[Part, ...]:
    five = score.cards
    hand, starter = five[:4], five[4]
    parts: list[Part] = []
    running_total = 0

    def add_part(kind: str, combination: Sequence[Card], points: int, sentence: str) -> None:
        nonlocal running_total
        running_total += points
        parts.append(Part(kind, tuple(combination), points, sentence.format(NUMBER_WORDS[running_total])))

    if score.fifteens:
        sums = [0]  # the sum of every choice among the five cards, each of which is left out or taken in turn
        for card in five:
            sums += [total + PIPS[card] for total in sums]
        for choice, places in _CHOICES:
            if sums[choice] == 15:
                add_part("fifteen", [five[place] for place in places], 2, "fifteen {}")
    ranks = [card >> 2 for card in five]
    if score.runs:
        stretch = set(longest_run(ranks))
        for combo in combinations(five, len(stretch)):
            if {card >> 2 for card in combo} == stretch:
                add_part("run", combo, len(combo), f"a run of {NUMBER_WORDS[len(combo)]} is {{}}")
    if score.pairs:
        for rank in sorted({rank for rank in ranks if ranks.count(rank) > 1}):
            alike = [card for card in five if card >> 2 == rank]
            name, points = PAIR_SCORES[len(alike)]
            add_part("pair", alike, points, f"{name} is {{}}")
    if score.flush:
        flush = five if score.flush == 5 else hand
        add_part("flush", flush, score.flush, f"a flush of {NUMBER_WORDS[score.flush]} is {{}}")
    if score.nobs:
        add_part("nobs", (JACK * 4 + (starter & 3),), 1, "his nobs is {}")
    return tuple(parts)


# Two of five places, then three, four, five; each with its number among all choices of five.
_CHOICES = [
    (sum(1 << place for place in places), places)
    for size in range(2, 6)
    for places in combinations(range(5), size)
]
PAIR_SCORES = {2: ("a pair", 2), 3: ("a pair royal", 6), 4: ("a double pair royal", 12)}
