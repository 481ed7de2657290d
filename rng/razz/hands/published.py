"""Compares published results for A 2 3 with the exact distribution.

It also compares them with a deck from which A 2 3 are removed twice.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rng.fairness.laws import chi2_sf
from rng.razz.hands.law import ROWS, Start, count_rows, parse_start, shares

CARDS = "A 2 3"
DIGITS = 12  # the precision of the publication


class Table(NamedTuple):
    """A column as printed: the share of each row among so many games."""

    name: str
    games: int
    shares: Mapping[int, float]


def _table(name: str, games: int, *printed: float) -> Table:
    return Table(name, games, dict(zip(ROWS, printed, strict=True)))


THEORETICAL = dict(
    zip(
        ROWS,
        (
            "0.0283939662822", "0.0715324057468", "0.117993543393", "0.143008174593", "0.150201060998",
            "0.143196964262", "0.125620646038", "0.101096867979", "0.0732503917386", "0.0457059789688",
        ),
        strict=True,
    )
)  # fmt: skip
"""The digits that were printed as the theory."""

EXAMPLE = _table(
    "first example", 10**3,
    .031, .076, .105, .144, .166, .138, .118, .109, .077, .036,
)  # fmt: skip
TIMED = _table(
    "C, timed", 10**7,
    .028419, .071538, .117815, .143025, .150514, .143172, .125754, .100989, .073119, .045655,
)  # fmt: skip
IN_C = _table(
    "C", 10**7,
    .028382, .071485, .118071, .142907, .150132, .143166, .125617, .101164, .073303, .045772,
)  # fmt: skip
IN_PYTHON = _table(
    "Python", 10**5,
    .01282, .07924, .13027, .15419, .16001, .14831, .1252, .09468, .06245, .03283,
)  # fmt: skip
TABLES = (EXAMPLE, TIMED, IN_C, IN_PYTHON)


class Fit(NamedTuple):
    """The distance of observed counts from a distribution, and its p-value."""

    chi2: float
    df: int
    p: float


def chi_square_fit(observed: Mapping[int, float], law: Mapping[int, float]) -> Fit:
    """Return Pearson's chi-square of counts against a distribution, over the possible rows."""
    games = sum(observed.values())
    can = [row for row in ROWS if law[row]]
    chi2 = sum((observed[row] - games * law[row]) ** 2 / (games * law[row]) for row in can)
    df = len(can) - 1
    return Fit(chi2, df, chi2_sf(chi2, df) if df else 1.0)


def removed_once() -> Start:
    """Return the deck that A 2 3 are dealt from."""
    return parse_start(CARDS)


def removed_twice() -> Start:
    """Return the deck without another A 2 3."""
    return parse_start(CARDS, dead=CARDS)


class Comparison(NamedTuple):
    """A published column against the distribution, and against that of the deck with A 2 3 removed twice."""

    table: Table
    once: Fit
    twice: Fit


def compare_tables() -> tuple[Comparison, ...]:
    """Compare every published column with both distributions."""
    once, twice = (shares(count_rows(deck)) for deck in (removed_once(), removed_twice()))
    return tuple(
        Comparison(
            table, chi_square_fit(table_counts(table), once), chi_square_fit(table_counts(table), twice)
        )
        for table in TABLES
    )


def table_counts(table: Table) -> dict[int, float]:
    """Return the number of games of a column in each row."""
    return {row: table.games * share for row, share in table.shares.items()}


def as_printed(share: float) -> str:
    """Format a share with as many digits as were published."""
    return f"{share:.{DIGITS}g}"
