"""One pairing of an event: of those who are free, who meets whom and who deals first.

Everything it goes by is in a `Draw`, which is kept as JSON; with the event's root anybody can pair it again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple, Protocol

from rng.commitment import canonical_json
from tournaments.formats.encounters import Pair, pair_of
from tournaments.formats.lots import cut, lot, tie
from tournaments.formats.matching import best_matching


class Patience(NamedTuple):
    """How long somebody is held back, in ms, for an opponent who suits better and is at a table."""

    for_somebody_unmet: int
    for_a_fairer_deal: int


VERSION = "pairing/2"
PATIENCE = {
    "pairing/1": Patience(120_000, 120_000),  # evenings of before are worked out by what held then
    VERSION: Patience(100_000, 30_000),
}
WAIT_MS = 20_000
WAIT_WHILE_MOST_PLAY_MS = 40_000
MANY = 32
"""Where fewer play, twenty seconds more bring hardly anybody: a table ends less than every 40 s."""
LOT_BITS = 64
MOST_AT_ONCE = 60
"""Of more who are free, neighbours in the order are paired by so many: to match 400 takes minutes."""


class Drawn(Protocol):
    """A draw of any kind, by which a cut is named."""

    @property
    def event(self) -> str: ...
    @property
    def number(self) -> int: ...


class Leaning(Protocol):
    """A player who is to be seated, with the first deals they had."""

    @property
    def player(self) -> int: ...
    @property
    def lean(self) -> int: ...
    @property
    def dealt_first_last(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Free:
    """A player who waits for a table, and what of their evening matters to a pairing."""

    player: int
    since: int  # ms, on the clock of `Draw.at`
    games: int
    points: int
    place: int
    lean: int  # first deals had, less those the opponents had
    dealt_first_last: bool
    least: int  # the least objection to an opponent who has games left, at a table or free
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Met:
    """Two of the free who have met in a way that matters: how often, and after how many games for both."""

    one: int
    other: int
    times: int
    games_since: int


@dataclass(frozen=True)
class Draw:
    """All that one pairing goes by."""

    event: str
    number: int
    at: int
    playing: int  # at tables, with games left after this one
    free: tuple[Free, ...]
    met: tuple[Met, ...] = ()
    apart: tuple[Pair, ...] = ()  # who may not meet at all: blocked, or met where nobody meets twice
    version: str = VERSION

    @cached_property
    def allowed(self) -> tuple[Pair, ...]:
        """Every two of the free who may meet now, the lower number first."""
        return tuple(_allowed(self))

    @cached_property
    def meetings(self) -> Mapping[Pair, Met]:
        """What there is to say of who has met."""
        return {pair_of(met.one, met.other): met for met in self.met}

    @cached_property
    def by_player(self) -> Mapping[int, Free]:
        """The free by their numbers."""
        return {free.player: free for free in self.free}

    @cached_property
    def points_a_game(self) -> Mapping[int, int]:
        """Points per counted game, in whole shares of a point; 1, about the middle, for who has none yet."""
        shares = lcm(*(max(free.games, 1) for free in self.free))
        return {
            free.player: free.points * shares // free.games if free.games else shares for free in self.free
        }

    @cached_property
    def most_games(self) -> int:
        """The most that any of the free has had."""
        return max((free.games for free in self.free), default=0)

    @cached_property
    def longest_waiting(self) -> Free | None:
        """Who has waited longest of those with anybody to meet."""
        has_a_partner = {player for pair in self.allowed for player in pair}
        waiting = [free for free in self.free if free.player in has_a_partner]
        return min(waiting, key=lambda free: (free.since, free.player), default=None)


class Table(NamedTuple):
    """Two who meet, who deals first named first."""

    first: int
    second: int


def is_due(draw: Draw) -> bool:
    """Whether to pair now: if all are free, or somebody who could play has waited long enough."""
    longest = draw.longest_waiting
    if longest is None:
        return False
    return draw.playing == 0 or draw.at - longest.since > longest_wait_ms(draw.playing, len(draw.free))


def longest_wait_ms(playing: int, free: int) -> int:
    """Return how long the first of the free waits for more choice while others are at tables."""
    return WAIT_WHILE_MOST_PLAY_MS if playing > free and playing >= MANY else WAIT_MS


def pair(draw: Draw, root: bytes) -> tuple[Table, ...]:
    """The tables of a draw: as many as can be, at the least cost; the same for everyone who works it out."""
    if len(draw.free) > MOST_AT_ONCE:
        return tuple(_pair_by_blocks(draw, root))
    order = {free.player: at for at, free in enumerate(draw.free)}
    costs = _costs(draw, root)
    matching = best_matching(
        len(draw.free), {(order[one], order[other]): cost for (one, other), cost in costs.items()}
    )
    return tuple(seat(draw, root, draw.free[i], draw.free[j]) for i, j in sorted(matching))


def _pair_by_blocks(draw: Draw, root: bytes) -> Iterator[Table]:
    """The tables of a large draw: who finds nobody among the neighbours goes on to the next ones."""
    left: tuple[Free, ...] = ()
    waiting = sorted(draw.free, key=lambda free: _order(draw, root, free))
    while waiting:
        room = MOST_AT_ONCE - len(left)
        block, waiting = (*left, *waiting[:room]), waiting[room:]
        seated = set()
        for table in pair(_among(draw, block), root):
            seated |= {*table}
            yield table
        left = tuple(free for free in block if free.player not in seated)[: MOST_AT_ONCE // 2]


def _order(draw: Draw, root: bytes, free: Free) -> tuple[int, int, int]:
    """Where a player stands among the free: by points a game, by place, and by lot."""
    return -draw.points_a_game[free.player], free.place, lot(draw.event, root, free.player)


def _among(draw: Draw, block: Iterable[Free]) -> Draw:
    """A draw of these of its free alone."""
    free = tuple(sorted(block, key=lambda one: one.player))
    here = {one.player for one in free}
    met = tuple(met for met in draw.met if {met.one, met.other} <= here)
    apart = tuple(two for two in draw.apart if here.issuperset(two))
    return replace(draw, free=free, met=met, apart=apart)


def objection(times: int, one_lean: int, other_lean: int) -> int:
    """What speaks against two meeting: that they have met, then that a first deal would be two apart."""
    return 2 * times + (one_lean == other_lean != 0)


def times_met(objection: int) -> int:
    """How often two have met of whom so much speaks against meeting."""
    return objection // 2


def to_json(draw: Draw) -> str:
    """The draw as the one text that is kept of it."""
    return canonical_json(asdict(draw))


def parse_draw(text: Mapping[str, Any]) -> Draw:
    """The draw that was kept."""
    if text["version"] not in PATIENCE:
        raise ValueError(f"This is not a draw of {' or '.join(PATIENCE)}.")
    return Draw(
        **{
            **text,
            "free": tuple(Free(**free) for free in text["free"]),
            "met": tuple(Met(**met) for met in text["met"]),
            "apart": tuple((one, other) for one, other in text["apart"]),
        }
    )


def _allowed(draw: Draw) -> Iterator[Pair]:
    apart = {*draw.apart}
    for one, other in combinations(draw.free, 2):
        key = pair_of(one.player, other.player)
        same_club = one.club is not None and one.club == other.club
        if key not in apart and not same_club and _neither_waits_for_better(draw, one, other):
            yield key


def _neither_waits_for_better(draw: Draw, one: Free, other: Free) -> bool:
    against = _objection(draw, one, other)
    return all(
        draw.at - free.since > _patience(draw, against, free.least)
        for free in (one, other)
        if against > free.least
    )


def _patience(draw: Draw, against: int, least: int) -> int:
    patience = PATIENCE[draw.version]
    meets_too_soon = times_met(against) > times_met(least)
    return patience.for_somebody_unmet if meets_too_soon else patience.for_a_fairer_deal


def _objection(draw: Draw, one: Free, other: Free) -> int:
    met = draw.meetings.get(pair_of(one.player, other.player))
    return objection(met.times if met else 0, one.lean, other.lean)


def _costs(draw: Draw, root: bytes) -> dict[Pair, int]:
    """The cost of each allowed pair as one number, in which each part outweighs any sum of those after it."""
    parts = {key: _cost_parts(draw, key) for key in draw.allowed}
    most_pairs = len(draw.free) // 2
    rooms = [1 + most_pairs * max(column) for column in zip(*parts.values(), strict=True)]
    room_for_ties = most_pairs << LOT_BITS
    return {
        key: in_mixed_radix(numbers, rooms) * room_for_ties + tie(draw.event, root, draw.number, key)
        for key, numbers in parts.items()
    }


def _cost_parts(draw: Draw, key: Pair) -> tuple[int, ...]:
    """What is weighed, in this order; its sums over all pairs are compared."""
    one, other = (draw.by_player[player] for player in key)
    met = draw.meetings.get(key)
    return (
        int(draw.longest_waiting not in (one, other)),
        one.games + other.games,  # who is left over has the most
        _objection(draw, one, other),
        draw.most_games + 1 - met.games_since if met else 0,  # who was met longest ago comes first
        abs(draw.points_a_game[key[0]] - draw.points_a_game[key[1]]),
        abs(one.place - other.place),
    )


def in_mixed_radix(numbers: tuple[int, ...], rooms: list[int]) -> int:
    """Numbers in order of their weight as one, each with room for all that it can be."""
    value = 0
    for number, room in zip(numbers, rooms, strict=True):
        value = value * room + number
    return value


def seat(draw: Drawn, root: bytes, one: Leaning, other: Leaning) -> Table:
    """Give the first deal to who had it less often, then to who did not have it last, then by the cut."""
    keys = {each.player: (each.lean, each.dealt_first_last) for each in (one, other)}
    first, second = sorted(keys, key=lambda player: keys[player])
    if keys[first] == keys[second] and cut(draw.event, root, draw.number, (first, second)) == second:
        first, second = second, first
    return Table(first, second)
