"""Intermediate: a steady club player, with good habits and no deep plan."""

from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.bots.crib_values import crib_value
from game.bots.novice import points_without_starter
from game.engine.cards import PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.pegging import peg_points
from game.engine.state import Phase
from game.engine.view import View


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """Throw by what the cards are worth as they lie, play by what a card scores; no chance involved."""
    if view.phase is Phase.THROW:
        return Throw(best_throw(view.hand, own_crib=view.dealer is view.seat))
    return Go() if view.must_go else Play(best_card(view.playable, view.pile))


def decide_without_leading_fives(view: View, memory: Memory, stream: Stream) -> Decision:
    """Make the same choices, but lead no five unless all cards are fives.

    Sixteen cards of the deck make fifteen with a five, so a five that is led gives away two points. This is
    `intermediate-2`: games of the first version name `intermediate`, and are replayed with that.
    """
    if view.phase is Phase.THROW or view.must_go or view.pile:
        return decide(view, memory, stream)
    others = tuple(card for card in view.playable if PIPS[card] != 5)
    return Play(best_card(others or view.playable, view.pile))


def best_throw(six: Cards, own_crib: bool) -> Cards:
    """The two cards that leave the best four, including what they usually bring to the crib."""
    side = 1 if own_crib else -1

    def worth(way: tuple[Cards, Cards]) -> float:
        kept, thrown = way
        return points_without_starter(kept) + side * round_to_half(crib_value(thrown, own_crib))

    return max(ways_to_throw(six), key=worth)[1]


def round_to_half(points: float) -> float:
    """Round to as much of a table of averages as a player remembers."""
    return round(2 * points) / 2


def best_card(playable: Cards, pile: Cards) -> Card:
    """The card with the most points; where none scores, the lowest, keeping high ones for thirty-one."""
    return max(playable, key=lambda card: (peg_points(pile, card), -PIPS[card], card))
