"""A decent player: discards by the points of hand and crib, and pegs with the reply in mind."""

import random

from everyother_bot import DECK, Brain, Memory, Play, Throw, View, peg_points, pips, score_hand, ways_to_throw


class Careful(Brain):
    """Chooses by points, and looks no further ahead than one card."""

    def choose(self, view: View, memory: Memory, chance: random.Random) -> Throw | Play:
        """Discard so that the most points are left, and play the card that gains most."""
        if view.phase == "throw":
            return Throw(max(ways_to_throw(view.hand), key=lambda way: worth(view, *way))[1])
        return Play(max(view.playable, key=lambda card: (charm(view, card), chance.random())))


def worth(view: View, kept: tuple[str, ...], thrown: tuple[str, ...]) -> float:
    """Return the mean of the hand over all starters, plus or minus a crib estimate of the discards."""
    starters = [card for card in DECK if card not in view.hand]
    hand = sum(score_hand(kept, starter) for starter in starters) / len(starters)
    one, other = thrown
    crib = 2.0 * (one[0] == other[0]) + 2.0 * (pips(one) + pips(other) == 15) + 0.8 * ("5" in one + other)
    return hand + (crib if view.is_dealer else -crib)


def charm(view: View, card: str) -> float:
    """Return what a card pegs now, less the average of the replies to it."""
    count, pile = view.count + pips(card), (*view.pile, card)
    unseen = [other for other in DECK if other not in view.known and count + pips(other) <= 31]
    offered = sum(peg_points(pile, reply) for reply in unseen) / max(len(unseen), 1) + (count in (5, 21))
    return peg_points(view.pile, card) - 1.5 * offered + pips(card) / 50
