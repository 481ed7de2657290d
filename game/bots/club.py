"""Club: between Novice and Intermediate. It overlooks less than Novice, and forgets the crib as well."""

from game.bots.brain import Decision, Memory, Stream
from game.bots.novice import tempting_card, tempting_throw
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View

# Tuned so that it wins about six games of ten against Novice, and four against Intermediate.
MISCOUNT = 4.0  # points a hand may look better than it is
NOTICES = 0.7  # how often two points on offer in the play are noticed; more than two always are


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Keep four cards that look good as they are; in the play, the points noticed, or else any card."""
    if view.phase is Phase.THROW:
        return Throw(tempting_throw(view.hand, stream, MISCOUNT))
    return Go() if view.must_go else Play(tempting_card(view.playable, view.pile, stream, NOTICES))
