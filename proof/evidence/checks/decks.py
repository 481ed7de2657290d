"""Checks decks that many tables share: what games say of them, their record, and one beside the other."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from proof.evidence.checks.verdict import Status, Verdict
from proof.evidence.document import (
    DIGEST,
    END,
    ZEROS,
    AnyTranscript,
    Ascii,
    GameId,
    Hex32,
    SharedTranscript,
    check_names,
)
from rng import commitment, shared_decks
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


class SameAs(Struct, frozen=True, forbid_unknown_fields=True):
    """What the params of a game say of the finished game whose decks it is dealt."""

    game: GameId
    tip: Hex32
    context: Hex32
    secrets: tuple[Hex32, Hex32]


Source = Shared | SameAs
SOURCES: Mapping[str, type[Source]] = {"shared": Shared, "same_as": SameAs}


def source_of(transcript: AnyTranscript) -> Source | None:
    """What a game is dealt from; None where its params name nothing, or not one that all would read alike."""
    params = transcript.fair.params
    read = (parse_params(params) or {}) if is_canonical(params) else {}
    named = SOURCES.keys() & read.keys()
    if len(named) != 1:
        return None
    (name,) = named
    try:
        return msgspec.convert(read[name], SOURCES[name])
    except msgspec.ValidationError:
        return None


def deal_key_by(source: Source, number: int, link: bytes) -> bytes:
    """The key that a deal is shuffled from."""
    if isinstance(source, Shared):
        return shared_decks.deal_key(bytes.fromhex(source.root), source.round, number, link)
    return commitment.deal_key(
        bytes.fromhex(source.context), number, link, *map(bytes.fromhex, source.secrets)
    )


def source_faults(transcript: SharedTranscript) -> Iterator[str]:
    """Whether the params say what the game is dealt from, and who deals first by that."""
    source = source_of(transcript)
    if source is None:
        yield "The params name no shared decks."
        return
    if source.tip != transcript.fair.tip:
        yield "The params name another tip of the shared decks."
    if isinstance(source, Shared):
        first = shared_decks.first_dealer(bytes.fromhex(source.root), source.round)
        if transcript.rules.first_dealer != first:
            yield "The first dealer is not the one that follows from the shared decks."


def source_link_faults(source: Source, tip: bytes, links: Mapping[int, bytes]) -> Iterator[str]:
    """Whether the links lead back to the tip."""
    if isinstance(source, Shared):
        yield from link_faults(source, tip, links)
    else:
        yield from commitment.link_faults(source.game, tip, links)


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
    shared = source_of(transcript) if isinstance(transcript, SharedTranscript) else None
    if not isinstance(shared, Shared):
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


def faults_beside_game(transcript: AnyTranscript, first: AnyTranscript) -> Iterator[str]:
    """Whether a true game is dealt the decks of this other one, which is true as well."""
    source = source_of(transcript) if isinstance(transcript, SharedTranscript) else None
    if not isinstance(source, SameAs):
        yield "The game is not dealt the cards of another one."
        return
    if source.game != first.game:
        yield "The game is dealt the cards of another one than this."
        return
    fair = first.fair
    known = [bytes.fromhex(one) for one in (fair.tip, *fair.commitments) if one is not None]
    context = commitment.context(fair.params, *known).hex() if len(known) == 3 else None
    if (source.tip, source.context, source.secrets) != (fair.tip, context, fair.secrets):
        yield "What fixes the decks is not what that game showed."
    for d in sorted(map(int, transcript.fair.links.keys() & fair.links.keys())):
        if transcript.fair.links[str(d)] != fair.links[str(d)]:
            yield f"The link of deal {d} is not that of the other game."
    if transcript.rules != first.rules:
        yield "The two games were played by other rules."
    if None not in (transcript.bot_stream, first.bot_stream) and transcript.bot_stream != first.bot_stream:
        yield "The bot's secret is not that of the other game."


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
