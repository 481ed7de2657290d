"""Cards, written as a rank of A23456789TJQK and a suit of CDHS, and their points."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

Card = str
Cards = tuple[Card, ...]

RANKS, SUITS = "A23456789TJQK", "CDHS"
DECK: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)


def rank_of(card: Card) -> int:
    """Return the place of a card in a run: 0 for an ace, 12 for a king."""
    return RANKS.index(card[0])


def pips(card: Card) -> int:
    """Return what a card adds to the count."""
    return min(rank_of(card) + 1, 10)


def ways_to_throw(six: Sequence[Card]) -> Iterator[tuple[Cards, Cards]]:
    """Yield the fifteen ways to split six cards into kept and discarded ones."""
    for thrown in combinations(six, 2):
        yield tuple(card for card in six if card not in thrown), thrown


def score_hand(four: Sequence[Card], starter: Card | None = None, *, crib: bool = False) -> int:
    """Return the points of four cards with the starter, or without one. A crib's flush needs all five."""
    cards = (*four, starter) if starter else (*four,)
    values, ranks = [pips(card) for card in cards], [rank_of(card) for card in cards]
    fifteens = sum(sum(some) == 15 for size in range(2, 6) for some in combinations(values, size))
    pairs = sum(one == other for one, other in combinations(ranks, 2))
    flush = len(four) if len({card[1] for card in four}) == 1 else 0
    flush = flush + 1 if flush and starter and starter[1] == four[0][1] else 0 if crib else flush
    nobs = bool(starter) and f"J{str(starter)[1]}" in four
    return 2 * fifteens + 2 * pairs + _runs(ranks) + flush + nobs


def _runs(ranks: Sequence[int]) -> int:
    """Return a point per card for the longest run, once for every way to make it."""
    for length in (5, 4, 3):
        for low in set(ranks):
            run = range(low, low + length)
            if set(run) <= {*ranks}:
                return length * prod(ranks.count(rank) for rank in run)
    return 0


def peg_points(pile: Sequence[Card], card: Card) -> int:
    """Return the points of a card as it is played on the pile: fifteen, thirty-one, pairs and runs."""
    ranks = [rank_of(each) for each in (*pile, card)]
    points = 2 if sum(map(pips, (*pile, card))) in (15, 31) else 0
    alike = next((n for n, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))
    if alike > 1:
        return points + alike * (alike - 1)
    for length in range(len(ranks), 2, -1):
        last = ranks[-length:]
        if len({*last}) == length and max(last) - min(last) == length - 1:
            return points + length
    return points
