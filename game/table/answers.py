"""What a table answers to whoever asks something of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ack:
    """The move stands."""

    ply: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The move does not stand, and nothing has changed."""

    ply: int
    code: str
    says: str


Answer = Ack | Refused
