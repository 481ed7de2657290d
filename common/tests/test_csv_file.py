import csv
from io import StringIO

import pytest

from common.formats.csv_file import csv_file

HARMLESS = ["Ann", "Ann; Ben", "1-2", "a=b", "A @ B", ""]
FORMULAS = {
    "=1+1": "'=1+1",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM": "'@SUM",
    "\t=1": "'\t=1",
    "\r=1": "'\r=1",
    ' "=1': "' \"=1",
    "Ann;=1+1": "Ann;'=1+1",
    "Ann; =1": "Ann;' =1",
    "a;b;-1": "a;b;'-1",
    'Ann;"=1"': 'Ann;\'"=1"',
}


def written(cell: object) -> str:
    """Return the text of this cell as a reader of the file gets it."""
    ((number, text),) = csv.reader(StringIO(csv_file("club", [[7, cell]]).text, newline=""))
    assert number == "7"
    return text


@pytest.mark.parametrize("text", HARMLESS)
def test_a_harmless_text_stays_as_it_is(text: str):
    assert written(text) == text


@pytest.mark.parametrize(("text", "harmless"), FORMULAS.items())
def test_a_text_is_no_formula_by_comma_or_by_semicolon(text: str, harmless: str):
    assert written(text) == harmless


def test_a_number_stays_a_number():
    assert written(-3) == "-3"
