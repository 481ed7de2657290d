"""Rows as a CSV file for spreadsheets."""

import csv
import re
from collections.abc import Iterable

from django.http import HttpResponse

# Where a spreadsheet parses a text as a formula: at its start, and after each semicolon if semicolons
# separate columns, as in a French Excel.
FORMULA_START = re.compile(r'(?:^|(?<=;))(?=[\s"]*[=+\-@]|[\t\r])')


def csv_file(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return these rows as a file to download."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    csv.writer(answer).writerows([harmless(cell) for cell in row] for row in rows)
    return answer


def harmless(cell: object) -> object:
    """Return a text that no spreadsheet parses as a formula. Numbers are unchanged."""
    return FORMULA_START.sub("'", cell) if isinstance(cell, str) else cell
