"""Estimate Strength from a player's last games, with arithmetic that is identical on every machine.

The model of a game between i and j, with L the luck-adjusted result of i:

    y = L - 1/2 = s_i - s_j + p_ij + e
    s_i = M + o_i

The variance of e is GAME_VARIANCE, of p (the deviation of a pair from its strengths) PAIR, of o (people among
themselves) PEOPLE, and of M (people as a whole against the bots) SCALE. The strength of a bot is known. A
person counts as an opponent by their own games with bots only, so the errors of two observations share M and
nothing else, and the width of the interval follows from the model.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

FORMULA = 2

# The measured variance of L in games of four bots, each against itself (docs/explanation/review.md).
GAME_VARIANCE = 0.094
PAIR = 0.02 * 0.02  # measured: the deviation of pairs of bots from their strengths
PEOPLE = 0.12 * 0.12
SCALE = 0.12 * 0.12
DRIFT = 0.01 * 0.01 / 100  # per game
GAMES_KEPT = 300  # the newest games, from which an estimate is made

# Measured and fixed: by L against the other bots, with Intermediate as the average player.
BOT_STRENGTHS = {"novice": -0.177, "intermediate": 0.0, "halscrib": 0.115, "advanced": 0.179}

SHOWN_FROM = 20  # games
# On either side: a wider interval says too little, and depends too little on games with bots.
SHOWN_WITHIN = 0.15
SURE = 1.96  # standard deviations on either side, for a 95% interval
SHOWN_VARIANCE = (SHOWN_WITHIN / SURE) * (SHOWN_WITHIN / SURE)


class Strength(NamedTuple):
    """A player's estimated strength, its variance, and the number of games that moved it."""

    strength: float = 0.0
    variance: float = PEOPLE + SCALE
    games: int = 0

    @property
    def percent(self) -> float:
        """Return the share of games won against an average player."""
        return 50 + 100 * self.strength

    @property
    def margin(self) -> float:
        """Return half of the 95% interval."""
        return 100 * SURE * sqrt(self.variance)

    @property
    def is_shown(self) -> bool:
        return self.games >= SHOWN_FROM and self.variance <= SHOWN_VARIANCE


class Anchor(NamedTuple):
    """A person's strength by games with bots only: the estimate, and the precision that these games add."""

    strength: float = 0.0
    precision: float = 0.0


class Meeting(NamedTuple):
    """A player's game: the opponent, the result minus one half, and what was known of the opponent."""

    opponent: int
    result: float
    known: Anchor | float  # for a bot, its strength


class Observation(NamedTuple):
    """A player's strength by the games with one opponent, and the share of M in its error."""

    strength: float
    variance: float
    share: float


@dataclass(slots=True)
class History:
    """The games that have moved a player's Strength: their number, and the newest of them."""

    games: int = 0
    newest: deque[Meeting] = field(default_factory=lambda: deque(maxlen=GAMES_KEPT))

    def add(self, meeting: Meeting) -> None:
        self.games += 1
        self.newest.append(meeting)

    @property
    def strength(self) -> Strength:
        return estimate(self.newest, self.games)

    @property
    def anchor(self) -> Anchor:
        return anchor_of(self.newest)


def estimate(meetings: Iterable[Meeting], games: int) -> Strength:
    """Return a player's strength from their newest games: the best linear estimate of the model."""
    all_in_all, by_share, by_shares, strengths, shared = 1 / PEOPLE, 1 / PEOPLE, 1 / PEOPLE, 0.0, 0.0
    many = 0
    for number, seen in observations(meetings):
        many += number
        weight = 1 / seen.variance
        all_in_all += weight
        by_share += seen.share * weight
        by_shares += seen.share * seen.share * weight
        strengths += seen.strength * weight
        shared += seen.share * seen.strength * weight
    common = SCALE / (1 + SCALE * by_shares)
    precision = all_in_all - common * by_share * by_share
    # On average the games are half as old as the oldest, and a random walk of that age is a third as wide.
    return Strength(
        (strengths - common * by_share * shared) / precision, 1 / precision + DRIFT * many / 3, games
    )


def anchor_of(meetings: Iterable[Meeting]) -> Anchor:
    """Return a person's strength from those of these games that were played with bots."""
    with_bots = [meeting for meeting in meetings if not isinstance(meeting.known, Anchor)]
    precision, strengths = 0.0, 0.0
    for _, seen in observations(with_bots):
        precision += 1 / seen.variance
        strengths += seen.strength / seen.variance
    return Anchor(strengths / (1 / (PEOPLE + SCALE) + precision), precision)


def observations(meetings: Iterable[Meeting]) -> Iterator[tuple[int, Observation]]:
    """Yield an observation for each opponent, with the number of games.

    The opponent's strength is the one from the newest game.
    """
    met: dict[int, tuple[int, float, Anchor | float]] = {}
    for opponent, result, known in meetings:
        games, results, _ = met.get(opponent, (0, 0.0, known))
        met[opponent] = games + 1, results + result, known
    for games, results, known in met.values():
        strength, variance, share = _opponent(known)
        yield games, Observation(results / games + strength, GAME_VARIANCE / games + PAIR + variance, share)


def _opponent(known: Anchor | float) -> Observation:
    if not isinstance(known, Anchor):
        return Observation(known, 0.0, 0.0)
    before = 1 / (PEOPLE + SCALE)
    weight = before / (before + known.precision)
    rest = 1 - weight
    # The error of an anchor: this share comes from the prior, and the rest from the games.
    of_games = rest * rest / known.precision if known.precision else 0.0
    return Observation(known.strength, weight * weight * PEOPLE + of_games, weight)
