"""Checks what commands are given."""

from argparse import ArgumentTypeError


def positive_number(text: str) -> float:
    """A number over zero, as an option's type."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 10_000:
        raise ArgumentTypeError(f"a number over zero, not {text!r}")
    return number
