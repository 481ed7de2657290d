"""Scores of cribbage hands for the fairness pages."""

from game.bots.scores import score_hands
from game.fairness.best_of_six import best_fours, best_of_six
from game.fairness.by_starter import score_by_starter
from rng.fairness.scorer import Scorer

# The numbers of all 12,994,800 hands with a starter that score 0, 1, 2, ...
HANDS_BY_SCORE = (
    1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224,
    388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0,
    8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4,
)  # fmt: skip

CRIBBAGE_SCORER = Scorer(
    score=score_hands,
    counts=HANDS_BY_SCORE,
    best_of_six=best_of_six,
    best_fours=best_fours,
    score_by_starter=score_by_starter,
)
