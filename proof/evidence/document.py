"""The transcript as a document: its fields with their types, and how to write and read its file."""

import hashlib
import hmac
import json
import re
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from game.engine import state as engine

FORMAT = "every-other/transcript"
MARK = FORMAT.encode()
DIGEST = re.compile(rb'"digest"[ \t\r\n]*:[ \t\r\n]*"([0-9a-f]{64})"')
ZEROS = "0" * 64
NOT_COMPLETE = "This is not a complete transcript of Every Other."
WIDE = 116
LARGEST = 2**53 - 1  # the largest exact integer of a browser

# The end of a text in every dialect of patterns. Python's `$` also matches before a final newline.
END = r"(?![\s\S])"
SEAT_MOVE_PATTERN = "[1-6][1-6]|[A2-9TJQK][CDHS]|-(go|pass|resign|flag|left)|[=+](0|[1-9][0-9]?)"
MOVE_PATTERN = f"(#(0|[1-9][0-9]{{0,2}})|[ab]({SEAT_MOVE_PATTERN})|-void|-unshown)"

Seat = Literal[0, 1]
Score = Annotated[int, Meta(ge=0, le=121)]
Hole = Annotated[int, Meta(ge=0, le=engine.MOST_HOLES)]
Start = tuple[Hole, Hole]
Card = Annotated[
    str, Meta(pattern=f"^[A2-9TJQK][CDHS]{END}", description="A card as players write it: 5H, TD, AS.")
]
Hex32 = Annotated[str, Meta(pattern=f"^[0-9a-f]{{64}}{END}", description="32 bytes, lower-case hexadecimal.")]
Hex64 = Annotated[
    str, Meta(pattern=f"^[0-9a-f]{{128}}{END}", description="64 bytes, lower-case hexadecimal.")
]
GameId = Annotated[str, Meta(pattern=f"^[0-9A-Za-z_-]{{1,16}}{END}")]
Ascii = Annotated[str, Meta(pattern=f"^[ -~]*{END}")]
Brain = Annotated[str, Meta(pattern=f"^[a-z_]{{1,32}}{END}")]
Timestamp = Annotated[
    str,
    Meta(
        pattern=f"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}Z{END}",
        description="UTC.",
    ),
]
Code = Annotated[str, Meta(pattern=f"^[0-9a-f]{{5}}( [0-9a-f]{{5}}){{3}}{END}")]
Deck = Annotated[tuple[Card, ...], Meta(min_length=52, max_length=52)]
Six = Annotated[tuple[Card, ...], Meta(min_length=6, max_length=6)]
Four = Annotated[tuple[Card, ...], Meta(min_length=4, max_length=4)]
Two = tuple[Card, Card]
Note = Annotated[str, Meta(max_length=10_000, description="A signed note, as C2SP defines it.")]
LinkName = Annotated[str, Meta(pattern=f"^(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]){END}")]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a game: the id from the params, the current name, and the brain of a house bot."""

    id: Annotated[str, Meta(pattern=f"^[0-9]{{1,20}}{END}")]
    name: str
    bot: Brain | None


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of the game, committed to before the first card."""

    target: Literal[61, 121]
    counting: Literal["auto", "manual", "muggins"]
    first_dealer: Seat | None
    start: Start | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        check_start(self.start)

    @property
    def of_engine(self) -> engine.Rules:
        """Return the rules in the engine's type."""
        first = None if self.first_dealer is None else engine.Seat(self.first_dealer)
        return engine.Rules(self.target, engine.Counting(self.counting), first, start_or_even(self.start))


def check_start(start: Start | msgspec.UnsetType) -> None:
    """Only one side can have a head start, and it is named only if there is one."""
    if start is not msgspec.UNSET and (min(start) != 0 or max(start) == 0):
        raise ValueError("no head start")


