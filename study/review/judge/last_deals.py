"""The dealer's chance in the last holes, where both sides play to win instead of for points.

`manage.py reliability --last-deals 300` makes the table; docs/explanation/review.md explains the odds.
"""

from game.bots.tables.multisets import DEALER, PONE

NEAR = 10  # holes that either side needs at most
TEN_THOUSAND = 10_000

# Good players use a choice better than the steady players of the model. The dealer's odds are multiplied by
# this factor, depending on the seat to play, or before all discards are made.
ODDS_BY_TURN = {None: 1.1, PONE: 1.06, DEALER: 1.5}

# A row for each need of the dealer, from 1, with a column for each of pone's.
PER_TEN_THOUSAND = (
    (6263, 7071, 8963, 9491, 9768, 9919, 9979, 9978, 9980, 9982),
    (6045, 6577, 7870, 8246, 8345, 8584, 8635, 8748, 8981, 9220),
    (3347, 3996, 5840, 6523, 6828, 7191, 7664, 7965, 8391, 8836),
    (2163, 2622, 3817, 4435, 4709, 5002, 5659, 6215, 6961, 7686),
    (1128, 1335, 2127, 2561, 3013, 3364, 3988, 4752, 5733, 6629),
    (600, 632, 997, 1349, 1906, 2385, 3005, 3727, 4809, 5842),
    (305, 301, 523, 765, 1249, 1789, 2504, 3242, 4285, 5372),
    (145, 166, 401, 547, 877, 1357, 2158, 2949, 3955, 5106),
    (63, 85, 276, 408, 748, 1178, 1920, 2737, 3782, 5003),
    (24, 34, 140, 270, 681, 1191, 1903, 2648, 3619, 4808),
)
