"""Checks the record of decks that many tables share, by itself or beside a game that was dealt from them."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from game.evidence.document import DIGEST, END, ZEROS, AnyTranscript, Ascii, GameId, Hex32, check_names
from game.evidence.verdict import Status, Verdict
from rng import shared_decks
from rng.commitment import is_canonical, parse_params
from rng.shared_decks import SetChain, SetRecord

FORMAT = "every-other/decks/1"
NOT_COMPLETE = "This is not a complete record of decks of Every Other."
PlayerId = Annotated[str, Meta(pattern=f"^[0-9]{{1,20}}{END}")]
RoundName = Annotated[str, Meta(pattern=f"^([1-9]|[1-5][0-9]|6[0-4]){END}")]


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part: null where they committed and did not show their secret."""

    player: PlayerId
    commitment: Hex32
    secret: Hex32 | None


class Decks(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is shown of a set by now: of links the last one of each round that is done."""

    format: Literal["every-other/decks/1"]
    digest: Hex32
    set: GameId
    params: Ascii
    tip: Hex32
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=10_000)]
    root: Hex32 | None
    links: dict[RoundName, Hex32]


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """What the params of a game say of the decks that it shares."""

    set: Annotated[str, Meta(pattern=f"^[ -~]{{1,16}}{END}")]
    round: Annotated[int, Meta(ge=1, le=shared_decks.MOST_ROUNDS)]
    tip: Hex32
    root: Hex32


def shared_by(transcript: AnyTranscript) -> Shared | None:
    """The decks that a game is dealt from; None where its params name none that all would read alike."""
    params = transcript.fair.params
    if not is_canonical(params):
        return None
    try:
        return msgspec.convert((parse_params(params) or {}).get("shared"), Shared)
    except msgspec.ValidationError:
        return None


def looks_like_decks(file: bytes) -> bool:
    """Whether a file means to be a record of decks, be it one or not."""
    return b'"every-other/decks/' in file and b"every-other/transcript" not in file


def verify_decks(file: bytes) -> Verdict:
    """Verify the record of a set, as it was downloaded."""
    digests = list(DIGEST.finditer(file))
    if len(digests) != 1:
        return Verdict(Status.FALSE, ("The file was changed: its digest is not well-formed.",))
    (digest,) = digests
    blank = b"%b%b%b" % (file[: digest.start(1)], ZEROS.encode(), file[digest.end(1) :])
    if not hmac.compare_digest(hashlib.sha256(blank).hexdigest().encode(), digest[1]):
        message = "The file was changed since it was written: its digest does not fit."
        return Verdict(Status.FALSE, (message,))
    try:
        record = parse_decks(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    problems = tuple(shared_decks.faults(record))
    status = Status.FALSE if problems else Status.TRUE
    return Verdict(status, problems, decks=record.deck_set, rounds=len(record.links))


def parse_decks(file: bytes) -> SetRecord:
    """The record in a file; a ValueError where it is not a whole one."""
    try:
        file.decode("ascii")
        decks = _decoder.decode(file)
        check_names(file)
    except (ValueError, RecursionError):
        raise ValueError(NOT_COMPLETE) from None
    return SetRecord(
        deck_set=decks.set,
        params=decks.params,
        tip=bytes.fromhex(decks.tip),
        entrants=[
            shared_decks.Entrant(
                one.player, bytes.fromhex(one.commitment), bytes.fromhex(one.secret) if one.secret else None
            )
            for one in decks.entrants
        ],
        root=bytes.fromhex(decks.root) if decks.root else None,
        links={int(t): bytes.fromhex(link) for t, link in decks.links.items()},
    )


def faults_beside(transcript: AnyTranscript, record: SetRecord) -> Iterator[str]:
    """Whether a true game is dealt from these decks, which are true."""
    shared = shared_by(transcript) if transcript.fair.version == shared_decks.PROTOCOL else None
    if shared is None:
        yield "The game is not dealt from shared decks."
        return
    root = record.root.hex() if record.root else None
    if (shared.set, shared.tip, shared.root) != (record.deck_set, record.tip.hex(), root):
        yield "The game is dealt from other decks than these."
        return
    last = record.links.get(shared.round)
    if last is None:
        yield f"The link of round {shared.round} is not shown yet."
        return
    chain = SetChain(shared.set, shared.round, last)
    for d in sorted(map(int, transcript.fair.links)):
        if transcript.fair.links[str(d)] != chain.link(d).hex():
            yield f"The link of deal {d} is not that of round {shared.round}."
    true = shared_decks.bot_stream(bytes.fromhex(shared.root), shared.round, last).hex()
    if transcript.bot_stream is not None and transcript.bot_stream != true:
        yield f"The bot's secret is not that of round {shared.round}."


def link_faults(shared: Shared, tip: bytes, links: Mapping[int, bytes]) -> Iterator[str]:
    """Whether the links of a round, each after the one before it, lead back to the tip of its set."""
    if 0 in links:
        yield "Deal 0 has a link, though shared decks have no cut for deal."
    before: bytes | None = tip
    for d in range(1, max(links, default=0) + 1):
        shown = links.get(d)
        if shown is None:
            yield f"The link of deal {d} is missing."
        elif before is not None and link_before_deal(shared.set, shared.round, d, shown) != before:
            yield f"The link of deal {d} does not follow from the one before."
        before = shown


def link_before_deal(deck_set: str, t: int, d: int, link: bytes) -> bytes:
    """The link of the deal before, or before the first deal the tip."""
    if d > shared_decks.LINKS_A_ROUND:
        return link
    steps = (t - 1) * shared_decks.LINKS_A_ROUND + 1 if d == 1 else 1
    return shared_decks.link_back(deck_set, link, steps)


_decoder = msgspec.json.Decoder(Decks)
