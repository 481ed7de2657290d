"""Dealers that deal fairly or cheat, at simulated tables: what the watch should find, and how soon it does.

A table is a game of ten deals between two seats that take turns to deal. A cheat favours the second seat,
where the bot sits if there is one, or the dealer.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, Decks, beginnings
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, Circumstances, unknown
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX, dealer_signs
from rng.lab.generators import GENERATORS, WordStream
from rng.lab.shuffles import fair, naive

BATCH = 1000  # whole games
DEALS_IN_GAME = 10
PAIRS = np.array([(ACCOUNT, BOT), (GUEST, BOT), (ACCOUNT, ACCOUNT), (ACCOUNT, GUEST)], np.int8)
FIVES = range(16, 20)
UNDEALT = 13  # the first place that nobody is dealt
SEEDS = 1 << 16

Small = NDArray[np.int8]
Deal = Callable[[WordStream, Small, int], Decks]


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer that can be asked for by name."""

    says: str
    deal: Deal  # from the seats that deal, for so many deals
    sound: bool = False


def _fair(words: WordStream, dealers: Small, n: int) -> Decks:
    return fair(words, n)


def _better_six(share: float) -> Deal:
    """In a share of all deals, the second seat gets the better six."""

    def deal(words: WordStream, dealers: Small, n: int) -> Decks:
        decks = fair(words, n)
        second_is_worse = np.where(dealers == 1, 1, -1) * dealer_signs(decks) < 0
        return _exchange_sixes(decks, second_is_worse & _chosen(words, n, share))

    return deal


def _redeal(words: WordStream, dealers: Small, n: int) -> Decks:
    """The second seat is dealt two hands, and keeps the better: the rest of the deck is as it was."""
    decks, own = fair(words, n), _own_places(dealers)
    again = decks.copy()
    rest = np.arange(UNDEALT, UNDEALT + 6)
    rows = np.arange(n)[:, None]
    again[rows, own], again[:, rest] = decks[:, rest], decks[rows, own]
    better = _best_of_own(again, own) > _best_of_own(decks, own)
    return np.where(better[:, None], again, decks)


def _fives(share: float) -> Deal:
    """In a share of all deals, a card of the dealer's becomes a five from the rest of the deck."""

    def deal(words: WordStream, dealers: Small, n: int) -> Decks:
        decks = fair(words, n)
        undealt = np.isin(decks[:, UNDEALT:], FIVES) * words.draw(n * (CARDS - UNDEALT)).reshape(n, -1)
        places = UNDEALT + undealt.argmax(axis=1)
        has_any = undealt.any(axis=1) & ~np.isin(decks[:, 1], FIVES)
        at = np.flatnonzero(_chosen(words, n, share) & has_any)
        decks[at, 1], decks[at, places[at]] = decks[at, places[at]], decks[at, 1]
        return decks

    return deal


def _naive_tenth(words: WordStream, dealers: Small, n: int) -> Decks:
    """Every tenth game, by chance, has the naive shuffle."""
    games = np.repeat(_chosen(words, -(-n // DEALS_IN_GAME), 0.1), DEALS_IN_GAME)[:n]
    return np.where(games[:, None], naive(words, n), fair(words, n))


def _seeds_of_16_bits(words: WordStream, dealers: Small, n: int) -> Decks:
    """One of only 65,536 decks."""
    return np.asarray(_all_decks_of_16_bits()[words.draw(n) >> 16], np.uint8)


@cache
def _all_decks_of_16_bits() -> Decks:
    return fair(GENERATORS["mt"].open_stream(hashlib.sha512(b"seeds of 16 bits").digest()), SEEDS)


DEALERS: Mapping[str, Dealer] = {
    "fair": Dealer("as ours, at simulated tables", _fair, sound=True),
    "better-six": Dealer("the better six always to one seat", _better_six(1)),
    "better-six-1%": Dealer("the better six to one seat, in a hundredth of deals", _better_six(0.01)),
    "better-six-0.1%": Dealer("the better six to one seat, in a thousandth of deals", _better_six(0.001)),
    "redeal": Dealer("one seat keeps the better of two hands", _redeal),
    "fives-2%": Dealer("a five more to the dealer, in 2% of deals", _fives(0.02)),
    "fives-10%": Dealer("a five more to the dealer, in 10% of deals", _fives(0.1)),
    "naive-10%": Dealer("the naive shuffle in a tenth of games", _naive_tenth),
    "seeds-16": Dealer("one of only 65,536 seeds", _seeds_of_16_bits),
}


def dealt_batches(dealer: str, seed: bytes, n: int) -> Iterator[tuple[Decks, Circumstances]]:
    """So many deals with what is known of them, a thousand at a time."""
    words = GENERATORS["mt"].open_stream(seed)
    seen: set[int] = set()
    for begun in range(0, n, BATCH):
        deals = min(BATCH, n - begun)
        about = _tables(words, deals)
        decks = np.ascontiguousarray(DEALERS[dealer].deal(words, about.dealer, deals))
        about.last[1:] = decks[:-1]
        about.last[::DEALS_IN_GAME] = CARDS
        for row, beginning in enumerate(beginnings(decks).tolist()):
            about.repeated[row] = beginning in seen
            seen.add(beginning)
        yield decks, about


def _tables(words: WordStream, deals: int) -> Circumstances:
    about = unknown(deals)
    games = -(-deals // DEALS_IN_GAME)
    drawn = words.draw(games)
    about.kinds[:] = np.repeat(PAIRS[drawn >> 30], DEALS_IN_GAME, axis=0)[:deals]
    about.rated[:] = np.repeat(drawn >> 29 & 1, DEALS_IN_GAME)[:deals]
    first = np.repeat(drawn >> 28 & 1, DEALS_IN_GAME)[:deals]
    about.dealer[:] = (first + np.arange(deals) % DEALS_IN_GAME) % 2
    return about


def _chosen(words: WordStream, n: int, share: float) -> NDArray[np.bool_]:
    return np.asarray(words.draw(n) < share * 2.0**32, bool)


def _exchange_sixes(decks: Decks, where: NDArray[np.bool_]) -> Decks:
    exchanged = decks.copy()
    exchanged[:, PONE_SIX], exchanged[:, DEALER_SIX] = decks[:, DEALER_SIX], decks[:, PONE_SIX]
    return np.where(where[:, None], exchanged, decks)


def _own_places(dealers: Small) -> NDArray[np.int64]:
    """The places of the second seat's six."""
    return np.asarray(np.arange(0, 12, 2) + (dealers == 1)[:, None], np.int64)


def _best_of_own(decks: Decks, own: NDArray[np.int64]) -> NDArray[np.int8]:
    return scorer().best_of_six(np.take_along_axis(decks, own, axis=1))
