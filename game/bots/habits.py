"""What is known of an opponent's pegging: how often it took a pair where it had the choice."""

from typing import NamedTuple

from game.engine.cards import Card


class PairFrequency(NamedTuple):
    """How often an opponent took a pair, of the times when it turned out to have had the choice."""

    times: int = 0
    chances: int = 0

    def with_hand(self, hand: tuple[Card, ...], pairs: list[bool], choice: Card) -> "PairFrequency":
        """The frequency after one more hand; if all or none of its cards pair, it left no choice."""
        if all(pairs) or not any(pairs):
            return self
        return PairFrequency(self.times + pairs[hand.index(choice)], self.chances + 1)


class Habits(NamedTuple):
    """How often it led from a pair, and how often it paired a lead."""

    leads: PairFrequency = PairFrequency()
    replies: PairFrequency = PairFrequency()


UNKNOWN = Habits()
