"""A case: the file with the params and receipts that a player's page has kept."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from proof.evidence.document import Ascii, GameId, Note, check_names


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a case: the params, and every receipt in the order of arrival."""

    format: Literal["every-other/case/1"]
    game: GameId
    params: Ascii
    says: str
    receipts: Annotated[tuple[Note, ...], Meta(max_length=2000)]


class Receipt(NamedTuple):
    """A signed receipt, with its lines by their first word."""

    text: str
    lines: Mapping[str, str]

    @property
    def seat(self) -> str:
        return self.lines.get("seat", "-")

    @property
    def step(self) -> str:
        return self.lines.get("step", "-")

    @property
    def number(self) -> int | None:
        """Return the deal that it is about, or None."""
        return int(self.step.partition(" ")[2]) if " " in self.step else None

    @property
    def name(self) -> str:
        return f'"{self.step}" of seat {self.seat}'


def parse_case(file: bytes) -> Case:
    """Return the case in a file. Raise ValueError if it is invalid."""
    try:
        case = msgspec.json.decode(file, type=Case)
        check_names(file)
    except (ValueError, RecursionError):
        raise ValueError("This is no case of Every Other.") from None
    return case
