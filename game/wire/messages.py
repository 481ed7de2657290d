"""The messages that a browser may send to a table: one per frame, small and typed.

The documentation of the protocol is generated from them, as from the types in game/wire/frames.py.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext
from msgspec import Meta, Struct

from game.wire.moves import DECODE_ERRORS, MovePayload
from game.wire.values import GESTURES

MAX_FRAME = 4096
PHRASE = f"a gesture ({', '.join(f'`{key}`' for key in GESTURES)}) or an older key, such as `luck`"

# `$` would allow a trailing newline.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
Ply = Annotated[int, Meta(ge=-1, le=100_000)]


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    """Answered by `table`, with the moves after `since` if `history`; five at once, then one a second."""

    since: Annotated[Ply, Meta(description="the last ply seen, or -1")] = -1
    history: Annotated[bool, Meta(description="true, or left out")] = False


class Commit(Struct, tag_field="t", tag="commit", forbid_unknown_fields=True, frozen=True):
    """This seat's commitment, and the key it signs with."""

    c: Annotated[Hex32, Meta(description="64 hex digits")]
    key: Annotated[Hex32 | None, Meta(description="64, or none")] = None
    sig: Annotated[Hex64 | None, Meta(description="128, or none")] = None

    def __post_init__(self) -> None:
        if (self.key is None) != (self.sig is None):
            raise ValueError("`key` and `sig` come together")


class Reveal(Struct, tag_field="t", tag="reveal", forbid_unknown_fields=True, frozen=True):
    """This seat's secret, once both commitments are shown."""

    secret: Annotated[Hex32, Meta(description="64 hex digits")]


class ReceiptsRequest(Struct, tag_field="t", tag="receipts", forbid_unknown_fields=True, frozen=True):
    """Answered by `receipts`."""

    since: Annotated[int, Meta(ge=0, le=1000, description="how many this seat has")] = 0


class MoveMessage(Struct, tag_field="t", tag="move", forbid_unknown_fields=True, frozen=True):
    """A signature covers all moves of this seat; one that does not fit is refused (`signature`), and without
    a key nothing is compared.
    """

    ply: Annotated[Ply, Meta(description="the ply it answers")]
    move: MovePayload
    sig: Annotated[Hex64 | None, Meta(description="128 hex digits, or none")] = None


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True, frozen=True):
    """Answered by `said`; players and watchers chat separately."""

    phrase: Annotated[str, Meta(max_length=16, description=PHRASE)] = ""
    text: Annotated[str, Meta(max_length=200, description="else up to 200 characters")] = ""


class ClaimWin(Struct, tag_field="t", tag="claim_win", forbid_unknown_fields=True, frozen=True):
    """The opponent, on turn, has been away for 60 s."""


class Hint(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True, frozen=True):
    """Answered by `hint`; in casual games against a bot, on turn to discard, or to play with a choice."""

    ply: Annotated[Ply, Meta(description="the ply it is asked at")]


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    """Answered by `pong`; if its ply is greater, send `hello`."""

    ply: Annotated[Ply, Meta(description="the last ply seen")] = -1


Message = Hello | Commit | Reveal | MoveMessage | ReceiptsRequest | Ping | Say | ClaimWin | Hint

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
