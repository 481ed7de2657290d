"""Simulated populations of several kinds: how often an interval of Strength holds the truth in each.

The simulation does not use the formula of Strength. Players have random strengths, pairs have random
deviations, and a game varies like measured games of bots. `History` sees only the opponents and the
luck-adjusted results.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rng.framing import H
from rng.twister import Twister, stream
from study.strength.rating import BOT_STRENGTHS, SHOWN_FROM, History, Meeting, Strength

VARIANCE = 0.099  # of a game: the largest of equal house bots, except Novice
# Measured: the deviation of pairs of bots from the line through their strengths (standard deviation).
OFF = 0.018
PEOPLE = 0.09  # the standard deviation of people's strengths
BOTS = tuple(BOT_STRENGTHS)
USUAL_BOTS = ("novice", "intermediate", "advanced")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of population: its strengths, its opponents, and the change of strength with each game."""

    name: str
    people: int = 40
    games: int = 60  # the least number of games per player, counting both sides of a game
    mean: float = 0.0
    spread: float = PEOPLE
    bots: Sequence[str] = USUAL_BOTS
    with_bots: float = 0.5  # the share of games with a bot
    bot_players: float = 1.0  # the share of people who ever play a bot
    circle: int = 0  # people play only neighbours within this distance; 0 for no limit
    walk: float = 0.0  # the standard deviation of the change with each game
    trend: float = 0.0


KINDS = (
    Kind("bots only", with_bots=1.0),
    Kind("one bot only", with_bots=1.0, bots=("intermediate",)),
    Kind("Novices, Intermediate only", with_bots=1.0, bots=("intermediate",), mean=-0.177, spread=0.02),
    Kind("Novices, Intermediate only, 20 games", 80, 20, -0.177, 0.02, ("intermediate",), 1.0),
    Kind("people only", with_bots=0.0),
    Kind("people only, strong", with_bots=0.0, mean=0.1),
    Kind("people only, weak", with_bots=0.0, mean=-0.1),
    Kind("mixed"),
    Kind("mixed, 1,000 games", 16, 1000),
    Kind("mixed, strong", mean=0.16, spread=0.03),
    Kind("mixed, weak", mean=-0.18, spread=0.03),
    Kind("one in five plays bots", bot_players=0.2),
    Kind("circles of friends", circle=2, bot_players=0.3),
    Kind("pairs of friends, one plays bots", people=40, games=120, circle=1, bot_players=0.5, with_bots=0.3),
    Kind("sparse", people=200, games=20, with_bots=0.3),
    Kind("drifting", 20, 600, walk=0.001),
    Kind("improving", 20, 300, trend=0.01 / 100),
)


@dataclass(slots=True)
class Person:
    """A simulated player. The number is also the place in the circle of friends."""

    number: int
    truth: float
    plays_bots: bool
    history: History = field(default_factory=History)


class Coverage(NamedTuple):
    """The number of intervals, and how many held the truth: of all players, and of those shown."""

    intervals: int
    holding: int
    shown: int
    shown_holding: int
    margin: float  # on average, in per cent

    @property
    def percent(self) -> float:
        return 100 * self.holding / self.intervals

    @property
    def shown_percent(self) -> float | None:
        return 100 * self.shown_holding / self.shown if self.shown else None


def measure(kind: Kind, runs: int, seed: int = 23) -> Coverage:
    """Return the coverage in so many populations of a kind."""
    found = [its for run in range(runs) for its in simulate(kind, seed, run)]
    held = [holds(its, truth) for its, truth in found]
    shown = [holds(its, truth) for its, truth in found if its.is_shown]
    margin = sum(its.margin for its, _ in found) / len(found)
    return Coverage(len(held), sum(held), len(shown), sum(shown), margin)


def holds(its: Strength, truth: float) -> bool:
    """Return whether the shown interval holds the truth."""
    return abs(its.percent - 50 - 100 * truth) <= its.margin


def simulate(kind: Kind, seed: int, run: int) -> list[tuple[Strength, float]]:
    """Yield the estimate and the truth of each player with enough games to be shown, in one population."""
    chance = stream(H(b"population", str(seed).encode()), kind.name, str(run))
    people = [
        Person(number, chance.gauss(kind.mean, kind.spread), chance.random() < kind.bot_players)
        for number in range(kind.people)
    ]
    off = _pairs(chance)
    while short := [person for person in people if person.history.games < kind.games]:
        _play(kind, people, short[int(chance.random() * len(short))], off, chance)
    return [(its, person.truth) for person in people if (its := person.history.strength).games >= SHOWN_FROM]


def _pairs(chance: Twister) -> Callable[[int, int], float]:
    """Return a function that draws the deviation of each pair. Bots have negative numbers."""
    drawn: dict[tuple[int, int], float] = {}

    def off(one: int, other: int) -> float:
        low, high = min(one, other), max(one, other)
        its = drawn.setdefault((low, high), chance.gauss(0, OFF))
        return its if one == low else -its

    return off


def _play(
    kind: Kind, people: list[Person], one: Person, off: Callable[[int, int], float], chance: Twister
) -> None:
    strays = chance.gauss(0, VARIANCE**0.5)
    if (one.plays_bots and chance.random() < kind.with_bots) or kind.with_bots == 1:
        bot = kind.bots[int(chance.random() * len(kind.bots))]
        number = -1 - BOTS.index(bot)
        result = one.truth - BOT_STRENGTHS[bot] + off(one.number, number) + strays
        one.history.add(Meeting(number, result, BOT_STRENGTHS[bot]))
        _change(kind, one, chance)
        return
    other = _opponent(kind, people, one, chance)
    result = one.truth - other.truth + off(one.number, other.number) + strays
    known = one.history.anchor, other.history.anchor
    one.history.add(Meeting(other.number, result, known[1]))
    other.history.add(Meeting(one.number, -result, known[0]))
    _change(kind, one, chance)
    _change(kind, other, chance)


def _opponent(kind: Kind, people: list[Person], one: Person, chance: Twister) -> Person:
    if kind.circle == 1:
        return people[one.number ^ 1]
    if kind.circle:
        step = 1 + int(chance.random() * kind.circle)
        return people[(one.number + (step if chance.random() < 0.5 else -step)) % len(people)]
    other = int(chance.random() * (len(people) - 1))
    return people[other + (other >= one.number)]


def _change(kind: Kind, one: Person, chance: Twister) -> None:
    if kind.walk or kind.trend:
        one.truth += kind.trend + chance.gauss(0, kind.walk)
