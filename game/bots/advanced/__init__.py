"""Advanced plays as well as it can: it looks for what wins the game, not for what scores."""

from game.bots.advanced import playing, throwing
from game.bots.advanced.aims import Aim, standing_from_view
from game.bots.brain import Brain, Cards, Decision, Memory, Stream
from game.engine.cards import Card
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View


def build_brain(aim: Aim) -> Brain:
    """A brain that throws and plays whatever serves this aim best."""

    def decide(view: View, memory: Memory, stream: Stream) -> Decision:
        if view.phase is Phase.THROW:
            return Throw(best_throw(view, aim))
        return Go() if view.must_go else Play(_best_card(view, stream, aim))

    return decide


def best_throw(view: View, aim: Aim) -> Cards:
    """The throw that serves this aim best."""
    ways = throwing.weigh(view.hand, view.dealer is view.seat, standing_from_view(view, aim))
    return ways.thrown[int(ways.value.argmax())]


def _best_card(view: View, stream: Stream, aim: Aim) -> Card:
    plays = playing.weigh(view, standing_from_view(view, aim), stream.random())
    rank = plays.ranks[int(plays.value.argmax())]
    return next(card for card in sorted(view.playable) if card >> 2 == rank)


BRAINS = {"advanced": build_brain(Aim.WIN), "advanced-points": build_brain(Aim.POINTS)}
