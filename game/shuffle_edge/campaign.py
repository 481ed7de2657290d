"""Deals from a shuffle of a pack in a known order, and sums the points that this knowledge gains."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from common.progress import StartProgress
from game.shuffle_edge.measure import Edge, Expect, Sums, expect_nothing, learn_readiness, measure
from game.shuffle_edge.reading import Cards, Reader, build_reader, hidden_places, know_all
from rng.lab import trees
from rng.lab.cards import PLACES
from rng.lab.pair_places import CARDS, PairChances, counted_pair_chances, exact_pair_chances
from rng.lab.shuffles import BATCH, deck_batches, seed_bytes

STEP = 2048  # deals evaluated at once
MOST_THROWS_STUDIED = 300_000  # deals: more would hardly improve the estimate of discarded pairs
STUDIED, THROWN, DEALT = 1, 2, 3  # parts of a seed, so that no deck serves two purposes

# The order of the pack before the shuffle, from the top: aces to kings, or suit by suit.
ORDERS: Mapping[str, Cards] = {
    "ranks": np.arange(CARDS, dtype=np.uint8),
    "suits": np.arange(CARDS, dtype=np.uint8).reshape(13, 4).T.ravel(),
}
SHUFFLE, ALL = "the shuffle", "every card"


def is_exact(shuffle: str) -> bool:
    """Return whether the chances of pairs of cards are computed exactly instead of counted."""
    return shuffle in trees.SHUFFLES


def build_readers(
    shuffle: str, order: str, studied: int, seed: int, start_progress: StartProgress
) -> dict[str, Reader]:
    """Return a reader for each seat that knows the shuffle, exactly or from this many counted decks."""
    origin = np.argsort(ORDERS[order])
    return {
        seat: build_reader(
            seat, _chances(seat, shuffle, studied, seed, start_progress)[:, :, origin[:, None], origin]
        )
        for seat in PLACES
    }


def _chances(seat: str, shuffle: str, studied: int, seed: int, start_progress: StartProgress) -> PairChances:
    if is_exact(shuffle):
        return exact_pair_chances(trees.SHUFFLES[shuffle], PLACES[seat], hidden_places(seat))
    decks = deck_batches(shuffle, "mt", seed_bytes(seed, STUDIED), studied)
    return counted_pair_chances(
        decks, PLACES[seat], hidden_places(seat), start_progress(-(-studied // BATCH))
    )


def measure_edges(
    shuffle: str, order: str, deals: int, studied: int, seed: int, start_progress: StartProgress
) -> dict[str, dict[str, Edge]]:
    """Return the gain per deal, by kind of knowledge and by seat."""
    readers = build_readers(shuffle, order, studied, seed, start_progress)
    lessons = min(studied, MOST_THROWS_STUDIED)
    expects: dict[str, Expect] = {SHUFFLE: lambda seat, decks: readers[seat].read(decks), ALL: know_all}
    step = start_progress((1 + len(expects)) * -(-lessons // STEP) + -(-deals // STEP))
    fairly = _steps("fair", order, lessons, seed, STUDIED)
    nothing = learn_readiness(_counting(fairly, step), expect_nothing)
    knowledge = {
        name: learn_readiness(
            _counting(_steps(shuffle, order, lessons, seed, THROWN), step), expect, usual=nothing
        )
        for name, expect in expects.items()
    }
    sums: dict[str, dict[str, Sums]] = {}
    for decks in _counting(_steps(shuffle, order, deals, seed, DEALT), step):
        for name, by_seat in measure(decks, nothing, knowledge).items():
            before = sums.setdefault(name, {})
            for seat, found in by_seat.items():
                before[seat] = before.get(seat, Sums()).plus(found)
    return {name: {seat: Edge.of(found) for seat, found in each.items()} for name, each in sums.items()}


def _steps(shuffle: str, order: str, deals: int, seed: int, part: int) -> Iterator[Cards]:
    for batch in deck_batches(shuffle, "mt", seed_bytes(seed, part), deals):
        for at in range(0, len(batch), STEP):
            yield ORDERS[order][batch[at : at + STEP]]


def _counting(batches: Iterator[Cards], step: Callable[[], object]) -> Iterator[Cards]:
    for decks in batches:
        yield decks
        step()
