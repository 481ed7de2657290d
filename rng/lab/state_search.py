"""From a few cards that one holds to the state of the generator that dealt them, and so to all the others."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from common.progress import Heard
from rng.lab.borland import BACK, STATES, STEP, States, all_below, leap

DAY = 24 * 60 * 60 * 1000
BLOCK = 1 << 16
KEPT = 1000


class Seen(NamedTuple):
    """A card, and the place of the deck where it was seen."""

    place: int
    card: int


class Left(NamedTuple):
    """After a look at a card: how many states may still have dealt it."""

    card: int
    states: int


class Search(NamedTuple):
    """What a search found: how many states deal every card, the first of them, and what each card left."""

    searched: int
    left: tuple[Left, ...]
    found: int
    states: tuple[int, ...]


def sought_everywhere(seen: Sequence[Seen], heard: Heard) -> Search:
    """Every state there is that deals these cards by the sound shuffle."""
    pointed = [one for one in seen if one.card >= one.place]
    sieve = _sieve(pointed)
    numbers = numbers_for(pointed[0]) if pointed else range(STATES)
    home = leap(-1 - pointed[0].place) if pointed else BACK
    left, found, kept = [0] * len(pointed), 0, list[int]()
    for draws in _blocks(numbers, heard):
        for at, keeps in enumerate(sieve):
            draws = draws[keeps(draws)]
            left[at] += len(draws)
        states = dealing(home.of_all(draws), seen)
        found += len(states)
        kept += states[: KEPT - len(kept)].tolist()
    stages = [Left(one.card, states) for one, states in zip(pointed, left, strict=True)]
    return Search(STATES, tuple(stages), found, tuple(kept))


def sought_by_clock(seen: Sequence[Seen], seeds: range, heard: Heard) -> Search:
    """Every one of the milliseconds since midnight that deals these cards by the shuffle as published."""
    left, found, kept = [0] * len(seen), 0, list[int]()
    for states in _blocks(seeds, heard):
        states %= np.uint32(DAY)
        for at, one in enumerate(seen):
            states = states[published_card(states, one.place) == one.card]
            left[at] += len(states)
        found += len(states)
        kept += states[: KEPT - len(kept)].tolist()
    stages = [Left(one.card, states) for one, states in zip(seen, left, strict=True)]
    return Search(len(seeds), tuple(stages), found, tuple(kept))


def numbers_for(one: Seen) -> range:
    """The generator's numbers that point from a place at where the card lay before anything was swapped.

    A card that lies no further up than where it began was never touched before: its own draw pointed at it.
    """
    ahead, places = one.card - one.place, 52 - one.place
    return range(-(-ahead * STATES // places), -(-(ahead + 1) * STATES // places))


def dealing(states: States, seen: Sequence[Seen]) -> States:
    """Those of the states that do deal these cards by the sound shuffle."""
    wanted = dict(seen)
    decks = np.repeat(np.arange(52, dtype=np.uint8)[:, None], len(states), axis=1)
    numbers = states
    for place in range(max(wanted) + 1):
        numbers = STEP.of_all(numbers)
        drawn, lanes = place + all_below(52 - place, numbers), np.arange(len(numbers))
        dealt = decks[drawn, lanes]
        decks[drawn, lanes] = decks[place]
        if place in wanted:
            right = np.flatnonzero(dealt == wanted[place])
            states, numbers, decks = states[right], numbers[right], decks[:, right]
    return states


def published_card(states: States, place: int) -> NDArray[np.uint8]:
    """The card that the shuffle as published brings to a place, from each of the states."""
    numbers = leap(52).of_all(states)
    card = np.full(len(states), place, np.uint8)
    # Backwards: where the card lay before the last swap, and so on, to where it lay when all were in order.
    for swapped in range(51, -1, -1):
        drawn = all_below(51, numbers)
        moved = (card == swapped) | (card == drawn)
        card ^= (drawn ^ np.uint8(swapped)) * moved
        numbers = BACK.of_all(numbers)
    return card


def _sieve(pointed: Sequence[Seen]) -> list[Callable[[States], NDArray[np.bool_]]]:
    """For each card a test of the number that was drawn for the first of them."""
    return [_test(one, pointed[0].place) for one in pointed]


def _test(one: Seen, first: int) -> Callable[[States], NDArray[np.bool_]]:
    numbers = numbers_for(one)
    onward = leap(one.place - first)
    low, width = np.uint32(numbers.start), np.uint32(len(numbers))
    return lambda draws: onward.of_all(draws) - low < width


def _blocks(numbers: range, heard: Heard) -> Iterator[States]:
    """All numbers of a range, so many at a time."""
    steps = np.arange(BLOCK, dtype=np.uint32)
    blocks = range(0, len(numbers), BLOCK)
    step = heard(len(blocks))
    for begun in blocks:
        yield steps[: len(numbers) - begun] + np.uint32(numbers.start + begun)
        step()
