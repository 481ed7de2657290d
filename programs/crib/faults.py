"""The one error of .crib files. Pure."""

from typing import NamedTuple

from game.engine.moves import IllegalMove


class Place(NamedTuple):
    """A place in a text, counted from 1."""

    line: int = 1
    column: int = 1


class CribFault(ValueError):
    """An error in a .crib: a sentence with placeholders, and its place where it is known.

    For an illegal move, `illegal` has the reason.
    """

    def __init__(
        self, says: str, illegal: IllegalMove | None = None, *, at: Place | None = None, **values: object
    ) -> None:
        super().__init__(says % ({"why": illegal} | values))
        self.says, self.illegal, self.at, self.values = says, illegal, at, values
