"""The bets against our shuffle. Each pays 1 on average if the shuffle is even.

Most bets tilt an exact distribution: a bet on too many inversions pays out by their number. The bet on
starters learns instead: it expects each card as often as it has come before.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.fairness import laws, statistics
from rng.fairness.laws import Law
from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, Decks

# The bias that a bet expects, in standard deviations, to either side. Small tilts detect a slight bias after
# many deals, large ones a gross bias at once.
SIZES = {
    "inversions": (0.04, 0.15, 0.4, 1.2),
    "descents": (0.2, 0.8),
    "rising sequences": (0.2, 0.8),
    "cycles": (0.4, 3.0),
    "parity": (0.15, 1.0),
    "fixed points": (0.5,),
    "pone's points": (0.1,),
    "dealer's points": (0.1,),
}
STARTERS = "starters"
# The prior count of each card for the bet on starters.
TAKEN_FOR_GRANTED = 20

NAMES = (
    *(f"{what}, {sign * size:+g}" for what, sizes in SIZES.items() for size in sizes for sign in (1, -1)),
    STARTERS,
)

Whole = NDArray[np.integer]
Logs = NDArray[np.float64]


class Tilt(NamedTuple):
    """A bet that a statistic is biased: the log payout for each value 0, 1, 2, ..."""

    statistic: str
    log_payoffs: Logs


@cache
def exact_laws() -> dict[str, Law]:
    """Return the exact distribution of each watched statistic."""
    points = np.array(scorer().counts, np.float64)
    points /= points.sum()
    return {
        "inversions": laws.inversions(),
        "descents": laws.descents(),
        "rising sequences": laws.descents(),  # one less than the number of sequences
        "cycles": laws.cycles(),
        "parity": np.array([0.5, 0.5]),
        "fixed points": laws.fixed_points(),
        "pone's points": points,
        "dealer's points": points,
    }


def observed_statistics(decks: Decks) -> dict[str, Whole]:
    """Return each watched statistic for each deck."""
    decks = np.asfortranarray(decks)
    hands, rings, score = statistics.hands(decks), statistics.cycles(decks), scorer().score
    return {
        "inversions": statistics.inversions(decks),
        "descents": statistics.descents(decks),
        "rising sequences": statistics.descents(statistics.inverses(decks)),
        "cycles": rings,
        "parity": (CARDS - rings) % 2,
        "fixed points": statistics.fixed_points(decks),
        "pone's points": score(hands.pone, hands.starters),
        "dealer's points": score(hands.dealer, hands.starters),
    }


@cache
def tilts() -> tuple[Tilt, ...]:
    """Return all tilts, in the order of their names."""
    known = exact_laws()
    return tuple(
        Tilt(what, _log_tilt(known[what], sign * size))
        for what, sizes in SIZES.items()
        for size in sizes
        for sign in (1, -1)
    )


def log_gains(decks: Decks, starters: Whole) -> Logs:
    """Return the log payout of each bet for each deck, given the counts of earlier starters."""
    found = observed_statistics(decks)
    columns = [tilt.log_payoffs[found[tilt.statistic]] for tilt in tilts()]
    return np.stack([*columns, _starter_log_gains(statistics.hands(decks).starters, starters)], axis=1)


def _log_tilt(law: Law, size: float) -> Logs:
    """Return the logarithm of exp(tilt), divided by its expected value."""
    tilt: Logs = size * (np.arange(law.size) - laws.mean(law)) / np.sqrt(laws.variance(law))
    return tilt - np.log(law @ np.exp(tilt))


def _starter_log_gains(cut: Decks, before: Whole) -> Logs:
    """Return the log payouts of the starter bet.

    A frequent starter pays more than a rare one; all 52 average to 1.
    """
    decks = np.arange(len(cut))
    so_far = np.zeros((len(cut), CARDS), np.int64)
    so_far[decks[1:], cut[:-1]] = 1
    often = so_far.cumsum(axis=0)[decks, cut] + before[cut] + TAKEN_FOR_GRANTED
    seen_before = decks + before.sum()
    pays: Logs = np.log(CARDS * often / (seen_before + CARDS * TAKEN_FOR_GRANTED))
    return pays
