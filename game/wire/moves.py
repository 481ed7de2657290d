"""Moves as typed JSON, from players and programs."""

from typing import Annotated

from msgspec import DecodeError, Meta, Struct

from game.engine import moves
from game.engine.cards import card

# Invalid JSON raises one of these. JSON nested a thousand levels deep raises RecursionError.
DECODE_ERRORS = (DecodeError, UnicodeError, RecursionError)

# `$` would allow a trailing newline.
CardText = Annotated[str, Meta(pattern=r"^[A2-9TJQK][CDHS]\Z")]
Points = Annotated[int, Meta(ge=0, le=29)]


class ThrowPayload(Struct, tag_field="kind", tag="throw", forbid_unknown_fields=True, frozen=True):
    cards: tuple[CardText, CardText]

    def to_move(self) -> moves.Move:
        return moves.Throw(tuple(card(text) for text in self.cards))


class PlayPayload(Struct, tag_field="kind", tag="play", forbid_unknown_fields=True, frozen=True):
    card: CardText

    def to_move(self) -> moves.Move:
        return moves.Play(card(self.card))


class GoPayload(Struct, tag_field="kind", tag="go", forbid_unknown_fields=True, frozen=True):
    def to_move(self) -> moves.Move:
        return moves.Go()


class ClaimPayload(Struct, tag_field="kind", tag="claim", forbid_unknown_fields=True, frozen=True):
    points: Points

    def to_move(self) -> moves.Move:
        return moves.Claim(self.points)


class CallPayload(Struct, tag_field="kind", tag="call", forbid_unknown_fields=True, frozen=True):
    points: Points

    def to_move(self) -> moves.Move:
        return moves.Call(self.points)


class PassPayload(Struct, tag_field="kind", tag="pass", forbid_unknown_fields=True, frozen=True):
    def to_move(self) -> moves.Move:
        return moves.Pass()


class ResignPayload(Struct, tag_field="kind", tag="resign", forbid_unknown_fields=True, frozen=True):
    def to_move(self) -> moves.Move:
        return moves.Resign()


MovePayload = (
    ThrowPayload | PlayPayload | GoPayload | ClaimPayload | CallPayload | PassPayload | ResignPayload
)
