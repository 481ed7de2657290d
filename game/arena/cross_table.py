"""The cross table of all brains, rows against columns."""

from collections.abc import Iterable
from typing import NamedTuple

from game.arena.report import ReportJson


class Cell(NamedTuple):
    """The percentage that the row's brain won against the column's."""

    percent: float
    low: float
    high: float
    games: int

    @property
    def turned(self) -> "Cell":
        """Return the same from the other side."""
        return Cell(100 - self.percent, 100 - self.high, 100 - self.low, self.games)

    def __str__(self) -> str:
        return f"{self.percent:.1f} ± {(self.high - self.low) / 2:.1f}"


CrossTable = dict[tuple[str, str], Cell]


def build_cross_table(pairings: Iterable[ReportJson]) -> CrossTable:
    """Return every pairing from both sides. A later one replaces an earlier one of the same two."""
    cells: CrossTable = {}
    for pairing in pairings:
        one, other, cell = pairing["one"], pairing["other"], _cell(pairing)
        cells[other, one] = cell.turned
        cells[one, other] = cell
    return cells


def _cell(pairing: ReportJson) -> Cell:
    """Return the share of matches if matches were played, otherwise of games."""
    kind = "match_" if "match" in pairing else ""
    percent = pairing["match_percent" if kind else "win_percent"]
    return Cell(percent, pairing[f"{kind}low"], pairing[f"{kind}high"], pairing["games"])


def table_rows(cells: CrossTable) -> list[list[str]]:
    """Return the table as text: a heading, and a row for each brain in the order of appearance."""
    brains = list(dict.fromkeys(one for pair in cells for one in reversed(pair)))
    return [["", *brains]] + [
        [one, *[str(cells[one, other]) if (one, other) in cells else "" for other in brains]]
        for one in brains
    ]


def as_text(cells: CrossTable) -> str:
    """Format for a terminal."""
    table = table_rows(cells)
    wide = [max(len(row[at]) for row in table) for at in range(len(table))]
    return "\n".join(
        "  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]).rstrip() for row in table
    )


def as_markdown(cells: CrossTable) -> str:
    """Format for the docs."""
    head, *body = table_rows(cells)
    rule = ["---", *["---:" for _ in head[1:]]]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))


def describe_games_per_cell(cells: CrossTable) -> str:
    """Describe how many games each cell stands for."""
    fewest, most = min(cell.games for cell in cells.values()), max(cell.games for cell in cells.values())
    return f"{fewest:,} games" if fewest == most else f"{fewest:,} to {most:,} games"
