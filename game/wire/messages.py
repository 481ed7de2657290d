"""The messages that a browser may send to a table: one per frame, small and typed."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext
from msgspec import Meta, Struct

from game.wire.moves import DECODE_ERRORS, MovePayload

MAX_FRAME = 4096

# `$` would allow a trailing newline.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
Ply = Annotated[int, Meta(ge=-1, le=100_000)]


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    since: Ply = -1
    history: bool = False


class Commit(Struct, tag_field="t", tag="commit", forbid_unknown_fields=True, frozen=True):
    c: Hex32
    key: Hex32 | None = None
    sig: Hex64 | None = None

    def __post_init__(self) -> None:
        if (self.key is None) != (self.sig is None):
            raise ValueError("`key` and `sig` come together")


class Reveal(Struct, tag_field="t", tag="reveal", forbid_unknown_fields=True, frozen=True):
    secret: Hex32


class ReceiptsRequest(Struct, tag_field="t", tag="receipts", forbid_unknown_fields=True, frozen=True):
    since: Annotated[int, Meta(ge=0, le=1000)] = 0


class MoveMessage(Struct, tag_field="t", tag="move", forbid_unknown_fields=True, frozen=True):
    ply: Ply
    move: MovePayload
    sig: Hex64 | None = None


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True, frozen=True):
    phrase: Annotated[str, Meta(max_length=16)] = ""
    text: Annotated[str, Meta(max_length=200)] = ""


class ClaimWin(Struct, tag_field="t", tag="claim_win", forbid_unknown_fields=True, frozen=True):
    pass


class Hint(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True, frozen=True):
    ply: Ply


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    ply: Ply = -1


Message = Hello | Commit | Reveal | ReceiptsRequest | MoveMessage | Say | ClaimWin | Hint | Ping

_decoder = msgspec.json.Decoder(Message)


class InvalidMessage(Exception):
    """A frame that is not a valid message, with a sentence for the reason."""


def parse_message(frame: str) -> Message:
    """Parse the message of a frame."""
    try:
        message: Message = _decoder.decode(frame)
        return message
    except DECODE_ERRORS as fault:
        raise InvalidMessage(
            gettext("The table doesn’t know this message: %(fault)s.") % {"fault": fault}
        ) from None
