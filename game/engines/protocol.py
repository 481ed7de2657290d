"""The protocol every-other/engine/1 (docs/how-to/run-an-engine.md): one line of JSON per message."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from common.formats.json import encode
from game.bots.brain import Decision, Memory, Stream
from game.bots.habits import Habits
from game.engine.events import Event, Thrown
from game.engine.moves import Play, Throw
from game.engine.state import Phase, Seat
from game.engine.view import View
from game.wire.moves import DECODE_ERRORS, PlayPayload, ThrowPayload
from game.wire.views import events_json, view_json

PROTOCOL = "every-other/engine/1"
MAX_LINE = 4096  # bytes of an answer

Label = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*\Z")]


class Identity(Struct, frozen=True):
    """An engine's answer to `hello`."""

    name: Label
    version: Label

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class ThinkAnswer(Struct, frozen=True):
    """An engine's answer to `think`."""

    id: int
    move: ThrowPayload | PlayPayload


class WrongAnswer(Exception):
    """An engine's line is not a valid answer. The message contains no cards."""


HELLO = encode({"t": "hello", "protocol": PROTOCOL})

_identities = msgspec.json.Decoder(Identity)
_answers = msgspec.json.Decoder(ThinkAnswer)


def think_message(number: int, view: View, memory: Memory, chance: str, ms: int) -> bytes:
    """Build the request for one move of the seat of this view."""
    shown, events = as_when_dealt(view, memory)
    return encode(
        {
            "t": "think",
            "id": number,
            "view": msgspec.Raw(b'{"seat":%d,%b' % (shown.seat or 0, encode(view_json(shown))[1:])),
            "memory": events_json(events),
            "chance": chance,
            "ms": ms,
        }
    )


def parse_identity(line: bytes) -> Identity:
    """Return the name and version of an engine."""
    try:
        return _identities.decode(line)
    except DECODE_ERRORS:
        raise WrongAnswer("its answer to hello is not as described") from None


def parse_answer(line: bytes, number: int, view: View) -> Decision:
    """Return the move that answers the question with this number, if the rules allow it."""
    try:
        answer = _answers.decode(line)
    except DECODE_ERRORS:
        raise WrongAnswer("its answer is not as described") from None
    if answer.id != number:
        raise WrongAnswer("it answered another question")
    move = answer.move.to_move()
    match move:
        case Throw(cards) if view.phase is Phase.THROW and len({*cards} & {*view.hand}) == 2:
            return move
        case Play(card) if view.phase is Phase.PLAY and card in view.playable:
            return move
    raise WrongAnswer("the rules do not allow its move")


def has_choice(view: View) -> bool:
    """Return whether an engine is asked: not for counting a hand, and not for a forced move."""
    return view.phase is Phase.THROW or len(view.playable) > 1


def chance_text(stream: Stream) -> str:
    """Return a seed for an engine's own generator: 104 bits of a stream."""
    return "".join(f"{int(stream.random() * (1 << 52)):013x}" for _ in range(2))


def as_when_dealt(view: View, memory: Memory) -> tuple[View, tuple[Event, ...]]:
    """Remove from view and events whether the other seat has discarded already.

    A bot may choose before or after the other discard, and on record its discard may be on either side of it.
    A replay must ask the same question.
    """
    events = tuple([event for event in memory if not isinstance(event, Habits)])
    if view.phase is not Phase.THROW:
        return view, events
    if events and isinstance(events[-1], Thrown):
        events = events[:-1]
    both = (Seat.A, Seat.B)
    return view._replace(held=(6, 6), thrown=(False, False), turn=both), events
