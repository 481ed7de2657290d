"""How likely two cards of a known deck lie in two places after a shuffle: what one card tells of another."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rng.lab.trees import Choices

CARDS = 52
EVERY = np.arange(CARDS)
FAIR = 1 / (CARDS * (CARDS - 1))
PRIOR = 50  # decks' worth of doubt about each cell that was only counted

PairChances = NDArray[np.float64]
"""By place, other place, card and other card: the chance that both lie there."""


def exact_pair_chances(choices: Choices, places: Sequence[int], others: Sequence[int]) -> PairChances:
    """Those of a shuffle by swaps, followed back from where two cards end to where they began."""
    chances = np.zeros((len(places), len(others), CARDS, CARDS))
    for at, place in enumerate(places):
        chances[at, np.arange(len(others)), place, others] = 1
    for swapped in range(CARDS - 1, -1, -1):
        chances = _before_swap(chances, swapped, np.isin(EVERY, choices(swapped, CARDS)))
    return chances


def _before_swap(after: PairChances, place: int, chosen: NDArray[np.bool_]) -> PairChances:
    """The chances of two cards before a place is swapped with any of those chosen."""
    ways = chosen.sum()
    stays = ways - chosen[:, None].astype(int) - chosen
    # Neither is swapped, or one of them comes to the place.
    before: PairChances = (
        stays * after + chosen[:, None] * after[..., [place], :] + chosen * after[..., [place]]
    )
    # One lies in the place, and goes where the choice falls; if that is the other, they change places.
    before[..., place, :] = (chosen[:, None] * after).sum(axis=-2) + chosen * after[..., :, place]
    before[..., :, place] = (chosen * after).sum(axis=-1) + chosen * after[..., place, :]
    before[..., EVERY, EVERY] = 0
    before /= ways
    return before


def counted_pair_chances(
    decks: Iterable[NDArray[np.uint8]],
    places: Sequence[int],
    others: Sequence[int],
    on_batch: Callable[[], object] = lambda: None,
) -> PairChances:
    """Those that were counted of many decks, drawn a little to what a fair shuffle gives."""
    counts, total = np.zeros((len(places), len(others), CARDS * CARDS)), 0
    for batch in decks:
        cards = np.ascontiguousarray(batch.T).astype(np.int64)
        for at, place in enumerate(places):
            for beside, other in enumerate(others):
                pairs = cards[place] * CARDS + cards[other]
                counts[at, beside] += np.bincount(pairs, minlength=CARDS * CARDS)
        total += len(batch)
        on_batch()
    chances = (counts + PRIOR) / (total + PRIOR / FAIR)
    return chances.reshape(len(places), len(others), CARDS, CARDS)
