"""A season of thirteen weeks: points for a night, standings, and finalists."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.scoring import Score, total

WEEKS = 13
NIGHTS_TO_BE_LISTED = 4
FINALISTS = 8
FINAL_BEST_OF = 5
NINE = 9

FEWEST_POINTS = 12
NIGHT_POINTS = (3, 6, 11, 19, 27, 39, 53, 69, 87, 107)
"""The season points for 12, 13, ... 21 game points in nine games."""


def season_points(points: int, games: int) -> int:
    """Return the season points for so many game points in a night, scaled to nine games."""
    in_nine = NINE * points // games
    if in_nine < FEWEST_POINTS:
        return 0
    return NIGHT_POINTS[min(in_nine - FEWEST_POINTS, len(NIGHT_POINTS) - 1)]


@dataclass(frozen=True, slots=True)
class Night:
    """A night of the season: the number of counted games, and each player's score."""

    games: int
    scores: Mapping[int, Score]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A row of a season's standings."""

    place: int
    player: int
    points: int
    nights: int
    score: Score


def season_standings(nights: Iterable[Night], fewest: int = NIGHTS_TO_BE_LISTED) -> tuple[SeasonLine, ...]:
    """Return the standings of all players with enough nights: by season points, then as in a night."""
    played: dict[int, list[tuple[int, Score]]] = {}
    for night in nights:
        for player, score in night.scores.items():
            played.setdefault(player, []).append((season_points(score.points, night.games), score))
    sums = {
        player: (sum(points for points, _ in each), len(each), total(score for _, score in each))
        for player, each in played.items()
        if len(each) >= fewest
    }

    def rank(player: int) -> tuple[int, ...]:
        points, _, score = sums[player]
        return -points, -score.points, -score.wins, -score.spread, -score.plus

    lines: list[SeasonLine] = []
    for _, together in groupby(sorted(sums, key=lambda player: (rank(player), player)), rank):
        place = len(lines) + 1
        lines += [SeasonLine(place, player, *sums[player]) for player in together]
    return tuple(lines)
