"""The chances that two cards of a known pack lie in two places after a shuffle."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rng.lab.trees import Choices

CARDS = 52
EVERY = np.arange(CARDS)
FAIR = 1 / (CARDS * (CARDS - 1))
PRIOR = 50  # the weight of the prior, in decks, for each counted cell

PairChances = NDArray[np.float64]
"""By place, other place, card and other card: the chance that both lie there."""


def exact_pair_chances(choices: Choices, places: Sequence[int], others: Sequence[int]) -> PairChances:
    """Return exact chances for a swap shuffle, traced back from the final places of two cards."""
    chances = np.zeros((len(places), len(others), CARDS, CARDS))
    for at, place in enumerate(places):
        chances[at, np.arange(len(others)), place, others] = 1
    for swapped in range(CARDS - 1, -1, -1):
        chances = _before_swap(chances, swapped, np.isin(EVERY, choices(swapped, CARDS)))
    return chances


def _before_swap(after: PairChances, place: int, chosen: NDArray[np.bool_]) -> PairChances:
    """Return the chances of two cards before a place is swapped with any of those chosen."""
    ways = chosen.sum()
    stays = ways - chosen[:, None].astype(int) - chosen
    # Neither card is swapped, or one of them comes to the place.
    before: PairChances = (
        stays * after + chosen[:, None] * after[..., [place], :] + chosen * after[..., [place]]
    )
    # One card lies in the place and goes to the chosen place. If the other card is there, they swap.
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
    """Return counted chances from many decks, smoothed towards those of a fair shuffle."""
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
