"""Whole numbers in forms and URLs."""

import pytest

from common.formats.digits import parse_digits


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999999999", 999_999_999)])
def test_digits_are_a_number(text: str, number: int):
    assert parse_digits(text) == number


@pytest.mark.parametrize(
    "text", ["", " 1", "-1", "+1", "1.0", "1_0", "٣", "²", "1000000000", "9" * 5000, "\0"]
)
def test_any_other_text_is_none(text: str):
    assert parse_digits(text) is None


def test_a_longer_number_is_read_on_demand():
    assert parse_digits("9" * 18, longest=18) == 10**18 - 1
    assert parse_digits("9" * 19, longest=18) is None
