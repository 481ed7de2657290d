"""Pairs seeks: the distance between settings, and how far a seek deviates to find an opponent.

Pure functions.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf

from game.engine.state import Counting, Rules, Seat

FAR = 100  # beyond any accepted distance
MAX_DISTANCE = 3
WIDEN_EVERY = timedelta(seconds=5)

# Every choice has a position on a line. The distance between two choices is the difference of their
# positions. A shorter game is a small change. Counting by hand is twice that, and muggins one more. A game
# with a clock is played now and one without is played later, so a day-each game never matches a player who
# sits waiting.
TARGETS = {121: 0, 61: 1}
COUNTINGS = {"auto": 0, "manual": 2, "muggins": 3}
CLOCKS = {"quick": 0, "standard": 1, "none": FAR, "relaxed": FAR + 1}
RATED = {False: 0, True: FAR}
BEST_OF = {1: 0, 3: FAR, 5: 2 * FAR, 7: 3 * FAR}

# A rated seek accepts this difference in points at first, more with every step, and any in the end.
INITIAL_POINTS_GAP = 150
POINTS_GAP_STEP = 50
UNLIMITED_AFTER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings of a game that a player wants."""

    target: int = 121
    counting: str = "auto"
    clock: str = "none"
    rated: bool = False
    best_of: int = 1
    ahead: int = 0  # by how many holes the first seat starts ahead; if negative, the other seat does

    def rules(self, first_dealer: Seat | None = None) -> Rules:
        """Return the engine's rules for these settings."""
        start = (max(0, self.ahead), max(0, -self.ahead))
        return Rules(self.target, Counting(self.counting), first_dealer, start)

    def from_the_other_seat(self) -> "GameSettings":
        """Return the same settings from the opponent's view."""
        return replace(self, ahead=-self.ahead)

    def even(self) -> "GameSettings":
        """Return the same settings without a head start."""
        return replace(self, ahead=0)


@dataclass(frozen=True, slots=True)
class WaitingSeek:
    """The part of a public seek that pairing needs."""

    id: str
    player: int
    settings: GameSettings
    quick: bool
    since: datetime
    points: int = 0


def settings_distance(one: GameSettings, other: GameSettings) -> int:
    """Return the distance between two settings: 0 if they are equal."""
    return (
        abs(TARGETS[one.target] - TARGETS[other.target])
        + abs(COUNTINGS[one.counting] - COUNTINGS[other.counting])
        + abs(CLOCKS[one.clock] - CLOCKS[other.clock])
        + abs(RATED[one.rated] - RATED[other.rated])
        + abs(BEST_OF[one.best_of] - BEST_OF[other.best_of])
    )


def accepted_distance(seek: WaitingSeek, now: datetime) -> int:
    """Return how far a seek may deviate from its settings. A quick seek deviates more as it waits."""
    return max(0, min(MAX_DISTANCE, (now - seek.since) // WIDEN_EVERY)) if seek.quick else 0


def points_gap(one: WaitingSeek, other: WaitingSeek) -> int:
    """Return the difference of two players' points; 0 for casual games, where points do not matter."""
    return abs(one.points - other.points) if one.settings.rated else 0


def max_points_gap(seek: WaitingSeek, now: datetime) -> float:
    """Return the largest difference of points that a player accepts after waiting this long."""
    waited = now - seek.since
    return (
        inf
        if waited >= UNLIMITED_AFTER
        else INITIAL_POINTS_GAP + POINTS_GAP_STEP * max(0, waited // WIDEN_EVERY)
    )


def agreed_settings(elder: WaitingSeek, younger: WaitingSeek, now: datetime) -> GameSettings | None:
    """Return the settings that two seeks agree on, or None.

    One side accepts the other's settings; the younger if possible. The seek that accepts the larger
    difference of points decides whether the points are close enough.
    """
    if points_gap(elder, younger) > max(max_points_gap(elder, now), max_points_gap(younger, now)):
        return None
    apart = settings_distance(elder.settings, younger.settings)
    if apart <= accepted_distance(younger, now):
        return elder.settings
    if apart <= accepted_distance(elder, now):
        return younger.settings
    return None


def ranked_opponents(
    seek: WaitingSeek,
    others: Iterable[WaitingSeek],
    now: datetime,
    blocked_pairs: Collection[frozenset[int]] = (),
) -> list[tuple[WaitingSeek, GameSettings]]:
    """Return the seeks that a seek may match now, with settings: nearest in points first, then oldest."""
    opponents = [
        (other, settings)
        for other in others
        if _may_meet(seek, other, blocked_pairs) and (settings := agreed_settings(*_by_age(seek, other), now))
    ]
    return sorted(opponents, key=lambda met: (points_gap(seek, met[0]), met[0].since, met[0].id))


def pairs(
    waiting: Sequence[WaitingSeek], now: datetime, blocked_pairs: Collection[frozenset[int]] = ()
) -> Iterator[tuple[WaitingSeek, WaitingSeek, GameSettings]]:
    """Yield all pairs that match now as elder, younger and settings: oldest first, each player once."""
    left = sorted(waiting, key=_age)
    while left:
        elder, *left = left
        for younger, settings in ranked_opponents(elder, left, now, blocked_pairs)[:1]:
            yield elder, younger, settings
            left = [seek for seek in left if seek.player not in (elder.player, younger.player)]


def _may_meet(one: WaitingSeek, other: WaitingSeek, blocked_pairs: Collection[frozenset[int]]) -> bool:
    players = frozenset((one.player, other.player))
    return len(players) == 2 and players not in blocked_pairs


def _age(seek: WaitingSeek) -> tuple[datetime, str]:
    return seek.since, seek.id


def _by_age(one: WaitingSeek, other: WaitingSeek) -> tuple[WaitingSeek, WaitingSeek]:
    """Return the two seeks in order of age, the elder first."""
    return (one, other) if _age(one) <= _age(other) else (other, one)
