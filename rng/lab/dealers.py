"""Fair and cheating dealers at simulated tables, to test how soon the monitor detects them.

A cheat favours the second seat, where a bot sits if there is one, or the dealer, unless its name says
otherwise.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, Decks, beginnings
from rng.fairness.watch.circumstances import Circumstances
from rng.lab.favours import (
    better_six,
    better_six_for_account,
    better_six_for_bots,
    chosen,
    chosen_starter,
    close_end,
    first_deals,
    rubber_band,
)
from rng.lab.generators import GENERATORS, WordStream
from rng.lab.shuffles import fair, naive
from rng.lab.tables import PAIRS, PAIRS_WITH_BOT, Cut, Deal, Kinds, Tables, play_games, with_cuts

GAMES = 300  # played side by side
FIVES = range(16, 20)
UNDEALT = 13  # the first place after both hands and the starter
SEEDS = 1 << 16


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer that can be selected by name."""

    says: str
    deal: Deal
    sound: bool = False
    pairs: Kinds = field(default_factory=lambda: PAIRS)  # who plays whom
    cut: Cut | None = None  # how games are cut for deal, where cuts are simulated too


def _fair(words: WordStream, tables: Tables) -> Decks:
    return fair(words, tables.deals)


def _redeal(words: WordStream, tables: Tables) -> Decks:
    """Deal the second seat two hands and keep the better. The rest of the deck is unchanged."""
    decks, own = fair(words, tables.deals), _own_places(tables.about)
    again = decks.copy()
    rest = np.arange(UNDEALT, UNDEALT + 6)
    rows = np.arange(tables.deals)[:, None]
    again[rows, own], again[:, rest] = decks[:, rest], decks[rows, own]
    better = _best_of_own(again, own) > _best_of_own(decks, own)
    return np.where(better[:, None], again, decks)


def _fives(share: float) -> Deal:
    """In a share of all deals, replace a card of the dealer's with a five from the rest of the deck."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        n = tables.deals
        decks = fair(words, n)
        undealt = np.isin(decks[:, UNDEALT:], FIVES) * words.draw(n * (CARDS - UNDEALT)).reshape(n, -1)
        places = UNDEALT + undealt.argmax(axis=1)
        has_any = undealt.any(axis=1) & ~np.isin(decks[:, 1], FIVES)
        at = np.flatnonzero(chosen(words, n, share) & has_any)
        decks[at, 1], decks[at, places[at]] = decks[at, places[at]], decks[at, 1]
        return decks

    return deal


def _naive_tenth(words: WordStream, tables: Tables) -> Decks:
    """Use the naive shuffle in a random tenth of the games."""
    n = tables.deals
    return np.where((tables.lot < 0.1)[:, None], naive(words, n), fair(words, n))


def _seeds_of_16_bits(words: WordStream, tables: Tables) -> Decks:
    """Deal one of only 65,536 decks."""
    return np.asarray(_all_decks_of_16_bits()[words.draw(tables.deals) >> 16], np.uint8)


@cache
def _all_decks_of_16_bits() -> Decks:
    return fair(GENERATORS["mt"].open_stream(hashlib.sha512(b"seeds of 16 bits").digest()), SEEDS)


DEALERS: Mapping[str, Dealer] = {
    "fair": Dealer("as ours, at simulated tables", _fair, sound=True),
    "better-six": Dealer("the better six always to one seat", better_six(1)),
    "better-six-1%": Dealer("the better six to one seat, in a hundredth of deals", better_six(0.01)),
    "better-six-0.1%": Dealer("the better six to one seat, in a thousandth of deals", better_six(0.001)),
    "bots-2%": Dealer(
        "the better six to bots, in 2% of the deals against them",
        better_six_for_bots(0.02),
        pairs=PAIRS_WITH_BOT,
    ),
    "account-2%": Dealer("the better six to one account, in 2% of its deals", better_six_for_account(0.02)),
    "account-20%": Dealer("the better six to one account, in 20% of its deals", better_six_for_account(0.2)),
    "starter": Dealer("always the starter that helps one seat most", chosen_starter(1)),
    "starter-20%": Dealer("the starter that helps one seat most, in 20% of deals", chosen_starter(0.2)),
    "rubber-band": Dealer("the better six always to the player who is behind", rubber_band(1)),
    "rubber-band-33%": Dealer("the better six to the player behind, in a third of deals", rubber_band(1 / 3)),
    "close-end": Dealer("the better six to one seat, in the last two deals of close games", close_end),
    "first-deal": Dealer("the first deal always to one seat", _fair, cut=first_deals(1)),
    "first-deal-20%": Dealer("the first deal to one seat, in 20% of games", _fair, cut=first_deals(0.2)),
    "redeal": Dealer("one seat keeps the better of two hands", _redeal),
    "fives-2%": Dealer("a five more to the dealer, in 2% of deals", _fives(0.02)),
    "fives-10%": Dealer("a five more to the dealer, in 10% of deals", _fives(0.1)),
    "naive-10%": Dealer("the naive shuffle in a tenth of games", _naive_tenth),
    "seeds-16": Dealer("one of only 65,536 seeds", _seeds_of_16_bits),
}


def dealt_batches(dealer: str, seed: bytes, n: int) -> Iterator[tuple[Decks, Circumstances]]:
    """Yield deals with their context, some thousands at a time."""
    words, chosen_dealer = GENERATORS["mt"].open_stream(seed), DEALERS[dealer]
    seen: set[int] = set()
    dealt = 0
    while dealt < n:
        decks, about = play_games(words, chosen_dealer.deal, GAMES, chosen_dealer.pairs)
        if chosen_dealer.cut:
            decks, about = with_cuts(words, decks, about, chosen_dealer.cut)
        decks, about = decks[: n - dealt], about[: n - dealt]
        for row, beginning in enumerate(beginnings(decks).tolist()):
            about.repeated[row] = beginning in seen
            seen.add(beginning)
        dealt += len(decks)
        yield decks, about


def _own_places(about: Circumstances) -> NDArray[np.int64]:
    """Return the places of the second seat's six cards."""
    return np.asarray(np.arange(0, 12, 2) + (about.dealer == 1)[:, None], np.int64)


def _best_of_own(decks: Decks, own: NDArray[np.int64]) -> NDArray[np.int8]:
    return scorer().best_of_six(np.take_along_axis(decks, own, axis=1))
