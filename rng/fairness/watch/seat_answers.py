"""The results of the bets on people, one row per question, as the page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rng.fairness.watch import cut_bets, score_bets, seat_bets, starter_bets
from rng.fairness.watch.seat_bets import coin_evidence

UNUSUAL, ALARMING = 20, 100
MOST_LOG = 690.0

Counts = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """How often the first-named seat had the better six or starter, or dealt first, and how often the other.

    Ties are left out. `evidence` is the value of one unit that was spread over both sides and all bet sizes.
    """

    question: str
    better: int
    worse: int
    evidence: float

    @property
    def slug(self) -> str:
        """The question as one word, used as an id on pages."""
        return self.question.replace(",", "").replace(" ", "-")

    @property
    def deals(self) -> int:
        return self.better + self.worse

    @property
    def verdict(self) -> str:
        """A word for how unusual the result is."""
        if self.evidence < UNUSUAL:
            return "usual"
        return "unusual" if self.evidence < ALARMING else "alarming"


def seat_answers(counted: Counts | None) -> tuple[SeatAnswer, ...]:
    """Return the answers to all questions about the better six."""
    found = counted or {}
    return tuple(
        SeatAnswer(question, better, worse, coin_evidence(worse, better))
        for question in (*seat_bets.QUESTIONS, *score_bets.QUESTIONS)
        for worse, better in [found.get(question, (0, 0))]
    )


def cut_answers(counted: Counts | None) -> tuple[SeatAnswer, ...]:
    """Return the answers to all questions about who deals first after a cut."""
    found = counted or {}
    return tuple(
        SeatAnswer(question.removeprefix("first deal: "), first, other, coin_evidence(other, first))
        for question in cut_bets.QUESTIONS
        for other, first in [found.get(question, (0, 0))]
    )


def starter_answers(
    counted: Counts | None, bets: Mapping[str, tuple[float, float]]
) -> tuple[SeatAnswer, ...]:
    """Return the answers to all questions about the starter, by what each bet has made of one unit."""
    found, sizes = counted or {}, len(starter_bets.SIGNED_SIZES)
    answers = []
    for number, question in enumerate(starter_bets.QUESTIONS):
        worse, better = found.get(question, (0, 0))
        names = starter_bets.NAMES[number * sizes : (number + 1) * sizes]
        logs = np.array([bets.get(name, (0.0, 0.0))[0] for name in names])
        evidence = float(np.exp(np.minimum(np.logaddexp.reduce(logs) - np.log(sizes), MOST_LOG)))
        answers.append(SeatAnswer(seat_bets.QUESTIONS[number], better, worse, evidence))
    return tuple(answers)
