"""A finished game with every move and all its cards, as calls get it."""

from msgspec import UNSET, Struct, UnsetType

from common.formats.json import Json


class Rules(Struct, frozen=True):
    """The rules of a replayed game."""

    target: int
    counting: str
    clock: str
    rated: bool
    start: tuple[int, int] | UnsetType = UNSET


class Result(Struct, frozen=True):
    """The result of a replayed game."""

    winner: int | None
    value: int | None
    ended: str | None
    scores: tuple[int, int]


class Step(Struct, frozen=True):
    """A move, its events, and the state after it with all cards, in the fields of the protocol."""

    ply: int
    seat: int | None
    move: Json
    events: list[Json]
    state: Json


class Replay(Struct, frozen=True):
    """A finished game with every move. A game from another site has no id."""

    game: str | None
    players: list[Json]
    rules: Rules
    result: Result
    steps: list[Step]
