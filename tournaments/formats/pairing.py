"""One pairing of an event: pair the free players and decide the first dealers.

The complete input is a `Draw`, which is stored as JSON. With the event's root, anyone can compute the pairing
again.
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
    """How long a player waits, in ms, for a better opponent who is still at a table."""

    for_somebody_unmet: int
    for_a_fairer_deal: int


VERSION = "pairing/2"
PATIENCE = {
    "pairing/1": Patience(120_000, 120_000),  # older events are recomputed with the values of their time
    VERSION: Patience(100_000, 30_000),
}
WAIT_MS = 20_000
WAIT_WHILE_MOST_PLAY_MS = 40_000
MANY = 32
"""With fewer players, waiting twenty seconds more hardly helps: a table ends every 40 s or less often."""
LOT_BITS = 64
MOST_AT_ONCE = 60
"""More free players are paired in blocks of this size, by standings: matching 400 takes minutes."""


class Drawn(Protocol):
    """A draw of any kind, which identifies a cut."""

    @property
    def event(self) -> str: ...
    @property
    def number(self) -> int: ...


class Leaning(Protocol):
    """A player to be seated, with their earlier first deals."""

    @property
    def player(self) -> int: ...
    @property
    def lean(self) -> int: ...
    @property
    def dealt_first_last(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Free:
    """A player who waits for a table, with everything that matters to a pairing."""

    player: int
    since: int  # ms, on the clock of `Draw.at`
    games: int
    points: int
    place: int
    lean: int  # the player's first deals minus those of the opponents
    dealt_first_last: bool
    least: int  # the least objection to an opponent with games left, at a table or free
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Met:
    """Two free players who have met: how often, and how many games ago."""

    one: int
    other: int
    times: int
    games_since: int


@dataclass(frozen=True)
class Draw:
    """The complete input of one pairing."""

    event: str
    number: int
    at: int
    playing: int  # players at tables who will have games left afterwards
    free: tuple[Free, ...]
    met: tuple[Met, ...] = ()
    # Pairs that may not meet: blocked, or met in an event in which no two players meet twice.
    apart: tuple[Pair, ...] = ()
    version: str = VERSION

    @cached_property
    def allowed(self) -> tuple[Pair, ...]:
        """Return all pairs of free players who may meet now, the lower number first."""
        return tuple(_allowed(self))

    @cached_property
    def meetings(self) -> Mapping[Pair, Met]:
        """Return the past meetings by pair."""
        return {pair_of(met.one, met.other): met for met in self.met}

    @cached_property
    def by_player(self) -> Mapping[int, Free]:
        """Return the free players by their numbers."""
        return {free.player: free for free in self.free}

    @cached_property
    def points_a_game(self) -> Mapping[int, int]:
        """Return points per counted game, in whole shares of a point.

        Players without games count as average.
        """
        shares = lcm(*(max(free.games, 1) for free in self.free))
        return {
            free.player: free.points * shares // free.games if free.games else shares for free in self.free
        }

    @cached_property
    def most_games(self) -> int:
        """Return the most games of any free player."""
        return max((free.games for free in self.free), default=0)

    @cached_property
    def longest_waiting(self) -> Free | None:
        """Return the player who has waited longest among those who may meet another."""
        has_a_partner = {player for pair in self.allowed for player in pair}
        waiting = [free for free in self.free if free.player in has_a_partner]
        return min(waiting, key=lambda free: (free.since, free.player), default=None)


class Table(NamedTuple):
    """Two players who meet, first dealer first."""

    first: int
    second: int


def is_due(draw: Draw) -> bool:
    """Return whether to pair now: all are free, or a player with a possible opponent has waited enough."""
    longest = draw.longest_waiting
    if longest is None:
        return False
    return draw.playing == 0 or draw.at - longest.since > longest_wait_ms(draw.playing, len(draw.free))


def longest_wait_ms(playing: int, free: int) -> int:
    """Return how long the first of the free waits for more choice while others are at tables."""
    return WAIT_WHILE_MOST_PLAY_MS if playing > free and playing >= MANY else WAIT_MS


def pair(draw: Draw, root: bytes) -> tuple[Table, ...]:
    """Return the tables of a draw: as many as possible at the least cost. The result is deterministic."""
    if len(draw.free) > MOST_AT_ONCE:
        return tuple(_pair_by_blocks(draw, root))
    order = {free.player: at for at, free in enumerate(draw.free)}
    costs = _costs(draw, root)
    matching = best_matching(
        len(draw.free), {(order[one], order[other]): cost for (one, other), cost in costs.items()}
    )
    return tuple(seat(draw, root, draw.free[i], draw.free[j]) for i, j in sorted(matching))


def _pair_by_blocks(draw: Draw, root: bytes) -> Iterator[Table]:
    """Yield the tables of a large draw block by block. Unpaired players move on to the next block."""
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
    """Return the sort key of a free player: by points per game, by place, and by lot."""
    return -draw.points_a_game[free.player], free.place, lot(draw.event, root, free.player)


def _among(draw: Draw, block: Iterable[Free]) -> Draw:
    """Return a draw of only these of its free players."""
    free = tuple(sorted(block, key=lambda one: one.player))
    here = {one.player for one in free}
    met = tuple(met for met in draw.met if {met.one, met.other} <= here)
    apart = tuple(two for two in draw.apart if here.issuperset(two))
    return replace(draw, free=free, met=met, apart=apart)


def objection(times: int, one_lean: int, other_lean: int) -> int:
    """Return the objection to a meeting: first earlier meetings, then first deals that would be two apart."""
    return 2 * times + (one_lean == other_lean != 0)


def times_met(objection: int) -> int:
    """Return how often two players have met, given the objection to their meeting."""
    return objection // 2


def to_json(draw: Draw) -> str:
    """Return the draw as the canonical JSON that is stored."""
    return canonical_json(asdict(draw))


def parse_draw(text: Mapping[str, Any]) -> Draw:
    """Return the draw of a stored text."""
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
    """Return each allowed pair's cost as one integer, in which each criterion outweighs all later ones."""
    parts = {key: _cost_parts(draw, key) for key in draw.allowed}
    most_pairs = len(draw.free) // 2
    rooms = [1 + most_pairs * max(column) for column in zip(*parts.values(), strict=True)]
    room_for_ties = most_pairs << LOT_BITS
    return {
        key: in_mixed_radix(numbers, rooms) * room_for_ties + tie(draw.event, root, draw.number, key)
        for key, numbers in parts.items()
    }


