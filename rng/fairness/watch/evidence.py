"""Evidence against our deals that stays valid however often, and for how long, one looks.

One unit is staked against the shuffle, in fair bets. Of an even shuffle it can't be expected to grow, and
that it ever becomes a hundred has a chance of one in a hundred at most (Ville's inequality). Most of it is
laid on all bets at once. The rest is kept back and laid on them little by little, deal after deal: what was
lost on a million even decks could never tell of the first uneven one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rng.fairness.statistics import CARDS, STARTER, Decks
from rng.fairness.watch import bets, repeats, seat_bets
from rng.fairness.watch.circumstances import Circumstances, unknown

ALARM_THRESHOLD = 100.0

# Of what is kept back, half is laid in the first few hundred deals, and some is left after any number.
RESERVE_SHARE = 0.25
RESERVE_DECAY = 100.0

# The bets on decks come first of all: what people ask, and what may repeat, has the rest.
SHARES: Mapping[tuple[str, ...], float] = {bets.NAMES: 0.7, seat_bets.NAMES: 0.2, repeats.NAMES: 0.1}
NAMES = tuple(name for names in SHARES for name in names)

# More than this nobody needs to know, and a database can keep it.
MAX_LOG_EVIDENCE = np.log(1e300)

Logs = NDArray[np.float64]
LOG_SHARES: Logs = np.log([share / len(names) for names, share in SHARES.items() for _ in names])
NOTHING: Mapping[str, tuple[float, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the unit is worth now, and what must be known to go on.

    `bets` are the logarithms of what each bet has made of a unit laid at first, and of what was laid on it
    since; `starters` is how often each card was cut; `seats` how often each of two kinds of seat had the
    better six, the one that is named first last.
    """

    deals: int = 0
    bets: Mapping[str, tuple[float, float]] = field(default_factory=lambda: NOTHING)
    starters: tuple[int, ...] = (0,) * CARDS
    seats: Mapping[str, Sequence[int]] = field(default_factory=dict)
    worth: float = 1.0
    highest: float = 1.0
    alarmed_after: int | None = None


def add_decks(evidence: Evidence, decks: Decks, about: Circumstances | None = None) -> Evidence:
    """The evidence when these decks were dealt too, one a row; it is looked at after each."""
    if not len(decks):
        return evidence
    about = unknown(len(decks)) if about is None else about
    signs = seat_bets.question_signs(decks, about)
    starters = np.array(evidence.starters, np.int64)
    at_first, since = _log_stakes(evidence)
    grown = log_gains(decks, starters, signs, about, evidence.deals).cumsum(axis=0)
    kept = _reserve(evidence.deals + np.arange(len(decks) + 1))
    at_first, since = at_first + grown, _add_later_stakes(since, grown, kept)
    worth = _worth(at_first, since, kept[1:])
    alarms = np.flatnonzero(worth >= ALARM_THRESHOLD)
    after_deals = evidence.deals + int(alarms[0]) + 1 if alarms.size else None
    worths = zip(at_first[-1].tolist(), since[-1].tolist(), strict=True)
    return Evidence(
        deals=evidence.deals + len(decks),
        bets=dict(zip(NAMES, worths, strict=True)),
        starters=tuple((starters + np.bincount(decks[:, STARTER], minlength=CARDS)).tolist()),
        seats=seat_bets.count_signs(signs, evidence.seats),
        worth=float(worth[-1]),
        highest=max(evidence.highest, float(worth.max())),
        alarmed_after=after_deals if evidence.alarmed_after is None else evidence.alarmed_after,
    )


def log_gains(
    decks: Decks, starters: NDArray[np.int64], signs: seat_bets.Signs, about: Circumstances, deals: int
) -> Logs:
    """The logarithms of what each bet pays for each deck, all kinds of bets side by side."""
    return np.concatenate(
        [bets.log_gains(decks, starters), seat_bets.log_gains(signs), repeats.log_gains(decks, about, deals)],
        axis=1,
    )


def _log_stakes(evidence: Evidence) -> tuple[Logs, Logs]:
    """What each bet is worth, of what was laid at first and of what was laid since.

    A bet that is newer than the evidence has neither won nor lost: what was laid on it lies there still.
    """
    laid_since = RESERVE_SHARE - float(_reserve(np.array(evidence.deals)))
    untouched = (0.0, np.log(laid_since) if laid_since > 0 else -np.inf)
    at_first, since = np.array([evidence.bets.get(name, untouched) for name in NAMES]).T
    return at_first, since


def _reserve(deals: NDArray[np.int64]) -> Logs:
    """What is left after so many deals of what was kept back."""
    return np.asarray(RESERVE_SHARE / (1 + np.log1p(deals / RESERVE_DECAY)), np.float64)


def _add_later_stakes(since: Logs, grown: Logs, kept: Logs) -> Logs:
    """What the later stakes are worth after each deck: another is laid on every bet before each."""
    stakes = np.log(kept[:-1] - kept[1:])
    before = np.vstack([np.zeros(grown.shape[1]), grown[:-1]])
    worth_at_first = np.vstack([since, stakes[:, None] - before])
    return np.asarray(grown + np.logaddexp.accumulate(worth_at_first)[1:], np.float64)


def _worth(at_first: Logs, since: Logs, kept: Logs) -> Logs:
    """What the unit is worth after each deck: all bets by their shares, and what is still kept back."""
    each = np.logaddexp(at_first + np.log(1 - RESERVE_SHARE), since)
    mean = np.logaddexp.reduce(each + LOG_SHARES, axis=1)
    return np.asarray(np.exp(np.minimum(np.logaddexp(mean, np.log(kept)), MAX_LOG_EVIDENCE)), np.float64)
