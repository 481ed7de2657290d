"""A duel of two teams over the same decks: each team deals first at half of the tables of a board.

So both sides have the same cards, and equal play gives a level result.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from rng.commitment import canonical_json
from tournaments.formats.pairing import Table
from tournaments.formats.scoring import MOST_OF_A_GIFT, NOBODY_CAME, Ending, Result, no_show

VERSION = "teams/1"
BOARDS = 8
SIZES = (2, 4)
EXCHANGED_AFTER = 4
"""The number of boards after which each player changes opponents."""
RESERVES = 2
"""The reserves of each team, who replace absent players."""
WIN, LEVEL, LOSS = 2, 1, 0

Team = tuple[int, ...]
"""The players in order: first the regular ones, then the reserves."""


class TeamTable(NamedTuple):
    """A table of a board: a player of each team, numbered from 0, and which team deals first."""

    one: int
    other: int
    one_deals_first: bool


class SeatedTable(NamedTuple):
    """A table of a board with its players; None for an empty seat."""

    one: int | None
    other: int | None
    one_deals_first: bool

    @property
    def table(self) -> Table | None:
        """Return both players, first dealer first, or None if a seat is empty."""
        if self.one is None or self.other is None:
            return None
        return Table(self.one, self.other) if self.one_deals_first else Table(self.other, self.one)

    @property
    def walkover(self) -> Result:
        """Return the result of a table that could not be opened: the empty seat counts as absent."""
        if self.one is None and self.other is None:
            return NOBODY_CAME
        return no_show(0 if (self.one is None) is self.one_deals_first else 1)


@dataclass(frozen=True)
class TeamDraw:
    """The complete input of a board's tables."""

    event: str
    number: int
    size: int
    teams: tuple[Team, Team]
    present: tuple[int, ...]
    version: str = VERSION

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Return the players of each table, including empty seats."""
        one, other = (line_up(team, self.present, self.size) for team in self.teams)
        return tuple(
            SeatedTable(one[table.one], other[table.other], table.one_deals_first)
            for table in tables_of_board(self.number, self.size)
        )

    @property
    def empty_seats(self) -> Iterator[int]:
        """Yield the absent players whose seats no reserve can take."""
        for team in self.teams:
            for player, sits in zip(team, line_up(team, self.present, self.size), strict=False):
                if sits is None:
                    yield player


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board from the side of team one: the sum of its margins, and the points for each team."""

    margin: int

    @property
    def points(self) -> tuple[int, int]:
        """Return two points for the winner of the board, or one for each if it is level."""
        if self.margin == 0:
            return LEVEL, LEVEL
        return (WIN, LOSS) if self.margin > 0 else (LOSS, WIN)


@dataclass(frozen=True, slots=True)
class TeamTotal:
    """A team's totals in a duel."""

    points: int
    won: int
    level: int
    boards: int  # boards that count
    margin: int

    @property
    def rank(self) -> tuple[int, int]:
        """Return the sort key of a team, best first."""
        return -self.points, -self.margin


def tables_of_board(number: int, size: int) -> tuple[TeamTable, ...]:
    """Return the tables of a board, counted from 1: partners sit in the two seats of the same cards."""
    if size not in SIZES or not 1 <= number <= BOARDS:
        raise ValueError(f"A duel has teams of 2 or 4 and boards 1 to {BOARDS}.")
    shift = (number - 1) // EXCHANGED_AFTER
    return tuple(
        TeamTable(one, (one + shift) % size, one_deals_first=(one + number) % 2 == 1) for one in range(size)
    )


def line_up(team: Team, present: Collection[int], size: int) -> tuple[int | None, ...]:
    """Return the player in each seat of a team: the regular player, or a present reserve, or None."""
    reserves = iter([player for player in team[size:] if player in present])
    return tuple(player if player in present else next(reserves, None) for player in team[:size])


def compare_teams(tables: Sequence[TeamTable | SeatedTable], results: Sequence[Result]) -> TeamBoard | None:
    """Return the result of a board, or None if a game of it was voided or neither player came.

    An absent player loses by as much as one who resigns under 91.
    """
    margins = [margin_of(table, result) for table, result in zip(tables, results, strict=True)]
    known = [margin for margin in margins if margin is not None]
    return TeamBoard(sum(known)) if len(known) == len(margins) else None


def margin_of(table: TeamTable | SeatedTable, result: Result) -> int | None:
    """Return the lead of team one at a table, or None if it is unknown."""
    if not result.counts or result.winner is None:
        return None
    size = MOST_OF_A_GIFT if result.ending is Ending.NO_SHOW else result.spread
    has_won = (result.winner == 0) is table.one_deals_first
    return size if has_won else -size


def team_totals(boards: Iterable[TeamBoard | None], given: tuple[int, int] = (0, 0)) -> list[TeamTotal]:
    """Return each team's totals from the boards that count, and from boards awarded to it."""
    counted = [board for board in boards if board is not None]
    return [
        TeamTotal(
            points=sum(board.points[side] for board in counted) + WIN * given[side],
            won=sum(board.points[side] == WIN for board in counted) + given[side],
            level=sum(board.points[side] == LEVEL for board in counted),
            boards=len(counted) + sum(given),
            margin=sum(board.margin for board in counted) * (1 if side == 0 else -1),
        )
        for side in (0, 1)
    ]


def team_places(totals: Sequence[TeamTotal]) -> list[int]:
    """Return the place of each team: by points, then by margins. Equal teams are both first."""
    return [1 + sum(other.rank < own.rank for other in totals) for own in totals]


def to_json(draw: TeamDraw) -> str:
    """Return the draw as the canonical JSON that is stored."""
    return canonical_json(asdict(draw))


def parse_draw(text: Mapping[str, Any]) -> TeamDraw:
    """Return the draw of a stored text."""
    if text["version"] != VERSION:
        raise ValueError(f"This is not a draw of {VERSION}.")
    one, other = (tuple(team) for team in text["teams"])
    return TeamDraw(text["event"], text["number"], text["size"], (one, other), tuple(text["present"]))
