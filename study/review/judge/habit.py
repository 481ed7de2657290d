"""How a steady player plays by habit alone, so that a judge can follow a play to its end."""

from game.bots.brain import Cards
from game.engine.cards import PIPS, Card
from game.engine.pegging import peg_points

# At these counts any ten-card makes fifteen or thirty-one, and those are most of the cards.
TRAPS = (5, 21)


def cards_by_habit(playable: Cards, hand: Cards, pile: Cards) -> list[tuple[int, Card]]:
    """A card of each rank that fits, with its points: by points, then by habit, then the higher."""
    one_of_each = {card >> 2: card for card in playable}.values()
    if pile:
        count = sum([PIPS[card] for card in pile])
        ranked = [
            (peg_points(pile, card), reply_preference(count + PIPS[card]), card) for card in one_of_each
        ]
    else:
        ranked = [(0, lead_preference(card, hand), card) for card in one_of_each]
    return [(points, card) for points, _, card in sorted(ranked, reverse=True)]


def lead_preference(card: Card, hand: Cards) -> int:
    """How good a lead is: never a five, best from a pair, else a card too low to be made fifteen."""
    if PIPS[card] == 5:
        return -1
    if sum([other >> 2 == card >> 2 for other in hand]) > 1:
        return 2
    return int(PIPS[card] < 5)


def reply_preference(count: int) -> int:
    """How good a reply is that makes this count: better not one that any ten-card completes."""
    return -int(count in TRAPS)
