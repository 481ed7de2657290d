"""Computes equities: by counting every deal, or from a sample."""

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

MAX_EXACT_SECONDS = 2.0  # the longest exact computation without a request for it
SAMPLES = 600_000
BATCHES = 300  # the limit of batches for ranges that rarely fit into one deck


class Equity(NamedTuple):
    """The number of deals that each hand wins or shares, of all deals or of a sample."""

    players: int
    deals: Counter[Winners]
    hands: int | None  # the number of hands that the ranges stand for, with suits; None for samples

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
        """Return a player's share of all pots. Ties divide the pot."""
        return (
            sum(
                (Fraction(n, len(winners)) for winners, n in self.deals.items() if player in winners),
                Fraction(),
            )
            / self.total
        )

    def decided(self, player: int = 0) -> Fraction | None:
        """Return a player's share of the deals without a tie; None if all were tied."""
        wins, losses = self.wins(player), self.losses(player)
        return Fraction(wins, wins + losses) if wins + losses else None

    def standard_error(self, player: int = 0) -> float:
        """Return the standard error of a sampled share."""
        if self.is_exact:
            return 0.0
        mean = float(self.share(player))
        squares = sum(n / len(winners) ** 2 for winners, n in self.deals.items() if player in winners)
        return sqrt(max(0.0, squares / self.total - mean * mean) / self.total)


def exact_equity(contest: Contest, progress: Callable[[], object] = lambda: None) -> Equity:
    """Count every deal."""
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
    """Sample so many deals, or as many as fit into one deck within so many batches."""
    return Equity(
        len(contest.hands), contest_sampling.sample_winners(contest, samples, seed, progress, batches), None
    )
