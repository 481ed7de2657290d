"""Safe, optimal or risky: by the score and the deal."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from game.engine.state import SKUNK_LINES

# What a deal brings on average, nibs to crib, and how much of the dealer's is pegged in the play.
TO_PONE, TO_DEALER = 10.2, 16.2
DEALER_PEGS = 3.5


class Strategy(Enum):
    """How much to dare: what to expect, what to fear, or what to hope for."""

    OPTIMAL = "optimal"
    RISKY = "risky"
    SAFE = "safe"


class Standing(NamedTuple):
    """How the game stands before a throw, and what the six cards promise at their best.

    Of a score the paper says that the program "can" reach it, "based on its hand", or that it "expects" to.
    What it can reach is taken as what its best four cards are worth as they stand, whatever is turned up;
    what it expects, as its best expected hand and crib, with the dealer's usual pegging. The opponent,
    whose cards are not known, is expected to make what a deal brings on average.
    """

    mine: int
    theirs: int
    dealer: bool
    target: int
    sure: int
    expected: float

    @property
    def ahead(self) -> int:
        return self.mine - self.theirs

    @property
    def they_count_first(self) -> bool:
        return self.dealer

    @property
    def theirs_expected(self) -> float:
        return self.theirs + (TO_PONE if self.dealer else TO_DEALER)

    @property
    def can_reach_game(self) -> bool:
        return self.mine + self.sure >= self.target

    @property
    def mine_expected(self) -> float:
        return self.mine + self.expected + DEALER_PEGS * self.dealer

    @property
    def expects_game(self) -> bool:
        return self.mine_expected >= self.target

    @property
    def they_expect_game(self) -> bool:
        return self.theirs_expected >= self.target

    @property
    def can_escape_a_skunk(self) -> bool:
        return self._passes_a_skunk_line(self.mine, self.mine + self.sure)

    @property
    def they_should_escape_a_skunk(self) -> bool:
        return self._passes_a_skunk_line(self.theirs, self.theirs_expected)

    def _passes_a_skunk_line(self, before: int, after: float) -> bool:
        return any(before < line <= after for line, _ in SKUNK_LINES[self.target])


BY_SCORE: tuple[tuple[Strategy, Callable[[int], bool]], ...] = (
    (Strategy.OPTIMAL, lambda ahead: abs(ahead) < 16),
    (Strategy.RISKY, lambda ahead: ahead < -15),
    (Strategy.SAFE, lambda ahead: ahead > 15),
)

# In the paper's order. Each row is more special than those above it, and where it applies they do not.
BY_DEAL: tuple[tuple[Strategy, Callable[[Standing], bool]], ...] = (
    (Strategy.SAFE, lambda at: at.can_reach_game),
    (Strategy.RISKY, lambda at: at.they_count_first and at.they_expect_game),
    (Strategy.SAFE, lambda at: not at.they_count_first and at.they_expect_game and at.can_escape_a_skunk),
    (Strategy.RISKY, lambda at: at.they_count_first and at.expects_game and at.they_should_escape_a_skunk),
)


def strategy_in_play(ahead: int) -> Strategy:
    """The strategy by the current difference in points, all that counts once the cards are thrown."""
    return next(strategy for strategy, applies in BY_SCORE if applies(ahead))


def strategy_for_throw(at: Standing) -> Strategy:
    """The last row of the table that applies, or else what the score says."""
    return _special_strategy(at) or strategy_in_play(at.ahead)


def strategy_by_deal_alone(at: Standing) -> Strategy:
    """The same, but optimal whatever the score says."""
    return _special_strategy(at) or Strategy.OPTIMAL


def _special_strategy(at: Standing) -> Strategy | None:
    special = [strategy for strategy, applies in BY_DEAL if applies(at)]
    return special[-1] if special else None
