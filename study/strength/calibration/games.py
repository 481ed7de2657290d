"""Games between two brains as data for measurements: the dealt cards, and the winner."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arena.chance import Chance
from game.arena.game import BrainNames, positions
from game.bots.building.stages import StageRunner
from game.engine.state import Rules, Seat
from study.strength.luck.deals import DealtCards, dealt_cards

LOT = 50
NOT_TURNED = 255


class Lot(NamedTuple):
    """A lot of games: for each its number and winner, and all their deals, as rows of numbers."""

    games: NDArray[np.int64]
    deals: NDArray[np.int64]


class PlayedGame(NamedTuple):
    """A game: whether the first brain was in seat A, the winner, and the dealt cards."""

    one: Seat
    winner: Seat
    deals: tuple[DealtCards, ...]


def play_games(one: str, other: str, seed: int, games: int, workshop: StageRunner) -> list[PlayedGame]:
    """Return so many games between two brains with alternating seats. The cut decides the first dealer."""
    assert games % LOT == 0
    lots = [(one, other, seed, range(at, at + LOT)) for at in range(0, games, LOT)]
    stage = f"{one} v {other}, seed {seed}"
    return [game for lot in workshop.run_stage(stage, Lot, play_lot, lots) for game in unpack(lot)]


def play_lot(one: str, other: str, seed: int, numbers: Iterable[int]) -> Lot:
    """Play these games, and pack the data needed of them."""
    games, deals = [], []
    for number in numbers:
        brains: BrainNames = (one, other) if number % 2 == 0 else (other, one)
        *states, last = [table.state for table in positions(brains, Rules(), Chance(seed, number))]
        assert last.winner is not None
        games.append((number, last.winner))
        deals += [_as_row(number, deal) for deal in dealt_cards([*states, last])]
    return Lot(np.array(games), np.array(deals))


def _as_row(number: int, deal: DealtCards) -> tuple[int, ...]:
    thrown = deal.throws if deal.starter is not None else ((0, 0), (0, 0))
    starter = NOT_TURNED if deal.starter is None else deal.starter
    cards = (*deal.sixes[0], *deal.sixes[1], *thrown[0], *thrown[1])
    return number, deal.number, deal.dealer, *deal.scores, starter, *cards


def unpack(lot: Lot) -> Iterator[PlayedGame]:
    """Yield the games of a lot."""
    for number, winner in lot.games.tolist():
        rows = lot.deals[lot.deals[:, 0] == number].tolist()
        yield PlayedGame(Seat(number % 2), Seat(winner), tuple(map(_from_row, rows)))


def _from_row(row: list[int]) -> DealtCards:
    _, number, dealer, score_a, score_b, starter, *cards = row
    sixes, throws = (tuple(cards[0:6]), tuple(cards[6:12])), (tuple(cards[12:14]), tuple(cards[14:16]))
    deal = DealtCards(number, Seat(dealer), (score_a, score_b), sixes)
    if starter == NOT_TURNED:
        return deal
    return DealtCards(number, Seat(dealer), (score_a, score_b), sixes, throws, starter)
