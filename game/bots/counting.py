"""Counting by hand, the same for every brain: it claims the true count, and calls all that is overlooked."""

from game.engine.moves import Call, Claim, Pass
from game.engine.state import Laid


def correct_count(laid: Laid) -> Claim | Call | Pass:
    """The true count of one's own cards, or a call of exactly what the opponent overlooked."""
    worth = laid.score.total
    if laid.claimed is None:
        return Claim(worth)
    return Call(worth - laid.claimed) if worth > laid.claimed else Pass()
