"""Check shared decks: games' statements about them, their record, and both together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from proof.evidence.checks.verdict import Status, Verdict
from proof.evidence.document import (
    END,
    AnyTranscript,
    Ascii,
    GameId,
    Hex32,
    SharedTranscript,
    check_names,
    find_digest_fault,
)
from rng import commitment, shared_decks
from rng.commitment import is_canonical, parse_params
from rng.delay import MOST_STEPS, SEGMENTS
from rng.entropy import choose_from
from rng.shared_decks import SetChain, SetRecord

# So many segments of a delay are computed again unless all are asked for.
SAMPLE = 4
WHOLE = range(1, SEGMENTS + 1)
NOT_COMPLETE = "This is not a complete record of decks of Every Other."
PlayerId = Annotated[str, Meta(pattern=f"^[0-9]{{1,20}}{END}")]
RoundName = Annotated[str, Meta(pattern=f"^([1-9]|[1-5][0-9]|6[0-4]){END}")]


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part. The secret is null if they committed and did not reveal it."""

    player: PlayerId
    commitment: Hex32
    secret: Hex32 | None


class _Decks(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format"):
    """Everything revealed of a set so far. Of each finished round, it has the last link."""

    digest: Hex32
    set: GameId
    params: Ascii
    tip: Hex32
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=10_000)]
    root: Hex32 | None
    links: dict[RoundName, Hex32]


class Decks(_Decks, frozen=True, tag="every-other/decks/1"):
    """A set without a delay."""


class DelayedDecks(_Decks, frozen=True, kw_only=True, tag="every-other/decks/2"):
    """A set whose root is the end of a delay: the values after its segments."""

    delay: Annotated[tuple[Hex32, ...], Meta(max_length=SEGMENTS)]


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """The statements of a game's params about its shared decks."""

    set: Annotated[str, Meta(pattern=f"^[ -~]{{1,16}}{END}")]
    round: Annotated[int, Meta(ge=1, le=shared_decks.MOST_ROUNDS)]
    tip: Hex32
    root: Hex32


class SameAs(Struct, frozen=True, forbid_unknown_fields=True):
    """The statements of a game's params about the finished game whose decks it is dealt."""

    game: GameId
    tip: Hex32
    context: Hex32
    secrets: tuple[Hex32, Hex32]


Source = Shared | SameAs
SOURCES: Mapping[str, type[Source]] = {"shared": Shared, "same_as": SameAs}


def source_of(transcript: AnyTranscript) -> Source | None:
    """Return the source of a game's decks, or None unless its params name exactly one in canonical form."""
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
    """Return the key that a deal is shuffled with."""
    if isinstance(source, Shared):
        return shared_decks.deal_key(bytes.fromhex(source.root), source.round, number, link)
    return commitment.deal_key(
        bytes.fromhex(source.context), number, link, *map(bytes.fromhex, source.secrets)
    )


def source_faults(transcript: SharedTranscript) -> Iterator[str]:
    """Check that the params name the source of the decks, and the first dealer that follows from it."""
    source = source_of(transcript)
    if source is None:
        yield "The params name no shared decks."
        return
    if transcript.rated:
        yield "The game is rated, and dealt from shared decks."
    if source.tip != transcript.fair.tip:
        yield "The params name another tip of the shared decks."
    if isinstance(source, Shared):
        first = shared_decks.first_dealer(bytes.fromhex(source.root), source.round)
        if transcript.rules.first_dealer != first:
            yield "The first dealer is not the one that follows from the shared decks."


def source_link_faults(source: Source, tip: bytes, links: Mapping[int, bytes]) -> Iterator[str]:
    """Check that the links lead back to the tip."""
    if isinstance(source, Shared):
        yield from link_faults(source, tip, links)
    else:
        yield from commitment.link_faults(source.game, tip, links)


def verify_decks(file: bytes, segments: Sequence[int] | None = None) -> Verdict:
    """Verify a downloaded record of a set, with these segments of its delay, or some at random."""
    if fault := find_digest_fault(file):
        return Verdict(Status.FALSE, (fault,))
    try:
        record = parse_decks(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    problems, asked = tuple(shared_decks.faults(record)), list[int]()
    if not problems and record.delay:
        asked = [*(segments or choose_from(WHOLE, SAMPLE))]
        problems = tuple(shared_decks.delay_faults(record, asked))
    return Verdict(
        Status.FALSE if problems else Status.TRUE,
        problems,
        decks=record.deck_set,
        rounds=len(record.links),
        delay=_steps_named(record),
        segments=len(asked),
    )


def _steps_named(record: SetRecord) -> int:
    """Return the steps in a segment of the delay that a record's params name. 0 without one."""
    params = (parse_params(record.params) or {}) if is_canonical(record.params) else {}
    steps = params.get("delay")
    return steps if type(steps) is int and 1 <= steps <= MOST_STEPS else 0


def parse_decks(file: bytes) -> SetRecord:
    """Return the record in a file. Raise ValueError if it is not a complete one."""
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
        delay=[*map(bytes.fromhex, decks.delay)] if isinstance(decks, DelayedDecks) else None,
    )


def faults_beside(transcript: AnyTranscript, record: SetRecord) -> Iterator[str]:
    """Check that a true game is dealt from these decks, which are true."""
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
    """Check that a true game is dealt the decks of this other true game."""
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
    """Check that the links of a round lead back, one after another, to the tip of its set."""
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
    """Return the link of the deal before, or the tip before the first deal."""
    if d > shared_decks.LINKS_A_ROUND:
        return link
    steps = (t - 1) * shared_decks.LINKS_A_ROUND + 1 if d == 1 else 1
    return shared_decks.link_back(deck_set, link, steps)


_decoder = msgspec.json.Decoder(Decks | DelayedDecks)
