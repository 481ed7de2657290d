"""Simulated games to 121 with scores, many side by side, dealt by a dealer that may cheat.

A seat scores what its best four of six are worth with the starter, and a fixed number for play and crib. So a
game has nine or ten deals, and the better cards lead to the better score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, STARTER, Decks
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, Circumstances, unknown
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX
from rng.lab.generators import WordStream

TARGET = 121
PAIRS = np.array([(ACCOUNT, BOT), (GUEST, BOT), (ACCOUNT, ACCOUNT), (ACCOUNT, GUEST)], np.int8)
PAIRS_WITH_BOT = PAIRS[:2]
# The points of pone and of the dealer that are not from their hands, on average.
OTHER_POINTS = np.array([2, 8], np.int16)

Kinds = NDArray[np.int8]
Scores = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Tables:
    """The deals that tables come to at once: what is known of each, and a number of its game from 0 to 1."""

    about: Circumstances
    lot: NDArray[np.float64]  # drawn once for each game

    @property
    def deals(self) -> int:
        return len(self.lot)


Deal = Callable[[WordStream, Tables], Decks]
Cut = Callable[[WordStream, int], Decks]


def play_games(
    words: WordStream, deal: Deal, games: int, pairs: Kinds = PAIRS
) -> tuple[Decks, Circumstances]:
    """Return the deals of some games, game after game. Whether a beginning was dealt before is left open."""
    drawn, lot = words.draw(games), words.draw(games) / 2.0**32
    kinds, rated, first = pairs[drawn % len(pairs)], drawn >> 29 & 1, drawn >> 28 & 1
    scores = np.zeros((games, 2), np.int16)
    live = np.arange(games)
    rounds: list[tuple[NDArray[np.int64], Decks, Circumstances]] = []
    last = np.full((games, CARDS), CARDS, np.uint8)
    while live.size:
        about = unknown(live.size)
        about.kinds[:], about.rated[:], about.scores[:] = kinds[live], rated[live], scores[live]
        about.dealer[:], about.target[:] = (first[live] + len(rounds)) % 2, TARGET
        about.last[:] = last[live]
        decks = np.ascontiguousarray(deal(words, Tables(about, lot[live])))
        rounds.append((live, decks, about))
        last[live] = decks
        scores[live] += _points(decks, about)
        live = live[scores[live].max(axis=1) < TARGET]
    return _in_order_of_games(rounds)


def with_cuts(words: WordStream, decks: Decks, about: Circumstances, cut: Cut) -> tuple[Decks, Circumstances]:
    """Return the deals with the deck of a cut for deal before each game."""
    begins = np.flatnonzero(~about.scores.any(axis=1))
    of_cuts = unknown(begins.size)
    of_cuts.kinds[:], of_cuts.rated[:], of_cuts.target[:] = about.kinds[begins], about.rated[begins], TARGET
    columns = (
        np.insert(getattr(about, field.name), begins, getattr(of_cuts, field.name), axis=0)
        for field in fields(Circumstances)
    )
    return np.insert(decks, begins, cut(words, begins.size), axis=0), Circumstances(*columns)


def _points(decks: Decks, about: Circumstances) -> Scores:
    """Return what both seats score in each deal."""
    fours = scorer().best_fours(np.stack([decks[:, PONE_SIX], decks[:, DEALER_SIX]], axis=1))
    points = scorer().score(fours, decks[:, STARTER, None]) + OTHER_POINTS
    return np.asarray(np.where((about.dealer == 1)[:, None], points, points[:, ::-1]), np.int16)


def _in_order_of_games(
    rounds: Sequence[tuple[NDArray[np.int64], Decks, Circumstances]],
) -> tuple[Decks, Circumstances]:
    order = np.argsort(np.concatenate([games for games, _, _ in rounds]), kind="stable")
    decks = np.concatenate([decks for _, decks, _ in rounds])[order]
    columns = (
        np.concatenate([getattr(about, field.name) for _, _, about in rounds])[order]
        for field in fields(Circumstances)
    )
    return decks, Circumstances(*columns)
