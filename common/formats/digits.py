"""Whole numbers that people send in forms and URLs. Pure."""


def parse_digits(text: str, longest: int = 9) -> int | None:
    """Return a whole number written in ASCII digits, few enough to be parsed quickly; None for other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None
