"""A duel of two teams over the same decks: each team deals first at half of the tables of a board.

So the cards are the same for both sides, and who plays them alike is level.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.events.scoring import MOST_OF_A_GIFT, Ending, Result

BOARDS = 8
SIZES = (2, 4)
EXCHANGED_AFTER = 4
"""Boards after which everybody meets the next one of the other team."""
WIN, LEVEL, LOSS = 2, 1, 0


class TeamTable(NamedTuple):
    """A table of a board: a player of each team, by their numbers from 0, and which team deals first."""

    one: int
    other: int
    one_deals_first: bool


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board from the side of team one: the sum of its margins, and what that brings each team."""

    margin: int

    @property
    def points(self) -> tuple[int, int]:
        """Two for who won the board, one for each if it is level."""
        if self.margin == 0:
            return LEVEL, LEVEL
        return (WIN, LOSS) if self.margin > 0 else (LOSS, WIN)


def tables_of_board(number: int, size: int) -> tuple[TeamTable, ...]:
    """Who meets whom at a board, from 1: partners sit in the two seats of the same cards."""
    if size not in SIZES or not 1 <= number <= BOARDS:
        raise ValueError(f"A duel has teams of 2 or 4 and boards 1 to {BOARDS}.")
    shift = (number - 1) // EXCHANGED_AFTER
    return tuple(
        TeamTable(one, (one + shift) % size, one_deals_first=(one + number) % 2 == 1) for one in range(size)
    )


def compare_teams(tables: Sequence[TeamTable], results: Sequence[Result]) -> TeamBoard | None:
    """What came of a board; None where a game of it was taken back, or at one of its tables nobody came.

    Who did not come has lost by as much as who gives up under 91.
    """
    margins = [_margin(table, result) for table, result in zip(tables, results, strict=True)]
    known = [margin for margin in margins if margin is not None]
    return TeamBoard(sum(known)) if len(known) == len(margins) else None


def total_points(boards: Iterable[TeamBoard | None]) -> tuple[int, int]:
    """What each team has of all boards that count."""
    points = [board.points for board in boards if board is not None]
    return sum(one for one, _ in points), sum(other for _, other in points)


def _margin(table: TeamTable, result: Result) -> int | None:
    """How far ahead team one was at a table."""
    if not result.counts or result.winner is None:
        return None
    size = MOST_OF_A_GIFT if result.ending is Ending.NO_SHOW else result.spread
    has_won = (result.winner == 0) is table.one_deals_first
    return size if has_won else -size
