"""Rounds in step: all who are there are paired at once, by their order, with somebody they have not met.

Everything a round's tables follow from is in a `SwissDraw`, which is kept as JSON; with the event's root
anybody can pair it again.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from rng.commitment import canonical_json
from tournaments.formats.encounters import Pair, pair_of
from tournaments.formats.lots import tie
from tournaments.formats.matching import best_matching
from tournaments.formats.pairing import LOT_BITS, Table, in_mixed_radix, seat

VERSION = "swiss/1"
MOST_PLAYERS = 100
"""To match more takes too long for a round that begins at once."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player who is there when a round begins, and what of the boards before matters to it."""

    player: int
    place: int
    games: int
    lean: int  # first deals had, less those the opponents had
    dealt_first_last: bool


@dataclass(frozen=True)
class SwissDraw:
    """All that the tables of one round go by."""

    event: str
    number: int
    free: tuple[Standing, ...]
    met: tuple[tuple[int, int, int], ...] = ()  # who have met, and how often
    apart: tuple[Pair, ...] = ()  # who may not meet at all
    version: str = VERSION


def pair_in_step(draw: SwissDraw, root: bytes) -> tuple[Table, ...]:
    """The tables of a round: as many as can be; of an odd number who has most games, then the last, sits out.

    Nobody meets again where that can be helped, and then those meet who are close in the order.
    """
    costs = _costs(draw, root)
    matching = best_matching(len(draw.free), costs)
    return tuple(seat(draw, root, draw.free[i], draw.free[j]) for i, j in sorted(matching))


def sits_out(draw: SwissDraw, tables: tuple[Table, ...]) -> list[int]:
    """Who is there and at no table of the round."""
    seated = {player for table in tables for player in table}
    return [one.player for one in draw.free if one.player not in seated]


def to_json(draw: SwissDraw) -> str:
    """The draw as the one text that is kept of it."""
    return canonical_json(asdict(draw))


def parse_draw(text: Mapping[str, Any]) -> SwissDraw:
    """The draw that was kept."""
    if text["version"] != VERSION:
        raise ValueError(f"This is not a draw of {VERSION}.")
    return SwissDraw(
        text["event"],
        text["number"],
        tuple(Standing(**one) for one in text["free"]),
        tuple((one, other, times) for one, other, times in text["met"]),
        tuple((one, other) for one, other in text["apart"]),
    )


def _costs(draw: SwissDraw, root: bytes) -> dict[Pair, int]:
    """The cost of each pair that may meet, in which each part outweighs any sum of those after it."""
    met, apart = {pair_of(one, other): times for one, other, times in draw.met}, {*draw.apart}
    parts: dict[Pair, tuple[int, ...]] = {}
    for (i, one), (j, other) in combinations(enumerate(draw.free), 2):
        key = pair_of(one.player, other.player)
        if key not in apart:
            parts[i, j] = (
                one.games + other.games,  # who is left over has the most
                met.get(key, 0),
                one.place + other.place,  # and is the last of those
                (one.place - other.place) ** 2,
            )
    most_pairs = len(draw.free) // 2
    rooms = [1 + most_pairs * max(column) for column in zip(*parts.values(), strict=True)]
    costs = {}
    for (i, j), numbers in parts.items():
        key = pair_of(draw.free[i].player, draw.free[j].player)
        ties = tie(draw.event, root, draw.number, key)
        costs[i, j] = in_mixed_radix(numbers, rooms) * (most_pairs << LOT_BITS) + ties
    return costs
