"""How HALSCRIB chooses by the standing of the game, whole and with one part taken away.

What a part of the paper is worth shows in what is lost without it. The mixing stays the paper's in all of
these, so that nothing else differs.
"""

from collections.abc import Callable
from typing import NamedTuple

from game.bots.brain import Cards
from game.bots.halscrib import playing, throwing
from game.bots.halscrib.playing import best_card
from game.bots.halscrib.strategy import (
    Standing,
    Strategy,
    strategy_by_deal_alone,
    strategy_for_throw,
    strategy_in_play,
)
from game.bots.halscrib.throwing import best_prospect, first_valuation

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE

ThrowPlan = Callable[[tuple[throwing.Prospect, ...], Standing], Cards]
CardPlan = Callable[[tuple[playing.Prospect, ...], int], playing.Prospect]


class Plan(NamedTuple):
    """How to choose among throws as the game stands, and among cards being so many points ahead."""

    throw: ThrowPlan
    card: CardPlan


def switching(by_standing: Callable[[Standing], Strategy], by_score: Callable[[int], Strategy]) -> Plan:
    """A plan that takes a strategy to throw by, and one to play by."""

    def throw(throws: tuple[throwing.Prospect, ...], at: Standing) -> Cards:
        return best_prospect(throws, by_standing(at), at.dealer).thrown

    def card(cards: tuple[playing.Prospect, ...], ahead: int) -> playing.Prospect:
        return best_card(cards, by_score(ahead))

    return Plan(throw, card)


def always(strategy: Strategy) -> Plan:
    """A plan that never switches."""
    return switching(lambda at: strategy, lambda ahead: strategy)


def never(strategy: Strategy) -> Plan:
    """The paper's plan, but for one strategy, which is optimal instead."""

    def allowed(wanted: Strategy) -> Strategy:
        return OPTIMAL if wanted is strategy else wanted

    return switching(
        lambda at: allowed(strategy_for_throw(at)), lambda ahead: allowed(strategy_in_play(ahead))
    )


def throw_by_the_first(throws: tuple[throwing.Prospect, ...], at: Standing) -> Cards:
    """The throw that keeps the best four cards as they lie: the valuation that the paper never selects."""
    return max(throws, key=first_valuation).thrown


PAPER = switching(strategy_for_throw, strategy_in_play)
REDUCED = {
    "optimal": always(OPTIMAL),
    "risky": always(RISKY),
    "safe": always(SAFE),
    "never-risky": never(RISKY),
    "never-safe": never(SAFE),
    "by-score": switching(lambda at: strategy_in_play(at.ahead), strategy_in_play),
    "by-deal": switching(strategy_by_deal_alone, lambda ahead: OPTIMAL),
    "first": PAPER._replace(throw=throw_by_the_first),
}