def start_or_even(start: Start | msgspec.UnsetType) -> tuple[int, int]:
    """Return the scores at the beginning of the game."""
    return engine.EVEN_START if start is msgspec.UNSET else start


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the game. A void game has no winner."""

    winner: Seat | None
    value: Literal[0, 1, 2, 4]
    ended: Literal["played", "resigned", "flag", "left", "void"]
    scores: tuple[Score, Score]


class Fair(Struct, frozen=True, forbid_unknown_fields=True):
    """The protocol's data as the table showed it: `fair` of docs/reference/protocol.md."""

    version: Literal["cribfair/1", "cribfair/2", "cribfair/3"]
    game: GameId
    params: Ascii
    tip: Hex32
    commitments: tuple[Hex32 | None, Hex32 | None]
    secrets: tuple[Hex32 | None, Hex32 | None]
    links: dict[LinkName, Hex32]


class Cut(Struct, frozen=True, forbid_unknown_fields=True):
    """The cut for deal: the pairs of turned cards, seat 0's first, and the dealer by the last pair."""

    cards: Annotated[tuple[Two, ...], Meta(min_length=1, max_length=26)]
    dealer: Seat


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A card played, or null for a go."""

    seat: Seat
    card: Card | None


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand or crib as counted in the show, and its points."""

    seat: Seat
    what: Literal["hand", "crib"]
    cards: Four
    points: Annotated[int, Meta(ge=0, le=29)]


