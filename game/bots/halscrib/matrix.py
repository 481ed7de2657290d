"""Solves games of two choices a side: how often each should make its first choice."""

from typing import NamedTuple

Matrix = tuple[tuple[float, float], tuple[float, float]]


class Solution(NamedTuple):
    """How often the row player takes the first row, and the column player the first column."""

    row: float
    column: float


def solve(matrix: Matrix) -> Solution:
    """The equilibrium; the entries are what the column player pays. Exact where its numbers are."""
    (a, b), (c, d) = matrix
    if max(min(a, b), min(c, d)) >= min(max(a, c), max(b, d)):
        return Solution(int(min(a, b) >= min(c, d)), int(max(a, c) <= max(b, d)))
    spread = a - b - c + d
    return Solution((d - c) / spread, (d - b) / spread)


def rows_against(matrix: Matrix, column: float) -> tuple[float, float]:
    """What each row is worth where the column player takes the first column this often."""
    first, second = [left * column + right * (1 - column) for left, right in matrix]
    return first, second
