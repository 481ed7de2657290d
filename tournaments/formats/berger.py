"""Round robins by Berger's tables: each two players meet once, and first deals stay even."""

from typing import TypeAlias

Round: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers of two players who meet, from 1, first dealer first."""


def berger_table(players: int) -> tuple[Round, ...]:
    """Return the rounds for so many players, as FIDE prints them.

    With an odd number, one player rests in each.
    """
    if players < 2:
        raise ValueError("A round robin needs two players.")
    seats = players + players % 2
    rounds = (_round(seats, number) for number in range(seats - 1))
    return tuple(tuple(pair for pair in each if max(pair) <= players) for each in rounds)


def _round(seats: int, number: int) -> Round:
    """Return a round. The last seat stays, all others move half a circle, and the last changes sides."""
    circle, half = seats - 1, seats // 2
    leads = number * half % circle
    opening = (leads + 1, seats) if number % 2 == 0 else (seats, leads + 1)
    others = (((leads + step) % circle + 1, (leads - step) % circle + 1) for step in range(1, half))
    return (opening, *others)
