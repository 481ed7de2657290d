"""Rows as a file for a spreadsheet."""

import csv
from collections.abc import Iterable

from django.http import HttpResponse

# A spreadsheet takes a text that begins like this for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_file(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """These rows as a file to download."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    csv.writer(answer).writerows([harmless(cell) for cell in row] for row in rows)
    return answer


def harmless(cell: object) -> object:
    """A text that no spreadsheet takes for a formula; numbers stay as they are."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
