"""A decent player: throws by what hand and crib are worth, pegs with an eye on the reply."""

import random

from everyother_bot import DECK, Brain, Memory, Play, Throw, View, peg_points, pips, score_hand, ways_to_throw


class Careful(Brain):
    """Chooses by points, and looks no further ahead than one card."""

    def choose(self, view: View, memory: Memory, chance: random.Random) -> Throw | Play:
        """Throw what leaves most; play what brings more than it offers."""
        if view.phase == "throw":
            return Throw(max(ways_to_throw(view.hand), key=lambda way: worth(view, *way))[1])
        return Play(max(view.playable, key=lambda card: (charm(view, card), chance.random())))


def worth(view: View, kept: tuple[str, ...], thrown: tuple[str, ...]) -> float:
    """The mean of the hand over all starters, and about what the two cards add to the crib."""
    starters = [card for card in DECK if card not in view.hand]
    hand = sum(score_hand(kept, starter) for starter in starters) / len(starters)
    one, other = thrown
    crib = 2.0 * (one[0] == other[0]) + 2.0 * (pips(one) + pips(other) == 15) + 0.8 * ("5" in one + other)
    return hand + (crib if view.is_dealer else -crib)


def charm(view: View, card: str) -> float:
    """What a card pegs now, less what replies to it would on average."""
    count, pile = view.count + pips(card), (*view.pile, card)
    unseen = [other for other in DECK if other not in view.known and count + pips(other) <= 31]
    offered = sum(peg_points(pile, reply) for reply in unseen) / max(len(unseen), 1) + (count in (5, 21))
    return peg_points(view.pile, card) - 1.5 * offered + pips(card) / 50
