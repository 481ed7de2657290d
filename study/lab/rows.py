"""The rows of the lab's table of discards. Pure. static/js/study/lab/lines.js writes the same."""

from collections.abc import Sequence
from typing import NamedTuple

from game.advice.wire import DECIMALS
from game.bots.advice import ThrowLine
from game.web.cards import CardLabel, card_label

SORTS = ("win", "points", "hand", "spread", "crib", "pegging")


class Row(NamedTuple):
    """A discard as a row of the table."""

    is_best: bool
    thrown: list[CardLabel]
    kept: list[CardLabel]
    win: str
    behind: str
    points: str
    hand: str
    spread: str
    range: str
    crib: str
    pegging: str


def rows(lines: Sequence[ThrowLine], *, dealer: bool, sort: str = SORTS[0]) -> list[Row]:
    """Sort the lines, which come best first, in the requested order."""
    best = lines[0].win if lines else 0.0
    # The opponent's crib counts against the player, so the cheapest comes first.
    side = 1 if dealer else -1

    def worth(line: ThrowLine) -> float:
        # Smaller differences count as equal, and keep the order.
        value: float = round(getattr(line, sort), DECIMALS)
        return side * value if sort == "crib" else value

    return [
        Row(
            is_best=line is lines[0],
            thrown=[card_label(card) for card in line.thrown],
            kept=[card_label(card) for card in line.kept],
            win=f"{100 * line.win:.1f}%",
            behind=format_signed(100 * (line.win - best)),
            points=format_signed(line.points),
            hand=f"{line.hand:.2f}",
            spread=f"{line.spread:.1f}",
            range=f"{line.low}–{line.high}",
            crib=format_signed(side * line.crib),
            pegging=format_signed(line.pegging),
        )
        for line in sorted(lines, key=worth, reverse=True)
    ]


def format_signed(value: float) -> str:
    """Format a number with its sign: +1.25, −0.40, 0.00."""
    figures = f"{abs(value):.2f}"
    if float(figures) == 0:
        return figures
    return f"+{figures}" if value > 0 else f"−{figures}"
