"""Rows as a file for a spreadsheet."""

import csv
import re
from collections.abc import Iterable

from django.http import HttpResponse

# Where a spreadsheet takes a text for a formula: at its start, and where a semicolon separates columns, as it
# does in a French Excel, after each semicolon.
FORMULA_START = re.compile(r'(?:^|(?<=;))(?=[\s"]*[=+\-@]|[\t\r])')


def csv_file(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return these rows as a file to download."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    csv.writer(answer).writerows([harmless(cell) for cell in row] for row in rows)
    return answer


def harmless(cell: object) -> object:
    """Return a text that no spreadsheet takes for a formula; numbers stay as they are."""
    return FORMULA_START.sub("'", cell) if isinstance(cell, str) else cell
