"""Boards: the same decks at every table, so that results in the same seat can be compared.

The x of a board is the player's points minus the mean of the others in that seat. All values are fractions,
so that equal results give the same order on every machine.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import NOTHING, Score, total

VERSION = "boards/1"
MOST_OF_A_MARGIN = 60

Board = Sequence[Encounter]
"""All tables of a round with their results. The first dealer is in place 0 at every table."""
Boards = Mapping[int, Board]
"""The closed boards, by the number of their round, from 1."""

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Total:
    """A player's totals over all closed boards."""

    x: Fraction = NONE
    margin: int = 0
    score: Score = NOTHING

    @property
    def rank(self) -> tuple[Fraction, int]:
        """Return the sort key of a total, best first."""
        return -self.x, -self.margin


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A row of the standings. Players who share a place have the same number."""

    place: int
    player: int
    total: Total


def compare(board: Board) -> dict[int, Fraction | None]:
    """Return the x of every player at a board. It is None for a player whose opponent did not come.

    An absent player has lost: no points, minus the mean of the players in that seat.
    """
    found: dict[int, Fraction | None] = {}
    for place in (0, 1):
        points = {met.players[place]: met.result.score(place).points for met in _dealt(board) if met.result}
        for player, own in points.items():
            others = len(points) - 1
            found[player] = Fraction(own * others - (sum(points.values()) - own), others) if others else NONE
        mean = Fraction(sum(points.values()), len(points)) if points else NONE
        for met in board:
            if met.result and met.result.counts and not met.result.was_dealt:
                found[met.players[place]] = None if met.result.winner == place else -mean
    return found


def totals(players: Iterable[int], boards: Boards) -> dict[int, Total]:
    """Return the totals of each of these players.

    A board whose opponent did not come counts as the player's average board, but at least 0. A board that
    they sat out, or whose game was voided, does not count.
    """
    compared = [compare(board) for board in boards.values()]
    found = {}
    for player in players:
        own = [line[player] for line in compared if player in line]
        met = [(one, one.players.index(player)) for board in boards.values() for one in board
               if player in one.players and one.result]  # fmt: skip
        played = [x for x in own if x is not None]
        of_a_gift = max(NONE, sum(played, NONE) / len(played)) if played else NONE
        scores = [one.result.score(place) for one, place in met if one.result and one.result.counts]
        found[player] = Total(
            sum(played, NONE) + of_a_gift * (len(own) - len(played)),
            sum(clip(score.spread) for score in scores),
            total(scores),
        )
    return found


def order(players: Collection[int], boards: Boards) -> tuple[BoardLine, ...]:
    """Return the standings of these players: by the sum of x, then by margins.

    Equal players share a place.
    """
    every = totals(players, boards)
    ordered = sorted(every, key=lambda player: (every[player].rank, player))
    lines: list[BoardLine] = []
    for number, player in enumerate(ordered, 1):
        shares = bool(lines) and lines[-1].total.rank == every[player].rank
        lines.append(BoardLine(lines[-1].place if shares else number, player, every[player]))
    return tuple(lines)


def clip(margin: int) -> int:
    """Return a margin limited for tie-breaks: a very large win counts no more than a clear one."""
    return max(-MOST_OF_A_MARGIN, min(MOST_OF_A_MARGIN, margin))


def _dealt(board: Board) -> list[Encounter]:
    return [met for met in board if met.result is not None and met.result.was_dealt]
