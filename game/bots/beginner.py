"""Beginner: has just learned the rules. It breaks pairs, misses fifteens and likes to lead a five."""

from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.engine.cards import PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.pegging import peg_points
from game.engine.scoring import fifteens, pairs, runs
from game.engine.state import Phase
from game.engine.view import View

# Tuned so that Novice wins about seven games of ten.
SEES_FIFTEEN = 0.25  # how often a fifteen is seen, in the hand and in the play
SEES_PAIR = 0.5  # how often pairs are worth keeping, and are made in the play
SEES_RUN = 0.7
LEADS_FIVE = 0.75  # how often a five in the hand is led
MISCOUNT = 6.0  # points a hand may look better than it is


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Keep the four cards that seem to count most; in the play, the points seen, or else any card."""
    if view.phase is Phase.THROW:
        return Throw(hasty_throw(view.hand, stream))
    if view.must_go:
        return Go()
    return Play(hasty_card(view.playable, view.pile, stream) if view.pile else lead(view.playable, stream))


def hasty_throw(six: Cards, stream: Stream) -> Cards:
    """Discard the two cards that are not among the four that seem to count most."""
    return max(ways_to_throw(six), key=lambda way: points_seen(way[0], stream))[1]


def points_seen(four: Cards, stream: Stream) -> float:
    """The points that a beginner sees in four cards."""
    ranks = [card >> 2 for card in four]
    points = MISCOUNT * stream.random()
    points += sum(
        2 for _ in range(fifteens([PIPS[card] for card in four]) // 2) if stream.random() < SEES_FIFTEEN
    )
    points += pairs(ranks) if stream.random() < SEES_PAIR else 0
    return points + (runs(ranks) if stream.random() < SEES_RUN else 0)


def lead(playable: Cards, stream: Stream) -> Card:
    """The first card of a pile: often a five, because fives are good, else any card."""
    fives = [card for card in sorted(playable) if PIPS[card] == 5]
    choice = fives if fives and stream.random() < LEADS_FIVE else sorted(playable)
    return max(choice, key=lambda _: stream.random())


def hasty_card(playable: Cards, pile: Cards, stream: Stream) -> Card:
    """The card with the most points seen; where none are, a random one."""
    count = sum(PIPS[card] for card in pile)

    def charm(card: Card) -> float:
        points = peg_points(pile, card)
        makes_fifteen = count + PIPS[card] == 15
        seen = stream.random() < (SEES_FIFTEEN if makes_fifteen else SEES_PAIR if points == 2 else SEES_RUN)
        return (points if seen else 0) + stream.random()

    return max(sorted(playable), key=charm)
