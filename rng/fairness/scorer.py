"""The interface to the game's scoring, configured in the settings."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string
from numpy.typing import NDArray

Decks = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores of four cards and a starter: in bulk, as counts over all hands, and for the best four of six."""

    score: Callable[[Decks, Decks], NDArray[np.int8]]
    counts: tuple[int, ...]
    # The highest score of four of six cards (on the last axis), before the starter.
    best_of_six: Callable[[Decks], NDArray[np.int8]]
    # The four of six cards that hold these points, and the score of hands of four with each of the 52
    # starters (on the last axis; meaningless for a starter that is in the hand).
    best_fours: Callable[[Decks], Decks]
    score_by_starter: Callable[[Decks], NDArray[np.int8]]


def scorer() -> Scorer:
    """Return the game's scorer, as configured in the settings."""
    named: Scorer = import_string(settings.FAIRNESS_SCORER)
    return named
