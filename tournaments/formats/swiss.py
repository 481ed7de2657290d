"""Simultaneous rounds: pair all present players at once, by standings, with new opponents if possible.

The complete input of a round is a `SwissDraw`, which is stored as JSON. With the event's root, anyone can
compute the pairing again.
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
"""Matching more players takes too long for a round that begins at once."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player who is present when a round begins, with everything that matters to the pairing."""

    player: int
    place: int
    games: int
    lean: int  # the player's first deals minus those of the opponents
    dealt_first_last: bool


@dataclass(frozen=True)
class SwissDraw:
    """The complete input of one round."""

    event: str
    number: int
    free: tuple[Standing, ...]
    met: tuple[tuple[int, int, int], ...] = ()  # pairs who have met, and how often
    apart: tuple[Pair, ...] = ()  # pairs who may not meet
    version: str = VERSION


def pair_in_step(draw: SwissDraw, root: bytes) -> tuple[Table, ...]:
    """Return the tables of a round: as many as possible.

    Of an odd number, the player with most games sits out, then the last. Players meet again only if
    unavoidable. Otherwise players close in the standings meet.
    """
    costs = _costs(draw, root)
    matching = best_matching(len(draw.free), costs)
    return tuple(seat(draw, root, draw.free[i], draw.free[j]) for i, j in sorted(matching))


def sits_out(draw: SwissDraw, tables: tuple[Table, ...]) -> list[int]:
    """Return the present players who are at no table of the round."""
    seated = {player for table in tables for player in table}
    return [one.player for one in draw.free if one.player not in seated]


def to_json(draw: SwissDraw) -> str:
    """Return the draw as the canonical JSON that is stored."""
    return canonical_json(asdict(draw))


def parse_draw(text: Mapping[str, Any]) -> SwissDraw:
    """Return the draw of a stored text."""
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
    """Return the cost of each allowed pair, in which each criterion outweighs all later ones."""
    met, apart = {pair_of(one, other): times for one, other, times in draw.met}, {*draw.apart}
    parts: dict[Pair, tuple[int, ...]] = {}
    for (i, one), (j, other) in combinations(enumerate(draw.free), 2):
        key = pair_of(one.player, other.player)
        if key not in apart:
            parts[i, j] = (
                one.games + other.games,  # the player left over is the one with the most games
                met.get(key, 0),
                one.place + other.place,  # and the last of those in the standings
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
