"""Who wins from within a few holes of the end, by deals that Advanced plays there against itself.

The shipped table of chances is made of deals whose players go for points at any score. Near the end nobody
does: the dealer keeps and plays what pegs the last holes, and pone what denies them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arena.chance import Chance
from game.arena.game import ArenaGame
from game.bots.tables import tables
from game.bots.tables.shipped import GAME_POINTS
from game.engine.play import start
from game.engine.state import Phase, Rules, Seat
from study.review.judge.last_deals import NEAR

Chances = NDArray[np.float64]

ADVANCED = "advanced", "advanced"
# A cell's own deals count a quarter, those of the cells around it the rest.
KERNEL = np.outer((1, 2, 1), (1, 2, 1)) / 16


class Needs(NamedTuple):
    """How many points the dealer and pone need before a deal."""

    dealer: int
    pone: int


Outcomes = dict[Needs, Counter[Needs]]  # what is needed after the deal, of the same two; 0 for the winner


def cells() -> Iterator[Needs]:
    """Every pair of needs within a few holes, those of the last holes first."""
    both = range(1, NEAR + 1)
    yield from sorted([Needs(dealer, pone) for dealer in both for pone in both], key=sum)


def play_last_deals(seed: int, deals: int, on_cell: Callable[[], None] = lambda: None) -> Outcomes:
    """Play so many deals from every pair of needs."""
    outcomes: Outcomes = {}
    for cell in cells():
        outcomes[cell] = Counter([play_deal(cell, seed, number) for number in range(deals)])
        on_cell()
    return outcomes


def play_deal(needs: Needs, seed: int, number: int) -> Needs:
    """Play one deal from there, and return what its dealer and pone need after it."""
    dealer = Seat(number % 2)
    scores = [GAME_POINTS - needs.pone] * 2
    scores[dealer] = GAME_POINTS - needs.dealer
    chance = Chance(seed, GAME_POINTS * needs.dealer + needs.pone, number)
    state = start(Rules(first_dealer=dealer)).replace(scores=(scores[0], scores[1]))
    table = ArenaGame(state, ADVANCED, (chance.stream("seat a"), chance.stream("seat b")), chance.decks())
    table.advance()
    while table.state.phase not in (Phase.DEAL, Phase.OVER):
        table.advance()
    after = [max(GAME_POINTS - table.state.scores[seat], 0) for seat in (dealer, dealer.other)]
    return Needs(*after)


def chances_by_needs(outcomes: Outcomes) -> Chances:
    """The dealer's chance by the needs of dealer and pone, each from 1, smoothed over neighbours."""
    exact = _shipped_chances()
    for cell in cells():
        deals = outcomes[cell]
        won = sum(count * _dealer_wins(after, exact) for after, count in deals.items())
        exact[cell.dealer - 1, cell.pone - 1] = won / deals.total()
    return _smoothed(exact, _shipped_chances())


def _shipped_chances() -> Chances:
    """The dealer's chance by the needs of both, as the shipped table has it."""
    needs = GAME_POINTS - np.arange(1, NEAR + 1)
    chances: Chances = tables().win[1][np.ix_(needs, needs)].astype(np.float64)
    return chances


def _dealer_wins(after: Needs, chances: Chances) -> float:
    """The chance of a deal's dealer once it is over; pone deals next."""
    if not all(after):
        return float(after.dealer == 0)
    return 1 - float(chances[after.pone - 1, after.dealer - 1])


def _smoothed(exact: Chances, shipped: Chances) -> Chances:
    """The shipped chances, corrected in log odds by the deals of their own cell and those around it."""
    correction = np.pad(_log_odds(exact) - _log_odds(shipped), 1, mode="edge")
    blocks = np.lib.stride_tricks.sliding_window_view(correction, KERNEL.shape)
    corrected = _log_odds(shipped) + (blocks * KERNEL).sum(axis=(2, 3))
    chances: Chances = 1 / (1 + np.exp(-corrected))
    return chances


def _log_odds(chances: Chances) -> Chances:
    # No chance is taken to be certain, for a few hundred deals never show it.
    sure = chances.clip(0.002, 0.998)
    odds: Chances = np.log(sure / (1 - sure))
    return odds
