"""Finds the generator state that dealt a few known cards, and so all other cards."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from common.progress import StartProgress
from rng.lab.borland import BACK, STATES, STEP, States, all_scaled, leap

DAY_MS = 24 * 60 * 60 * 1000
BLOCK = 1 << 16
MAX_STATES_KEPT = 1000


class SeenCard(NamedTuple):
    """A known card and its place in the deck."""

    place: int
    card: int


class StatesLeft(NamedTuple):
    """The number of remaining states after a card was considered."""

    card: int
    states: int


class SearchResult(NamedTuple):
    """The result of a search: how many states match, the first ones, and the count after each card."""

    searched: int
    left: tuple[StatesLeft, ...]
    match_count: int
    states: tuple[int, ...]


def search_all_states(seen: Sequence[SeenCard], start_progress: StartProgress) -> SearchResult:
    """Find every state that deals these cards by the correct shuffle."""
    pointed = [one for one in seen if one.card >= one.place]
    sieve = _sieve(pointed)
    numbers = pointing_numbers(pointed[0]) if pointed else range(STATES)
    home = leap(-1 - pointed[0].place) if pointed else BACK
    left, found, kept = [0] * len(pointed), 0, list[int]()
    for draws in _blocks(numbers, start_progress):
        for at, keeps in enumerate(sieve):
            draws = draws[keeps(draws)]
            left[at] += len(draws)
        states = filter_dealing(home.apply_all(draws), seen)
        found += len(states)
        kept += states[: MAX_STATES_KEPT - len(kept)].tolist()
    stages = [StatesLeft(one.card, states) for one, states in zip(pointed, left, strict=True)]
    return SearchResult(STATES, tuple(stages), found, tuple(kept))


def search_by_clock(seen: Sequence[SeenCard], seeds: range, start_progress: StartProgress) -> SearchResult:
    """Find every millisecond since midnight that deals these cards by the published shuffle."""
    left, found, kept = [0] * len(seen), 0, list[int]()
    for states in _blocks(seeds, start_progress):
        states %= np.uint32(DAY_MS)
        for at, one in enumerate(seen):
            states = states[asf_card(states, one.place) == one.card]
            left[at] += len(states)
        found += len(states)
        kept += states[: MAX_STATES_KEPT - len(kept)].tolist()
    stages = [StatesLeft(one.card, states) for one, states in zip(seen, left, strict=True)]
    return SearchResult(len(seeds), tuple(stages), found, tuple(kept))


def pointing_numbers(one: SeenCard) -> range:
    """Return the generator's numbers that point from a place to the card's original place.

    A card that lies no further up than its original place was not moved before. Its own draw pointed at it.
    """
    ahead, places = one.card - one.place, 52 - one.place
    return range(-(-ahead * STATES // places), -(-(ahead + 1) * STATES // places))


def filter_dealing(states: States, seen: Sequence[SeenCard]) -> States:
    """Filter the states that deal these cards by the correct shuffle."""
    wanted = dict(seen)
    decks = np.repeat(np.arange(52, dtype=np.uint8)[:, None], len(states), axis=1)
    numbers = states
    for place in range(max(wanted) + 1):
        numbers = STEP.apply_all(numbers)
        drawn, lanes = place + all_scaled(52 - place, numbers), np.arange(len(numbers))
        dealt = decks[drawn, lanes]
        decks[drawn, lanes] = decks[place]
        if place in wanted:
            right = np.flatnonzero(dealt == wanted[place])
            states, numbers, decks = states[right], numbers[right], decks[:, right]
    return states


def asf_card(states: States, place: int) -> NDArray[np.uint8]:
    """Return the card that the published shuffle brings to a place, for each state."""
    numbers = leap(52).apply_all(states)
    card = np.full(len(states), place, np.uint8)
    # Backwards: the card's place before the last swap, and so on, to its original place.
    for swapped in range(51, -1, -1):
        drawn = all_scaled(51, numbers)
        moved = (card == swapped) | (card == drawn)
        card ^= (drawn ^ np.uint8(swapped)) * moved
        numbers = BACK.apply_all(numbers)
    return card


def _sieve(pointed: Sequence[SeenCard]) -> list[Callable[[States], NDArray[np.bool_]]]:
    """Return, for each card, a test of its drawn number given the first card's."""
    return [_test(one, pointed[0].place) for one in pointed]


def _test(one: SeenCard, first: int) -> Callable[[States], NDArray[np.bool_]]:
    numbers = pointing_numbers(one)
    onward = leap(one.place - first)
    low, width = np.uint32(numbers.start), np.uint32(len(numbers))
    return lambda draws: onward.apply_all(draws) - low < width


def _blocks(numbers: range, start_progress: StartProgress) -> Iterator[States]:
    """Yield the numbers of a range in blocks."""
    steps = np.arange(BLOCK, dtype=np.uint32)
    blocks = range(0, len(numbers), BLOCK)
    step = start_progress(len(blocks))
    for begun in blocks:
        yield steps[: len(numbers) - begun] + np.uint32(numbers.start + begun)
        step()
