"""Numbers as pages of events write them."""

from django.utils.formats import number_format


def describe_x(x: float) -> str:
    """The x of a board or of many: +1.33."""
    figures = number_format(abs(round(x, 2)), 2)
    if round(x, 2) == 0:
        return figures
    return f"+{figures}" if x > 0 else f"−{figures}"


def signed(n: int) -> str:
    """A number with its sign, as one writes it."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")
