"""The format of numbers on pages of events."""

from django.utils.formats import number_format


def describe_x(x: float) -> str:
    """Return the x of a board, or a total of x, as text: +1.33."""
    figures = number_format(abs(round(x, 2)), 2)
    if round(x, 2) == 0:
        return figures
    return f"+{figures}" if x > 0 else f"−{figures}"


def signed(n: int) -> str:
    """Return a number with its sign."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")