class Hands(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened to a deck, by seat. Values are null if the game ended before."""

    dealer: Seat
    dealt: tuple[Six, Six]
    throws: tuple[Two | None, Two | None]
    starter: Card | None
    plays: tuple[Play, ...]
    counts: Annotated[tuple[Count, ...], Meta(max_length=3)]
    scores: tuple[Score, Score]


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck and its use: deal 0 is the cut for deal and has `cut`, all others have `hands`."""

    number: Annotated[int, Meta(ge=0, le=255)]
    key: Hex64
    deck: Deck
    cut: Cut | None
    hands: Hands | None

    @property
    def is_consistent(self) -> bool:
        """Return whether it has the part that belongs to its number."""
        return (self.cut is not None) == (self.number == 0) == (self.hands is None)


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded move in the engine's notation, and the milliseconds charged to the clock."""

    move: Annotated[str, Meta(pattern=f"^{MOVE_PATTERN}{END}")]
    ms: Annotated[int, Meta(ge=0, le=10**12)]


class Signatures(Struct, frozen=True, forbid_unknown_fields=True):
    """The signatures of a seat with its own key: of its commitment, and of its first moves."""

    key: Hex32
    commit: Hex64
    moves: Annotated[int, Meta(ge=0, le=1000)]
    signature: Hex64 | None


class LogLeaf(Struct, frozen=True, forbid_unknown_fields=True):
    """The time of a leaf, its place in the public log, and the hashes that lead to the root."""

    at: Annotated[int, Meta(ge=0, le=LARGEST)]
    index: Annotated[int, Meta(ge=0, le=LARGEST)]
    proof: Annotated[tuple[Hex32, ...], Meta(max_length=64)]


class LogProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that the public log holds the game: a signed checkpoint, and proofs of the game's leaves."""

    checkpoint: Note
    open: LogLeaf
    close: LogLeaf | None


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """The transcript of a game: commitments, revealed secrets, deals, moves, and the result."""

    VERSION: ClassVar[str]

    digest: Hex32
    game: GameId
    players: tuple[Player, Player]
    rules: Rules
    rated: bool
    clock: Literal["none", "quick", "standard", "relaxed"]
    begun_at: Timestamp
    finished_at: Timestamp | None
    result: Result | None
    table_code: Code | None
    fair: Fair
    deals: tuple[Deal, ...]
    moves: tuple[Move, ...]
    line: Ascii
    bot_stream: Hex32 | None


class PlainTranscript(
    Transcript, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=f"{FORMAT}/1"
):
    """The transcript of a game by cribfair/1, without any signature."""

    VERSION: ClassVar[str] = "cribfair/1"


class SignedTranscript(
    Transcript, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=f"{FORMAT}/2"
):
    """The transcript of a game by cribfair/2, with signatures of server and seats, and the log's proof."""

    VERSION: ClassVar[str] = "cribfair/2"

    receipts: tuple[tuple[Note, ...], tuple[Note, ...]]
    signatures: tuple[Signatures | None, Signatures | None]
    log: LogProof | None


class SharedTranscript(
    SignedTranscript, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=f"{FORMAT}/3"
):
    """The transcript of a game by cribfair/3: signed like cribfair/2, and dealt from shared decks."""

    VERSION: ClassVar[str] = "cribfair/3"


AnyTranscript = PlainTranscript | SignedTranscript | SharedTranscript


def to_file(transcript: Transcript) -> bytes:
    """Return the transcript as a file, sealed with a digest of all its bytes."""
    blank = msgspec.structs.replace(transcript, digest=ZEROS)
    return with_digest((_format_json(msgspec.to_builtins(blank)) + "\n").encode("ascii"))


def with_digest(file: bytes) -> bytes:
    """Return the same file with the correct digest."""
    match = DIGEST.search(file)
    assert match is not None
    digest = _digest_of(file, match)
    return b"%b%b%b" % (file[: match.start(1)], digest, file[match.end(1) :])


def find_digest_fault(file: bytes) -> str | None:
    """Return what is wrong with a file's digest, or None if it is right."""
    digests = list(DIGEST.finditer(file))
    if len(digests) != 1:
        return "The file was changed: its digest is not well-formed."
    if not hmac.compare_digest(_digest_of(file, digests[0]), digests[0][1]):
        return "The file was changed since it was written: its digest does not fit."
    return None


def _digest_of(file: bytes, digest: re.Match[bytes]) -> bytes:
    blank = b"%b%b%b" % (file[: digest.start(1)], ZEROS.encode(), file[digest.end(1) :])
    return hashlib.sha256(blank).hexdigest().encode()


def from_file(file: bytes) -> AnyTranscript:
    """Return the transcript in a file. Raise ValueError if it is incomplete. Its truth is not checked."""
    try:
        file.decode("ascii")
        transcript: AnyTranscript = _decoder.decode(file)
        check_names(file)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        raise ValueError(NOT_COMPLETE) from None
    if transcript.fair.version != transcript.VERSION or not all(
        deal.is_consistent for deal in transcript.deals
    ):
        raise ValueError(NOT_COMPLETE)
    return transcript


def check_names(file: bytes) -> None:
    """Raise ValueError if a name occurs twice in an object: some readers would take the first value."""
    json.loads(file, object_pairs_hook=_check_pairs)


def _check_pairs(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")


def schema() -> bytes:
    """Return the types above as a JSON Schema."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT}
    return (json.dumps(about | msgspec.json.schema(AnyTranscript), indent=1) + "\n").encode()


_decoder = msgspec.json.Decoder(AnyTranscript)


def _format_json(value: Any, margin: int = 0) -> str:
    """Return JSON that people can read: short values on one line, cards in rows."""
    flat = json.dumps(value, ensure_ascii=True)
    if len(flat) + margin <= WIDE or not isinstance(value, dict | list | tuple):
        return flat
    inner = margin + 1
    if isinstance(value, dict):
        lines = [f"{json.dumps(name)}: {_format_json(each, inner)}" for name, each in value.items()]
    elif all(isinstance(each, str) for each in value):
        lines = [json.dumps(value[at : at + 13])[1:-1] for at in range(0, len(value), 13)]
    else:
        lines = [_format_json(each, inner) for each in value]
    indent = "\n" + " " * inner
    first, last = "{}" if isinstance(value, dict) else "[]"
    return first + indent + f",{indent}".join(lines) + "\n" + " " * margin + last
