"""The fallback move for a bot that fails or is late."""

from game.engine.cards import PIPS
from game.engine.moves import Claim, Go, Move, Pass, Play, Throw
from game.engine.state import Phase
from game.engine.view import View


def fallback_move(view: View) -> Move:
    """Return a legal move quickly: discard the two highest, play the lowest legal card, call nothing."""
    if view.phase is Phase.THROW:
        return Throw(tuple(sorted(view.hand, key=PIPS.__getitem__)[-2:]))
    if view.laid is not None:
        return Claim(view.laid.score.total) if view.phase is Phase.COUNT else Pass()
    return Play(min(view.playable)) if view.playable else Go()
