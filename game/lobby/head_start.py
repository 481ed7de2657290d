"""Head starts: how many holes make a game between two players of different points an even one. Pure."""

from bisect import bisect_left

from game.engine.state import MOST_HOLES

# The chance to win for the side that starts 0, 1, 2... holes ahead, between equals, in ten-thousandths: the
# mean of both deals of the win tables, by what the game is played to. A test computes them anew.
CHANCE_AHEAD = {
    121: (5000, 5190, 5381, 5572, 5762, 5952, 6140, 6326, 6510, 6692, 6870, 7045, 7216),
    61: (5000, 5265, 5530, 5796, 6059, 6320, 6576, 6826, 7069, 7303, 7528, 7743, 7946),
}
# By the ladder's own line, points of difference are chance to win; so many of them are no more than this.
POINTS_PER_CHANCE = 1050
MOST_CHANCE = 2000  # in ten-thousandths, above an even one


def holes_for(difference: int, target: int = 121) -> int:
    """The fewest holes that make up for a difference of points, twelve at most."""
    needed = 5000 + min(MOST_CHANCE, 10_000 * abs(difference) / POINTS_PER_CHANCE)
    return min(MOST_HOLES, bisect_left(CHANCE_AHEAD[target], needed))


def holes_ahead(own: int, opponent: int, target: int = 121) -> int:
    """By how many holes a player of these points ought to start ahead; negative for one who gives them."""
    holes = holes_for(own - opponent, target)
    return -holes if own > opponent else holes
