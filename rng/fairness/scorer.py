"""What five cards are worth: the game's business, told to the statistics as a value."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string
from numpy.typing import NDArray

Decks = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scorer:
    """How hands of four with a starter score: many at once, how many of all score n, and what six hold."""

    score: Callable[[Decks, Decks], NDArray[np.int8]]
    counts: tuple[int, ...]
    # The most points that four of six cards (on the last axis) hold before the starter.
    best_of_six: Callable[[Decks], NDArray[np.int8]]


def scorer() -> Scorer:
    """The game's scorer, as the settings name it."""
    named: Scorer = import_string(settings.FAIRNESS_SCORER)
    return named
