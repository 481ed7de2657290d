"""Winning chances within a few holes of the end, from deals that Advanced plays against itself.

The shipped table of chances comes from deals whose players maximize points at any score. Near the end,
players act differently: the dealer keeps and plays cards that peg the last holes, and pone prevents it.
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
# A cell's own deals weigh a quarter, those of its neighbours the rest.
KERNEL = np.outer((1, 2, 1), (1, 2, 1)) / 16


class Needs(NamedTuple):
    """The points that the dealer and pone need before a deal."""

    dealer: int
    pone: int


Outcomes = dict[Needs, Counter[Needs]]  # the needs after the deal, of the same two players; 0 for the winner


def cells() -> Iterator[Needs]:
    """Yield every pair of needs within a few holes, smallest sum first."""
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
    """Play one deal from these needs. Return the needs of its dealer and pone after it."""
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
    """Return the dealer's chance by the needs of dealer and pone, each from 1, smoothed over neighbours."""
    exact = _shipped_chances()
    for cell in cells():
        deals = outcomes[cell]
        won = sum(count * _dealer_wins(after, exact) for after, count in deals.items())
        exact[cell.dealer - 1, cell.pone - 1] = won / deals.total()
    return _smoothed(exact, _shipped_chances())


def _shipped_chances() -> Chances:
    """Return the dealer's chance by both needs, from the shipped table."""
    needs = GAME_POINTS - np.arange(1, NEAR + 1)
    chances: Chances = tables().win[1][np.ix_(needs, needs)].astype(np.float64)
    return chances


def _dealer_wins(after: Needs, chances: Chances) -> float:
    """Return the chance of a deal's dealer after the deal. Pone deals next."""
    if not all(after):
        return float(after.dealer == 0)
    return 1 - float(chances[after.pone - 1, after.dealer - 1])


def _smoothed(exact: Chances, shipped: Chances) -> Chances:
    """Return the shipped chances, corrected in log odds by the deals of their cell and its neighbours."""
    correction = np.pad(_log_odds(exact) - _log_odds(shipped), 1, mode="edge")
    blocks = np.lib.stride_tricks.sliding_window_view(correction, KERNEL.shape)
    corrected = _log_odds(shipped) + (blocks * KERNEL).sum(axis=(2, 3))
    chances: Chances = 1 / (1 + np.exp(-corrected))
    return chances


def _log_odds(chances: Chances) -> Chances:
    # No chance counts as certain: a few hundred deals cannot show that.
    sure = chances.clip(0.002, 0.998)
    odds: Chances = np.log(sure / (1 - sure))
    return odds
