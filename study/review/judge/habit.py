"""The pegging of a steady player by fixed habits, so that a judge can follow the pegging to its end."""

from game.bots.brain import Cards
from game.engine.cards import PIPS, Card
from game.engine.pegging import peg_points

# At these counts any ten-card makes fifteen or thirty-one, and ten-cards are the most frequent.
TRAPS = (5, 21)


def cards_by_habit(playable: Cards, hand: Cards, pile: Cards) -> list[tuple[int, Card]]:
    """Return a playable card of each rank with its points: by points, then by habit, then the higher."""
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
    """Return the preference of a lead: never a five, best from a pair, else a low card."""
    if PIPS[card] == 5:
        return -1
    if sum([other >> 2 == card >> 2 for other in hand]) > 1:
        return 2
    return int(PIPS[card] < 5)


def reply_preference(count: int) -> int:
    """Return the preference of a reply to this count: avoid counts that any ten-card completes."""
    return -int(count in TRAPS)
