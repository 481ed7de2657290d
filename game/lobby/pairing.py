"""Who meets whom: how far two ways to play lie apart, and how far a seek will go to meet another. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from game.engine.state import Counting, Rules, Seat

FAR = 100  # further than anybody goes
WIDEST = 3
STEP = timedelta(seconds=5)

# Every choice has its place on a line, and two of them are as far apart as their places. A shorter game is a
# small change; to count for oneself is twice that, and to be called for it once more. A game by the clock is
# for now and one without hurry for whenever, so that a day a move never meets somebody who sits and waits.
TARGETS = {121: 0, 61: 1}
COUNTINGS = {"auto": 0, "manual": 2, "muggins": 3}
CLOCKS = {"quick": 0, "standard": 1, "none": FAR, "relaxed": FAR + 1}
RATED = {False: 0, True: FAR}


@dataclass(frozen=True, slots=True)
class Settings:
    """How somebody wants to play."""

    target: int = 121
    counting: str = "auto"
    clock: str = "none"
    rated: bool = False

    def rules(self, first_dealer: Seat | None = None) -> Rules:
        """What the engine plays by."""
        return Rules(self.target, Counting(self.counting), first_dealer)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seek for anyone, as far as pairing cares."""

    id: str
    player: int
    settings: Settings
    quick: bool
    since: datetime


def distance(one: Settings, other: Settings) -> int:
    """How far apart two ways to play are: 0 when they are the same."""
    return (
        abs(TARGETS[one.target] - TARGETS[other.target])
        + abs(COUNTINGS[one.counting] - COUNTINGS[other.counting])
        + abs(CLOCKS[one.clock] - CLOCKS[other.clock])
        + abs(RATED[one.rated] - RATED[other.rated])
    )


def window(seek: Waiting, now: datetime) -> int:
    """How far a seek strays from what it asks for: not at all, or a quick one further as it waits."""
    return max(0, min(WIDEST, (now - seek.since) // STEP)) if seek.quick else 0


def agreed(elder: Waiting, younger: Waiting, now: datetime) -> Settings | None:
    """What two seeks play: one goes all the way to meet the other, the younger if it can; None if neither."""
    apart = distance(elder.settings, younger.settings)
    if apart <= window(younger, now):
        return elder.settings
    if apart <= window(elder, now):
        return younger.settings
    return None


def pairs(
    waiting: Sequence[Waiting], now: datetime, kept_apart: Collection[frozenset[int]] = ()
) -> Iterator[tuple[Waiting, Waiting, Settings]]:
    """All who meet now, the eldest first, and each player once: elder, younger, and what they play."""
    left = sorted(waiting, key=lambda seek: (seek.since, seek.id))
    while left:
        elder, *left = left
        for younger in left:
            players = frozenset((elder.player, younger.player))
            if len(players) == 1 or players in kept_apart:
                continue
            if settings := agreed(elder, younger, now):
                yield elder, younger, settings
                left = [seek for seek in left if seek.player not in players]
                break
