"""Measure how often predictions about the dealer come true, in games of Advanced against itself."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from game.arena.chance import Chance
from game.arena.game import positions
from game.bots.advice import win_chance
from game.engine.moves import Deal
from game.engine.state import Counting, Rules, Seat
from game.engine.transcript import dump
from study.review.calibration.last_deals import ADVANCED
from study.review.judge.deal import DealtHands
from study.review.judge.record import Ply, Record, plies
from study.review.judge.win_chances import chance_before_deal

PAST = 110  # both scores, before a deal
BINS = 10
CONFIDENT = 1.96


class Prediction(NamedTuple):
    """A predicted chance of a deal's dealer, and whether they won the game."""

    game: int
    is_late: bool  # both sides were past 110 before the deal
    chance: float
    shipped: float  # the shipped table's prediction; for a move, the one before its deal
    won: bool


class Predictions(NamedTuple):
    """The predictions of a game before each deal, and after each move of its late deals."""

    deals: tuple[Prediction, ...]
    moves: tuple[Prediction, ...]


class Bin(TypedDict):
    """Predictions of about the same chance: their number, games and mean, and the observed frequency."""

    count: int
    games: int
    predicted: float
    won: float
    margin: float  # half of the 95% interval


class Curves(TypedDict):
    """The bins of every kind of prediction, and each kind as a whole."""

    bins: dict[str, list[Bin]]
    all: dict[str, Bin]


def play_record(seed: int, number: int) -> tuple[Record, Seat]:
    """Play a game. Return its record and its winner."""
    chance = Chance(seed, number)
    rules = Rules(121, Counting.AUTO, Seat(number % 2))
    *_, table = positions(ADVANCED, rules, chance)
    decks = dict(zip(range(1, table.state.deal + 1), chance.decks(), strict=False))
    assert table.state.winner is not None
    return Record(f"reliability {number}", dump(table.state), decks), table.state.winner


def predictions_of_game(seed: int, number: int) -> Predictions:
    """Play a game, and return predictions of its end throughout."""
    return predict(*play_record(seed, number), number)


def predict(record: Record, winner: Seat, number: int) -> Predictions:
    """Return predictions of a game's end before each deal, and after each move of its late deals."""
    deals: list[Prediction] = []
    moves: list[Prediction] = []
    for deal in split_by_deal(plies(record)):
        opening = deal[0]
        dealer = opening.after.dealer
        assert dealer is not None
        mine, theirs = opening.before.scores[dealer], opening.before.scores[dealer.other]
        is_late = min(mine, theirs) >= PAST
        shipped, won = win_chance(mine, theirs, dealer=True), dealer is winner
        before = of_dealer(chance_before_deal(opening.before, dealer), dealer)
        deals.append(Prediction(number, is_late, before, shipped, won))
        if is_late:
            dealt = DealtHands.from_state(opening.after)
            moves += [
                Prediction(number, True, of_dealer(dealt.chance(ply.after), dealer), shipped, won)
                for ply in deal
                if not ply.after.is_over
            ]
    return Predictions(tuple(deals), tuple(moves))


def split_by_deal(moves: Sequence[Ply]) -> Iterator[list[Ply]]:
    """Yield the moves of a game by deal, from the deal on."""
    openings = [n for n, ply in enumerate(moves) if isinstance(ply.move, Deal) and ply.after.deal]
    for begin, end in zip(openings, [*openings[1:], len(moves)], strict=True):
        yield list(moves[begin:end])


def of_dealer(chance_of_a: float, dealer: Seat) -> float:
    return chance_of_a if dealer is Seat.A else 1 - chance_of_a


def curves(games: Iterable[Predictions]) -> Curves:
    """Return the reliability of every kind of prediction."""
    games = list(games)
    deals = [one for game in games for one in game.deals]
    late = [one for one in deals if one.is_late]
    kinds = {
        "before a deal": deals,
        "before a deal past 110": late,
        "before a deal past 110, shipped table": [one._replace(chance=one.shipped) for one in late],
        "at a move past 110": [one for game in games for one in game.moves],
    }
    return Curves(
        bins={kind: _bins(each) for kind, each in kinds.items()},
        all={kind: _bin(each) for kind, each in kinds.items() if each},
    )


def _bins(predictions: Sequence[Prediction]) -> list[Bin]:
    by_bin: list[list[Prediction]] = [[] for _ in range(BINS)]
    for one in predictions:
        by_bin[min(int(one.chance * BINS), BINS - 1)].append(one)
    return [_bin(each) for each in by_bin if each]


def _bin(predictions: Sequence[Prediction]) -> Bin:
    """Return a bin.

    Its interval uses games as samples, because predictions within a game share their outcome.
    """
    games, chances, won = (
        np.array(column) for column in zip(*[(p.game, p.chance, p.won) for p in predictions], strict=True)
    )
    numbers, game = np.unique(games, return_inverse=True)
    count, share = len(won), float(won.mean())
    strayed = np.bincount(game, won - share)
    # If all ended alike, assume one exception: what was never observed may still occur.
    spread = max(float(np.sqrt((strayed**2).sum())) / count, 1 / (2 * len(numbers)))
    return Bin(
        count=count, games=len(numbers), predicted=float(chances.mean()), won=share, margin=CONFIDENT * spread
    )
