"""What a player kept of a game: a case, as a file, and the receipts in it."""

import json
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from proof.evidence.document import Ascii, GameId, Note, check_names


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page kept of a game: the params, and every receipt that it was given, in the order they came."""

    format: Literal["every-other/case/1"]
    game: GameId
    params: Ascii
    says: str
    receipts: Annotated[tuple[Note, ...], Meta(max_length=2000)]


class Receipt(NamedTuple):
    """A receipt that was signed: what it says by the first word of each line."""

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
        """The deal it is about, where it is about one."""
        return int(self.step.partition(" ")[2]) if " " in self.step else None

    @property
    def name(self) -> str:
        return f'"{self.step}" of seat {self.seat}'


def parse_case(file: bytes) -> Case:
    """The case in a file; a ValueError where it is none."""
    try:
        case = msgspec.json.decode(file, type=Case)
        check_names(file)
    except (ValueError, RecursionError):
        raise ValueError("This is no case of Every Other.") from None
    return case


def to_case_file(case: Case) -> bytes:
    return (json.dumps(msgspec.to_builtins(case), indent=1) + "\n").encode("ascii")
