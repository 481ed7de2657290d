"""What the bets on people have found so far, a row for each question, as the page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rng.fairness.watch.seat_bets import QUESTIONS, coin_evidence

UNUSUAL, ALARMING = 20, 100


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """How often the first named had the better six, and the other; ties are left out."""

    question: str
    better: int
    worse: int

    @property
    def slug(self) -> str:
        """The question as one word, by which a page knows it."""
        return self.question.replace(",", "").replace(" ", "-")

    @property
    def deals(self) -> int:
        return self.better + self.worse

    @property
    def evidence(self) -> float:
        """What 1 is worth that was laid on both sides, alike on little and on much."""
        return coin_evidence(self.worse, self.better)

    @property
    def verdict(self) -> str:
        """How unusual that is, in a word."""
        if self.evidence < UNUSUAL:
            return "usual"
        return "unusual" if self.evidence < ALARMING else "alarming"


def seat_answers(counted: Mapping[str, Sequence[int]] | None) -> tuple[SeatAnswer, ...]:
    """The answers to all questions, by how often each side had the better six."""
    found = counted or {}
    return tuple(
        SeatAnswer(question, better, worse)
        for question in QUESTIONS
        for worse, better in [found.get(question, (0, 0))]
    )
