"""Head starts: the holes that make a game between players of different points even. Pure functions."""

from bisect import bisect_left

from game.engine.state import MOST_HOLES

# The chance to win for the side that starts 0, 1, 2... holes ahead, between equals, in ten-thousandths. It is
# the mean of both deals of the win tables, for each target score. A test recomputes it.
CHANCE_AHEAD = {
    121: (5000, 5190, 5381, 5572, 5762, 5952, 6140, 6326, 6510, 6692, 6870, 7045, 7216),
    61: (5000, 5265, 5530, 5796, 6059, 6320, 6576, 6826, 7069, 7303, 7528, 7743, 7946),
}
# The ladder's formula turns a difference of points into a chance to win. The result is capped below.
POINTS_PER_CHANCE = 1050
MOST_CHANCE = 2000  # in ten-thousandths, above an even one


def holes_for(difference: int, target: int = 121) -> int:
    """Return the fewest holes that make up for a difference of points, twelve at most."""
    needed = 5000 + min(MOST_CHANCE, 10_000 * abs(difference) / POINTS_PER_CHANCE)
    return min(MOST_HOLES, bisect_left(CHANCE_AHEAD[target], needed))


def holes_ahead(own: int, opponent: int, target: int = 121) -> int:
    """Return how many holes ahead a player with these points should start.

    Negative if the opponent should start ahead.
    """
    holes = holes_for(own - opponent, target)
    return -holes if own > opponent else holes
