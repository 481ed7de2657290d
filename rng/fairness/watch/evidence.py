"""Evidence against our deals that stays valid however often and however long it is read.

One unit is staked against the shuffle in fair bets. If the shuffle is even, the stake has no expected growth,
and the chance that it ever reaches a hundred is at most one in a hundred (Ville's inequality). Most of the
unit is spread over all bets at once. The rest is a reserve that is laid little by little, deal after deal.
Without it, stakes lost on a million even decks could never detect a first uneven one.

Bets that join a running watch are paid from the reserve. When they join, a share of the reserve is laid on
them, and they get the same share of every later stake. This moves money and creates none: the evidence has
the same value before and after, and no earlier bet gains or loses. Every payout has mean 1, given all that
was fixed before the deck was shuffled, and every stake is fixed before that deck. So the total is still a
martingale that began with one unit, however late bets join, and Ville's inequality still holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.fairness.statistics import CARDS, STARTER, Decks
from rng.fairness.watch import bets, cut_bets, repeats, score_bets, seat_bets, starter_bets
from rng.fairness.watch.circumstances import Circumstances, unknown

ALARM_THRESHOLD = 100.0

# Half of the reserve is laid in the first few hundred deals, and a part remains after any number.
RESERVE_SHARE = 0.25
RESERVE_DECAY = 100.0

# The bets on decks get the largest share. The bets on people and on repeats share the rest.
SHARES: Mapping[tuple[str, ...], float] = {bets.NAMES: 0.7, seat_bets.NAMES: 0.2, repeats.NAMES: 0.1}
# The bets that joined later, and their share of the reserve. Earlier bets keep the stakes laid at first.
# Their later stakes fall to 0.75 * 0.75 of the former ones.
JOINED_SHARES: Mapping[tuple[str, ...], float] = {
    starter_bets.NAMES: 0.55,
    score_bets.NAMES: 0.35,
    cut_bets.NAMES: 0.1,
}
JOINING_SHARE = 0.25
NAMES = tuple(name for names in (*SHARES, *JOINED_SHARES) for name in names)

# A cap that is high enough for any reader and fits into the database.
MAX_LOG_EVIDENCE = np.log(1e300)

Logs = NDArray[np.float64]
LOG_SHARES: Logs = np.log(
    [
        share / len(names)
        for shares in (SHARES, JOINED_SHARES)
        for names, share in shares.items()
        for _ in names
    ]
)
HAS_JOINED = np.arange(len(NAMES)) >= sum(map(len, SHARES))
LOG_AT_FIRST: Logs = np.where(HAS_JOINED, -np.inf, np.log(1 - RESERVE_SHARE))
LOG_OF_LATER: Logs = np.log(np.where(HAS_JOINED, JOINING_SHARE, 1 - JOINING_SHARE))
NOTHING: Mapping[str, tuple[float, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """The current value of the unit, and the state needed to continue.

    `bets` are the logarithms of each bet's value, of the stake laid at first and of stakes laid since. A bet
    that joined later holds only the second. `starters` counts each card as the starter. `seats` counts how
    often each of two kinds of seat had the better six, starter or cut; the kind that is named first comes
    last.
    """

    deals: int = 0
    bets: Mapping[str, tuple[float, float]] = field(default_factory=lambda: NOTHING)
    starters: tuple[int, ...] = (0,) * CARDS
    seats: Mapping[str, Sequence[int]] = field(default_factory=dict)
    worth: float = 1.0
    highest: float = 1.0
    alarmed_after: int | None = None


def add_decks(evidence: Evidence, decks: Decks, about: Circumstances | None = None) -> Evidence:
    """Return the evidence after these decks, one per row. The highest value is updated after each deck."""
    if not len(decks):
        return evidence
    about = unknown(len(decks)) if about is None else about
    answers = find_answers(decks, about)
    starters = np.array(evidence.starters, np.int64)
    at_first, since = _log_stakes(evidence)
    grown = log_gains(decks, starters, answers, about, evidence.deals).cumsum(axis=0)
    kept = (1 - JOINING_SHARE) * _reserve(evidence.deals + np.arange(len(decks) + 1))
    at_first, since = at_first + grown, _add_later_stakes(since, grown, kept)
    worth = _worth(at_first, since, kept[1:])
    alarms = np.flatnonzero(worth >= ALARM_THRESHOLD)
    after_deals = evidence.deals + int(alarms[0]) + 1 if alarms.size else None
    worths = zip(at_first[-1].tolist(), since[-1].tolist(), strict=True)
    return Evidence(
        deals=evidence.deals + len(decks),
        bets=dict(zip(NAMES, worths, strict=True)),
        starters=tuple((starters + np.bincount(decks[:, STARTER], minlength=CARDS)).tolist()),
        seats=answers.add_to(evidence.seats),
        worth=float(worth[-1]),
        highest=max(evidence.highest, float(worth.max())),
        alarmed_after=after_deals if evidence.alarmed_after is None else evidence.alarmed_after,
    )


class Answers(NamedTuple):
    """The answers of some decks to the questions about people, a row for each deck."""

    seats: seat_bets.Signs
    starters: starter_bets.Deviations
    scores: seat_bets.Signs
    cuts: seat_bets.Signs

    def add_to(self, counted: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        """Return how often each question was answered by either side, with these decks too."""
        return {
            **seat_bets.count_signs(seat_bets.QUESTIONS, self.seats, counted),
            **seat_bets.count_signs(score_bets.QUESTIONS, self.scores, counted),
            **seat_bets.count_signs(starter_bets.QUESTIONS, self.starters, counted),
            **seat_bets.count_signs(cut_bets.QUESTIONS, self.cuts, counted),
        }


def find_answers(decks: Decks, about: Circumstances) -> Answers:
    """Return the answers of some decks to all questions about people."""
    dealers, sides = seat_bets.dealer_signs(decks), seat_bets.dealer_sides(about)
    return Answers(
        seats=seat_bets.question_signs(dealers, sides),
        starters=starter_bets.question_deviations(decks, about, sides),
        scores=score_bets.question_signs(dealers, about, sides),
        cuts=cut_bets.question_signs(decks, about),
    )


def log_gains(
    decks: Decks, starters: NDArray[np.int64], answers: Answers, about: Circumstances, deals: int
) -> Logs:
    """Return the log payout of each bet for each deck, with all kinds of bets side by side."""
    return np.concatenate(
        [
            bets.log_gains(decks, starters),
            seat_bets.log_gains(answers.seats),
            repeats.log_gains(decks, about, deals),
            starter_bets.log_gains(answers.starters),
            seat_bets.log_gains(answers.scores),
            seat_bets.log_gains(answers.cuts),
        ],
        axis=1,
    )


def _log_stakes(evidence: Evidence) -> tuple[Logs, Logs]:
    """Return the value of each bet: of the stake laid at first, and of stakes laid since.

    A bet of `SHARES` newer than the evidence has neither won nor lost, so it still holds the stake laid on
    it. A bet of `JOINED_SHARES` gets its part of the reserve, which `add_decks` leaves out of `kept`.
    """
    kept = float(_reserve(np.array(evidence.deals)))
    laid_since = RESERVE_SHARE - kept
    untouched = (0.0, np.log(laid_since) if laid_since > 0 else -np.inf)
    joining = (0.0, np.log(JOINING_SHARE * kept))
    stakes = [
        evidence.bets.get(name, joining if has_joined else untouched)
        for name, has_joined in zip(NAMES, HAS_JOINED, strict=True)
    ]
    at_first, since = np.array(stakes).T
    return at_first, since


def _reserve(deals: NDArray[np.int64]) -> Logs:
    """Return the reserve that remains after so many deals."""
    return np.asarray(RESERVE_SHARE / (1 + np.log1p(deals / RESERVE_DECAY)), np.float64)


def _add_later_stakes(since: Logs, grown: Logs, kept: Logs) -> Logs:
    """Return the value of the later stakes after each deck.

    Another stake is laid on every bet before each.
    """
    stakes = np.log((kept[:-1] - kept[1:])[:, None]) + LOG_OF_LATER
    before = np.vstack([np.zeros(grown.shape[1]), grown[:-1]])
    worth_at_first = np.vstack([since, stakes - before])
    return np.asarray(grown + np.logaddexp.accumulate(worth_at_first)[1:], np.float64)


def _worth(at_first: Logs, since: Logs, kept: Logs) -> Logs:
    """Return the value of the unit after each deck: all bets by their shares, and the reserve."""
    each = np.logaddexp(at_first + LOG_AT_FIRST, since)
    mean = np.logaddexp.reduce(each + LOG_SHARES, axis=1)
    return np.asarray(np.exp(np.minimum(np.logaddexp(mean, np.log(kept)), MAX_LOG_EVIDENCE)), np.float64)
