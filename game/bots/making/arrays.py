"""The arrays that are shipped, each as small as it can be without losing what matters."""

import numpy as np

from game.bots.making.tally import Tally
from game.bots.making.throwing import QUARTERS, Doubles, Habits, cribs, willing
from game.bots.making.winning import by_score, dealer_wins
from game.bots.tables.places import PAIRS, Ints, held_of, ways_beside
from game.bots.tables.shipped import PARTS_OF_A_POINT, Arrays
from game.engine.scoring import MOST


def arrays(habits: Habits, pegs: Doubles, seen: Tally) -> Arrays:
    """What `game.bots.tables` reads."""
    return {
        "win": by_score(dealer_wins(seen)).astype(np.float32),
        "keeps": habits.keeps.astype(np.uint32),
        "throws": habits.throws.astype(np.uint32),
        "pegs": np.rint(pegs * PARTS_OF_A_POINT).astype(np.uint16),
        "pegging": seen.pegging.astype(np.uint32),
        "hands": seen.hands.astype(np.uint32),
        "cribs": np.stack([crib_points(other) for other in reversed(habits.throws)]).astype(np.float32),
    }


def crib_points(throws: Ints) -> Doubles:
    """By the pair thrown to it, how often a crib counts so much, where the other side throws like this."""
    quarters, held = cribs()[0], held_of(2).astype(np.int64)
    chances = np.zeros((PAIRS, MOST + 1))
    for pair in range(PAIRS):
        others = willing(throws, 2) * ways_beside(held_of(2)[pair : pair + 1], 2)[0]
        left = np.maximum(4 - held[pair] - held, 0)
        whole, nobs = np.divmod(quarters[pair], QUARTERS)
        weights = others[:, None] * left
        for points, share in ((whole, QUARTERS - nobs), (whole + 1, nobs)):
            chances[pair] += np.bincount(points.ravel(), (weights * share).ravel(), MOST + 1)
    chances /= chances.sum(axis=1, keepdims=True)
    return chances
