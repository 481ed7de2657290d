"""Computes what hands are worth against each other: every deal counted, or some of them drawn."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from rng.razz.equity import contest_sampling
from rng.razz.equity.contest import Contest
from rng.razz.equity.showdown import count_winners
from rng.razz.hands.cards import HAND
from rng.razz.hands.partial_hand import Winners

MAX_EXACT_SECONDS = 2.0  # seconds that the exact answer may take unasked
SAMPLES = 600_000
BATCHES = 300  # after which nobody waits any longer for ranges to fit into one deck


class Equity(NamedTuple):
    """How many deals each wins or shares, of all there are or of so many that were drawn."""

    players: int
    deals: Counter[Winners]
    hands: int | None  # that the ranges stand for, with suits; where deals are drawn nobody counts them

    @property
    def is_exact(self) -> bool:
        return self.hands is not None

    @property
    def total(self) -> int:
        return self.deals.total()

    def wins(self, player: int = 0) -> int:
        return self.deals[player,]

    def ties(self, player: int = 0) -> int:
        return sum(n for winners, n in self.deals.items() if player in winners and len(winners) > 1)

    def losses(self, player: int = 0) -> int:
        return sum(n for winners, n in self.deals.items() if player not in winners)

    def share(self, player: int = 0) -> Fraction:
        """A player's part of all pots; who ties divides."""
        return (
            sum(
                (Fraction(n, len(winners)) for winners, n in self.deals.items() if player in winners),
                Fraction(),
            )
            / self.total
        )

    def decided(self, player: int = 0) -> Fraction | None:
        """A player's part of what was not tied; nothing if all was."""
        wins, losses = self.wins(player), self.losses(player)
        return Fraction(wins, wins + losses) if wins + losses else None

    def standard_error(self, player: int = 0) -> float:
        """By how much a share that was drawn is usually wrong: its standard error."""
        if self.is_exact:
            return 0.0
        mean = float(self.share(player))
        squares = sum(n / len(winners) ** 2 for winners, n in self.deals.items() if player in winners)
        return sqrt(max(0.0, squares / self.total - mean * mean) / self.total)


def exact_equity(contest: Contest, progress: Callable[[], object] = lambda: None) -> Equity:
    """Every deal counted."""
    to_come = [hand.to_come for hand in contest.hands]
    deals: Counter[Winners] = Counter()
    hands = 0
    for dealt in contest.dealt_contests():
        hands += dealt.ways
        for winners, ways in count_winners(dealt.hands, dealt.left).items():
            deals[winners] += ways * dealt.ways
        progress()
    if all(hand.cards_written == HAND for hand in contest.hands):
        hands = deals.total()
    return Equity(len(to_come), deals, hands)


def sampled_equity(
    contest: Contest,
    samples: int,
    seed: int,
    progress: Callable[[], object] = lambda: None,
    batches: int = BATCHES,
) -> Equity:
    """So many deals drawn, or as many as fitted into one deck in so many batches."""
    return Equity(
        len(contest.hands), contest_sampling.sample_winners(contest, samples, seed, progress, batches), None
    )
