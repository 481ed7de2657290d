"""Boards: the same decks at every table, so that a result is compared with the others in the same seat.

x of a board is own points less the mean of the others in that seat. Everything is counted in fractions: the
same results give the same order everywhere.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import NOTHING, Score, total

VERSION = "boards/1"
MOST_OF_A_MARGIN = 60

Board = Sequence[Encounter]
"""All tables of a round, each with its result; who deals first is in place 0 at every one."""
Boards = Mapping[int, Board]
"""The boards that are closed, by the number of their round, from 1."""

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Total:
    """What a player has of all boards that are closed."""

    x: Fraction = NONE
    margin: int = 0
    score: Score = NOTHING

    @property
    def rank(self) -> tuple[Fraction, int]:
        """By what totals are ordered, the best first."""
        return -self.x, -self.margin


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One player in the order: who share a place have the same number."""

    place: int
    player: int
    total: Total


def compare(board: Board) -> dict[int, Fraction | None]:
    """The x of everybody who sat at a board; None for who was there and had nobody to play.

    Who did not come has lost: no points, less the mean of those who played in that seat.
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
    """What each of these players has.

    A board at which somebody's opponent did not come brings as much as they have of a board on average, and
    nothing if that is less; a board that they sat out, or whose game was taken back, brings nothing.
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
    """The order of these players: by the sum of x, then by margins, else they share the place."""
    every = totals(players, boards)
    ordered = sorted(every, key=lambda player: (every[player].rank, player))
    lines: list[BoardLine] = []
    for number, player in enumerate(ordered, 1):
        shares = bool(lines) and lines[-1].total.rank == every[player].rank
        lines.append(BoardLine(lines[-1].place if shares else number, player, every[player]))
    return tuple(lines)


def clip(margin: int) -> int:
    """A margin as it parts those whose x are equal: one large win is no better than a clear one."""
    return max(-MOST_OF_A_MARGIN, min(MOST_OF_A_MARGIN, margin))


def _dealt(board: Board) -> list[Encounter]:
    return [met for met in board if met.result is not None and met.result.was_dealt]
