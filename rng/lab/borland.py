"""The 32-bit generator of a poker site of 1999, and the two ways in which it deals a deck here."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

MULTIPLIER = 134775813
STATES = 1 << 32
MASK = STATES - 1

States: TypeAlias = NDArray[np.uint32]


class Deck(NamedTuple):
    """A deck from top to bottom, and the state for the next one."""

    cards: tuple[int, ...]
    next_state: int


class Leap(NamedTuple):
    """Any number of steps at once, forward or back. A step is an affine map, and so is a sequence of them."""

    multiplier: int
    addend: int

    def apply(self, state: int) -> int:
        """Apply the leap to one state."""
        return state * self.multiplier + self.addend & MASK

    def apply_all(self, states: States) -> States:
        """Apply the leap to each state."""
        return states * np.uint32(self.multiplier) + np.uint32(self.addend)


def leap(steps: int) -> Leap:
    """Return a leap of so many steps, backward if negative."""
    back = pow(MULTIPLIER, -1, STATES)
    each = Leap(MULTIPLIER, 1) if steps > 0 else Leap(back, -back & MASK)
    multiplier, addend = 1, 0
    for _ in range(abs(steps)):
        multiplier, addend = multiplier * each.multiplier & MASK, each.apply(addend)
    return Leap(multiplier, addend)


STEP = leap(1)
BACK = leap(-1)


def scaled(limit: int, state: int) -> int:
    """Return the number below the limit that a state gives."""
    return limit * state >> 32


def all_scaled(limit: int, states: States) -> NDArray[np.uint8]:
    """Return the number below the limit that each state gives."""
    return (states.astype(np.uint64) * np.uint64(limit) >> np.uint64(32)).astype(np.uint8)


def fisher_yates(state: int) -> Deck:
    """Deal by the correct shuffle: every place is swapped with itself or a later one."""
    cards = list(range(52))
    for place in range(52):
        state = STEP.apply(state)
        drawn = place + scaled(52 - place, state)
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return Deck(tuple(cards), state)


def asf(state: int) -> Deck:
    """Deal by the published shuffle: every place is swapped with any but the last."""
    cards = list(range(52))
    for place in range(52):
        state = STEP.apply(state)
        drawn = scaled(51, state)
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return Deck(tuple(cards), state)
