"""Intermediate: a steady club player, with good habits and no deep plan."""

from game.bots.brain import Cards, Decision, Memory, Stream, ways_to_throw
from game.bots.crib_values import crib_value
from game.engine.cards import PIPS, Card
from game.engine.moves import Go, Play, Throw
from game.engine.pegging import peg_points
from game.engine.scoring import score_hand
from game.engine.state import Phase
from game.engine.view import View

# Left so, any ten-card makes fifteen or thirty-one: and those are most of the cards.
TRAPS = (5, 21)


def decide(view: View, memory: Memory, stream: Stream) -> Decision:
    """A throw by the averages, a card by habit; nothing is left to chance."""
    if view.phase is Phase.THROW:
        return Throw(best_throw(view.hand, own_crib=view.dealer is view.seat))
    return Go() if view.must_go else Play(best_card(view.playable, view.hand, view.pile))


def best_throw(six: Cards, own_crib: bool) -> Cards:
    """The two cards that leave the best hand on average, with what they bring to the crib counted in."""
    unseen = [card for card in range(52) if card not in six]
    side = 1 if own_crib else -1

    def worth(way: tuple[Cards, Cards]) -> float:
        kept, thrown = way
        hand = sum([score_hand(kept, starter).total for starter in unseen]) / len(unseen)
        return hand + side * crib_value(thrown, own_crib)

    return max(ways_to_throw(six), key=worth)[1]


def best_card(playable: Cards, hand: Cards, pile: Cards) -> Card:
    """The card with the most points; where points are equal the one of better habit, and then the highest."""
    habit = after if pile else lead
    return max(playable, key=lambda card: (peg_points(pile, card), habit(card, hand, pile), PIPS[card], card))


def lead(card: Card, hand: Cards, pile: Cards) -> int:
    """Never a five; best from a pair, ready for the pair royal; else a card too low to be made fifteen."""
    if PIPS[card] == 5:
        return -1
    if sum([other >> 2 == card >> 2 for other in hand]) > 1:
        return 2
    return int(PIPS[card] < 5)


def after(card: Card, hand: Cards, pile: Cards) -> int:
    """Better not to leave a count that any ten-card completes."""
    return -int(sum([PIPS[one] for one in (*pile, card)]) in TRAPS)