def _cost_parts(draw: Draw, key: Pair) -> tuple[int, ...]:
    """Return the criteria of a pair in order of weight. Their sums over all pairs are compared."""
    one, other = (draw.by_player[player] for player in key)
    met = draw.meetings.get(key)
    return (
        int(draw.longest_waiting not in (one, other)),
        one.games + other.games,  # the player left over is the one with the most games
        _objection(draw, one, other),
        draw.most_games + 1 - met.games_since if met else 0,  # players who met longest ago are preferred
        abs(draw.points_a_game[key[0]] - draw.points_a_game[key[1]]),
        abs(one.place - other.place),
    )


def in_mixed_radix(numbers: tuple[int, ...], rooms: list[int]) -> int:
    """Return numbers, most significant first, as one integer with enough room for each."""
    value = 0
    for number, room in zip(numbers, rooms, strict=True):
        value = value * room + number
    return value


def seat(draw: Drawn, root: bytes, one: Leaning, other: Leaning) -> Table:
    """Give the first deal to the player with fewer, else to the one who did not deal last, else by cut."""
    keys = {each.player: (each.lean, each.dealt_first_last) for each in (one, other)}
    first, second = sorted(keys, key=lambda player: keys[player])
    if keys[first] == keys[second] and cut(draw.event, root, draw.number, (first, second)) == second:
        first, second = second, first
    return Table(first, second)
