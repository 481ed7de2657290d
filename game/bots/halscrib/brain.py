"""HALSCRIB at the table: a throw by score and deal, a card by score, and the first of each side mixed."""

from game.bots.brain import Brain, Decision, Memory, Stream
from game.bots.halscrib.mixing import Mix, find_dilemma
from game.bots.halscrib.plans import PAPER, Plan
from game.bots.halscrib.playing import Prospect, best_card, position, weigh
from game.bots.halscrib.strategy import Strategy
from game.bots.halscrib.throwing import prospects, standing
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View


def build_brain(mix: Mix, plan: Plan = PAPER) -> Brain:
    """A HALSCRIB that mixes its leads and first replies this way, and chooses otherwise by this plan."""

    def decide(view: View, memory: Memory, stream: Stream) -> Decision:
        if view.phase is Phase.THROW:
            return Throw(choose_throw(view, plan))
        if len(view.playable) > 1:
            return Play(choose_card(view, memory, stream, mix, plan).card)
        return Play(view.playable[0]) if view.playable else Go()

    return decide


def choose_throw(view: View, plan: Plan) -> tuple[int, ...]:
    """The two cards that score and deal call for."""
    assert view.seat is not None
    throws = prospects(view.hand)
    at = standing(
        throws,
        dealer=view.dealer is view.seat,
        mine=view.scores[view.seat],
        theirs=view.scores[view.seat.other],
        target=view.rules.target,
    )
    return plan.throw(throws, at)


def choose_card(view: View, memory: Memory, stream: Stream, mix: Mix, plan: Plan) -> Prospect:
    """The card to play, by the score.

    To lead, and in reply to the lead, the paper's program looks for the greatest expectation whatever the
    score: that decides there only how often a pair is forgone.
    """
    assert view.seat is not None
    at, other = position(view, memory), view.seat.other
    ahead = view.scores[view.seat] - view.scores[other]
    cards = weigh(at)
    if len(view.played) > 1:
        return plan.card(cards, ahead)
    choice = find_dilemma(at, cards, ahead, other)
    if choice is None:
        return best_card(cards, Strategy.OPTIMAL)
    return choice.pair if stream.random() < mix(choice, memory) else choice.other
