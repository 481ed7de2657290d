"""The values of fields in frames and calls: cards, seats, settings, keys of phrases."""

from typing import Annotated, Any

from msgspec import Meta

from game.engine import state as engine
from game.wire.moves import CardText


def one_of(*values: str | int) -> Meta:
    """Return the constraint of a field that takes only these values: an enum in OpenAPI and JSON Schema.

    The type stays `str` or `int`, so rows and settings need no conversion. msgspec checks texts exactly, and
    numbers by their range.
    """
    if isinstance(values[0], str):
        pattern = rf"^({'|'.join(map(str, values))})\Z"
        return Meta(pattern=pattern, extra_json_schema={"enum": [*values]})
    numbers = [int(value) for value in values]
    return Meta(ge=min(numbers), le=max(numbers), extra_json_schema={"enum": numbers})


def suggest(*values: str | int) -> Meta:
    """Return the same for a request whose call checks the value itself, with a sentence for the player."""
    return Meta(extra_json_schema={"enum": [*values]})


def _values(kind: Any) -> list[str]:
    return [one.value for one in kind]


CLOCKS = ("none", "quick", "standard", "relaxed")
TARGETS = (121, 61)
LENGTHS = (1, 3, 5, 7)
GESTURES = ("knock", "hat", "groan", "laugh", "cards")
PHRASES = (
    *GESTURES,
    "luck", "well", "hand", "thanks", "sorry", "game", "moment", "bye",
    "here", "tonight", "tomorrow", "ready",
)  # fmt: skip
REASONS = ("later", "faster", "slower", "shorter", "auto", "no")

COUNTINGS = tuple(_values(engine.Counting))
ENDED = tuple(_values(engine.Ended))
# Why a table refuses a frame, and why a connection closes (docs/reference/protocol.md).
REFUSALS = (
    "nonsense", "not_begun", "illegal", "stale", "no_such_ply", "too_early", "committed", "signature",
    "other_secret", "late", "unshown", "locked", "watching", "not_away", "hush", "no_hints",
    "rated_game", "no_choice", "try_again",
)  # fmt: skip
GOODBYES = (
    "no_game", "no_event", "not_yours", "open_board", "elsewhere", "gone", "flood", "too_many", "slow",
    "silent", "bad_token", "no_scope", "replaced", "signed_out", "banned", "restart", "too_long",
    "text_only", "locked", "sealed",
)  # fmt: skip

Card = CardText
Cards = tuple[Card, ...]
Pair = tuple[Card, Card]
Six = Annotated[tuple[Card, ...], Meta(max_length=6)]
SeatNumber = Annotated[int, one_of(*engine.Seat)]
Counting = Annotated[str, one_of(*COUNTINGS)]
Phase = Annotated[str, one_of(*_values(engine.Phase))]
Ended = Annotated[str, one_of(*ENDED)]
Clock = Annotated[str, one_of(*CLOCKS)]
Target = Annotated[int, one_of(*TARGETS)]
BestOf = Annotated[int, one_of(*LENGTHS)]
Value = Annotated[int, one_of(0, 1, 2, 4)]
Hand = Annotated[str, one_of("hand", "crib")]
PartKind = Annotated[str, one_of("fifteen", "pair", "run", "flush", "nobs", "count")]
PegKind = Annotated[str, one_of("nibs", "play", "go", "last", "hand", "crib", "muggins", "overcount")]
Phrase = Annotated[str, one_of(*PHRASES)]
Refusal = Annotated[str, one_of(*REFUSALS)]
Goodbye = Annotated[str, one_of(*GOODBYES)]
DeclineReason = Annotated[str, one_of(*REASONS)]
Milliseconds = Annotated[int, Meta(ge=0, description="Milliseconds.")]
Score = Annotated[int, Meta(ge=0, le=121)]
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]+\Z")]
# A share of one, such as the chance to win.
Share = Annotated[float, Meta(ge=0, le=1)]
