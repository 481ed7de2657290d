"""When the sound card is forgone: always leading from a pair, or always pairing a lead, is soon seen through.

The paper gives the mixing of the lead twice. Describing the program, it forgoes a pair "between 50-80% of
the time", by the difference in points; among the results, "it made that selection" 65% of the time in
optimal situations, 80% in safe and 50% in risky ones. The figures are the same, so the two differ in
nothing but which choice they are of. The paper's reason decides: one ahead leads from pairs the most, for an
opponent who takes risks will pair the card, and "would allow it to increase its lead" by the third of them;
one behind leads from them the least, for a cautious opponent would not pair. So HALSCRIB makes that
selection 65, 80 and 50% of the time. By the other reading one ahead would lead from pairs the least; it is
kept as `halscrib-forgoing`. Of pairing the first card the paper speaks once, 35-65% forgone, without a word
on which is when: here one ahead forgoes it the most, having the least need to dare.

Where a pair is not the sound card, as fives are not to lead, there is no bias to hide and nothing is mixed.
"""

from collections.abc import Callable
from typing import NamedTuple

from game.bots.brain import Memory
from game.bots.halscrib.playing import Position, Prospect, best_card
from game.bots.halscrib.strategy import Strategy, strategy_in_play
from game.engine.cards import Card
from game.engine.state import Seat


class Dilemma(NamedTuple):
    """The best card of a pair or the best that is not, to lead a deal or in reply to its lead."""

    at: Position
    pair: Prospect
    other: Prospect
    ahead: int
    opponent: Seat

    @property
    def strategy(self) -> Strategy:
        return strategy_in_play(self.ahead)

    @property
    def is_lead(self) -> bool:
        return not self.at.pile

    @property
    def cards(self) -> tuple[Card, Card]:
        return self.pair.card, self.other.card

    @property
    def pair_is_sound(self) -> bool:
        return self.pair.expected >= self.other.expected


Mix = Callable[[Dilemma, Memory], float]

LEAD_PAIR = {Strategy.RISKY: 0.50, Strategy.OPTIMAL: 0.65, Strategy.SAFE: 0.80}
FORGO_REPLY = {Strategy.RISKY: 0.35, Strategy.OPTIMAL: 0.50, Strategy.SAFE: 0.65}


def find_dilemma(at: Position, cards: tuple[Prospect, ...], ahead: int, opponent: Seat) -> Dilemma | None:
    """Find the choice between a pair and another card, where there is one."""
    ranks = [card >> 2 for card in (*at.pile, *at.hand)]
    paired = {rank for rank in ranks if ranks.count(rank) > 1}
    if at.pile:
        paired &= {at.pile[0] >> 2}
    pairs = tuple([card for card in cards if card.card >> 2 in paired])
    others = tuple([card for card in cards if card.card >> 2 not in paired])
    if not pairs or not others:
        return None
    return Dilemma(
        at, best_card(pairs, Strategy.OPTIMAL), best_card(others, Strategy.OPTIMAL), ahead, opponent
    )


def leading_pair_rate(choice: Dilemma, memory: Memory) -> float:
    """How often the pair is played, as the paper's results and its reason have it."""
    if not choice.pair_is_sound:
        return 0
    return LEAD_PAIR[choice.strategy] if choice.is_lead else 1 - FORGO_REPLY[choice.strategy]


def forgoing_pair_rate(choice: Dilemma, memory: Memory) -> float:
    """The same, but a pair is left as often as the paper's reason has it led."""
    if not choice.pair_is_sound:
        return 0
    return 1 - (LEAD_PAIR if choice.is_lead else FORGO_REPLY)[choice.strategy]


def unmixed_pair_rate(choice: Dilemma, memory: Memory) -> float:
    """The sound card every time, as the program played before its mixing."""
    return float(choice.pair_is_sound)
