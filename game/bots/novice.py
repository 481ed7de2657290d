"""Novice: a beginner who likes what looks good, forgets the crib and overlooks things, but is never silly."""

from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.engine.cards import PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.pegging import peg_points
from game.engine.scoring import fifteens, pairs, runs
from game.engine.state import Phase
from game.engine.view import View

# Tuned so that Intermediate wins about seven games of ten.
MISCOUNT = 7.0  # points a hand may look better than it is
NOTICES = 0.35  # how often two points on offer in the play are noticed; more than two always are


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Keep four cards that look good as they are; in the play, the points noticed, or else any card."""
    if view.phase is Phase.THROW:
        return Throw(tempting_throw(view.hand, stream))
    return Go() if view.must_go else Play(tempting_card(view.playable, view.pile, stream))


def tempting_throw(six: Cards, stream: Stream, miscount: float = MISCOUNT) -> Cards:
    """Throw what remains beside the four that seem to count most, with no thought for starter or crib."""
    return max(
        ways_to_throw(six), key=lambda way: points_without_starter(way[0]) + miscount * stream.random()
    )[1]


def tempting_card(playable: Cards, pile: Cards, stream: Stream, notices: float = NOTICES) -> Card:
    """The card with the most points noticed; where none are, a random one."""

    def charm(card: Card) -> float:
        points = peg_points(pile, card)
        noticed = points > 2 or stream.random() < notices
        return (points if noticed else 0) + stream.random()

    return max(sorted(playable), key=charm)


def points_without_starter(four: Cards) -> int:
    """What four cards count without a starter."""
    ranks = [card >> 2 for card in four]
    flush = 4 if len({card & 3 for card in four}) == 1 else 0
    return fifteens([PIPS[card] for card in four]) + pairs(ranks) + runs(ranks) + flush
