"""Validate the arguments of commands."""

from argparse import ArgumentTypeError


def positive_number(text: str) -> float:
    """Parse a positive number, as the type of an option."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 10_000:
        raise ArgumentTypeError(f"a number above zero, not {text!r}")
    return number
