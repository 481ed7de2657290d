"""Master throws as Advanced does, and pegs by the best response to how this opponent pegs."""

from collections.abc import Callable

from game.bots.advanced import best_throw
from game.bots.advanced.aims import Aim, standing_from_view
from game.bots.advanced.playing import Plays
from game.bots.brain import Brain, Decision, Memory, Stream
from game.bots.master import playing
from game.bots.master.learning import Family, choices_seen, learnt_pegger, shipped_family
from game.engine.cards import Card
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View


def build_brain(family: Callable[[], Family]) -> Brain:
    """A Master that takes its opponents to be of this family."""

    def decide(view: View, memory: Memory, stream: Stream) -> Decision:
        if view.phase is Phase.THROW:
            return Throw(best_throw(view, Aim.WIN))
        return Go() if view.must_go else Play(_best_card(view, memory, stream, family()))

    return decide


def _best_card(view: View, memory: Memory, stream: Stream, family: Family) -> Card:
    if len({card >> 2 for card in view.playable}) == 1:
        return min(view.playable)
    plays = weigh_cards(view, memory, stream, family)
    rank = plays.ranks[int(plays.value.argmax())]
    return next(card for card in sorted(view.playable) if card >> 2 == rank)


def weigh_cards(view: View, memory: Memory, stream: Stream, family: Family) -> Plays:
    """Weigh every rank that fits against this opponent, by what it was seen to play."""
    assert view.seat is not None
    pegger = learnt_pegger(family, choices_seen(memory, view.seat.other))
    return playing.weigh(view, standing_from_view(view, Aim.WIN), stream.random(), pegger)


BRAINS = {"master": build_brain(shipped_family)}
