"""The protocols cribfair/1 and cribfair/2: commit, reveal, derive, verify."""

import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rng.deal import card_text, deck
from rng.framing import PROTOCOL, H, ascii_bytes, check_length, framed, hash_along, label, lp

__all__ = [
    "LINKS", "PROTOCOL", "SIGNED_PROTOCOL", "VERSIONS", "H", "Record", "canonical_json", "chain_tip",
    "context", "deal_key", "deck_faults", "faults", "follows", "is_canonical", "link", "link_faults", "lp",
    "params_faults", "parse_params", "parse_record", "previous_link", "seat_commitment", "secret_faults",
    "stream_commitment", "table_code", "verify",
]  # fmt: skip

LINKS = 256

# Derives decks with the same hashes as cribfair/1. New: the server signs what it reveals, and the table code
# needs both secrets.
SIGNED_PROTOCOL = "cribfair/2"
VERSIONS = (PROTOCOL, SIGNED_PROTOCOL)


def canonical_json(params: Mapping[str, Any]) -> str:
    """Return the params as the one string that all parties hash: sorted keys, ASCII, no spaces."""
    return json.dumps(params, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def chain_tip(game: str, x0: bytes) -> bytes:
    """Return the tip of the chain: the value that the server publishes first."""
    return _hash_along_chain(game, check_length("The server's secret", x0), LINKS)


def link(game: str, x0: bytes, d: int) -> bytes:
    """Return the server's part of deal d."""
    return _hash_along_chain(game, check_length("The server's secret", x0), LINKS - 1 - _check_deal_number(d))


class Chain:
    """A game's chain, hashed once. A stored mark makes its first links reachable in a few steps."""

    NEAR = 16  # few games have more deals

    def __init__(self, game: str, x0: bytes) -> None:
        self._game, self._x0 = game, check_length("The server's secret", x0)
        self._mark = link(game, x0, self.NEAR - 1)
        self._links: dict[int, bytes] = {}

    def link(self, d: int) -> bytes:
        """Return the server's part of deal d."""
        if d not in self._links:
            if 0 <= d < self.NEAR:
                self._links[d] = _hash_along_chain(self._game, self._mark, self.NEAR - 1 - d)
            else:
                self._links[d] = link(self._game, self._x0, d)
        return self._links[d]


def previous_link(game: str, link: bytes) -> bytes:
    """Return the link of the previous deal, or the tip: one step along the chain."""
    return _hash_along_chain(game, check_length("A link", link), 1)


def follows(game: str, link: bytes, before: bytes) -> bool:
    """Return whether a link leads to the one before it, or to the tip."""
    return hmac.compare_digest(previous_link(game, link), before)


def seat_commitment(game: str, seat: int, secret: bytes) -> bytes:
    """Return the commitment that a seat publishes before its secret."""
    if seat not in (0, 1):
        raise ValueError(f"A seat is 0 or 1, not {seat}.")
    return H(
        label("seat"), _game_bytes(game), b"01"[seat : seat + 1], check_length("A seat's secret", secret)
    )


def context(params: str, tip: bytes, c0: bytes, c1: bytes) -> bytes:
    """Return the hash of everything fixed before any secret is revealed."""
    commitments = (check_length("A commitment", c) for c in (c0, c1))
    return H(label("ctx"), ascii_bytes("The params", params), check_length("The tip", tip), *commitments)


def table_code(version: str, ctx: bytes | None, secrets: Sequence[bytes | None] = (None, None)) -> str | None:
    """Return the table code for two players to compare: 20 hex digits in groups. None until it is known.

    From cribfair/2 on, it depends on both secrets, so no player can choose a commitment for the code it
    gives.
    """
    if ctx is None:
        return None
    shown = check_length("A context", ctx)
    if version != PROTOCOL:
        known = [check_length("A seat's secret", secret) for secret in secrets if secret is not None]
        if len(known) < 2:
            return None
        shown = H(label("sas"), shown, *known)
    digits = shown.hex()
    return " ".join(digits[i : i + 5] for i in range(0, 20, 5))


def stream_commitment(game: str, stream: bytes) -> bytes:
    """Return the server's commitment to the secret that its bot draws from."""
    return H(label("bot"), _game_bytes(game), check_length("A bot's secret", stream))


def deal_key(ctx: bytes, d: int, link: bytes, secret0: bytes, secret1: bytes) -> bytes:
    """Return the 64 bytes that deal d is shuffled from."""
    number = _check_deal_number(d).to_bytes(4, "big")
    secrets = (check_length("A seat's secret", secret) for secret in (secret0, secret1))
    message = framed(label("deal"), check_length("A context", ctx), number, *secrets)
    return hmac.digest(check_length("A link", link), message, "sha512")


@dataclass(frozen=True, slots=True)
class Record:
    """All values about its shuffle that a finished game reveals."""

    version: str
    game: str
    params: str
    tip: bytes
    commitments: tuple[bytes, bytes]
    secrets: tuple[bytes, bytes] = field(repr=False)
    links: Mapping[int, bytes] = field(repr=False)
    decks: Mapping[int, Sequence[int]] = field(default_factory=dict, repr=False)


def parse_record(fair: Mapping[str, Any], decks: Mapping[int, Sequence[int]] | None = None) -> Record:
    """Parse the `fair` table of docs/reference/protocol.md, with the decks that it claims."""
    try:
        if fair["version"] not in VERSIONS:
            raise ValueError(f"This is not a record of {' or '.join(VERSIONS)}.")
        return Record(
            version=fair["version"],
            game=_check_ascii("The game's id", fair["game"]),
            params=_check_ascii("The params", fair["params"]),
            tip=_parse_hex32("The tip", fair["tip"]),
            commitments=_parse_hex32_by_seat("A commitment", fair["commitments"]),
            secrets=_parse_hex32_by_seat("A seat's secret", fair["secrets"]),
            links={_parse_deal_number(d): _parse_hex32("A link", link) for d, link in fair["links"].items()},
            decks=decks or {},
        )
    except (KeyError, TypeError, AttributeError) as missing:
        raise ValueError(f"The record is not complete: {missing}.") from None


def verify(record: Record) -> str | None:
    """Return the first fault of a whole record as a sentence, or None if the record is valid."""
    return next(faults(record), None)


def faults(record: Record) -> Iterator[str]:
    """Yield every fault of a record, in the order in which the game was set up and dealt."""
    yield from params_faults(record.game, record.params, record.version)
    yield from secret_faults(record.game, record.commitments, record.secrets)
    yield from link_faults(record.game, record.tip, record.links)
    ctx = context(record.params, record.tip, *record.commitments)
    for d, said in sorted(record.decks.items()):
        if d not in record.links:
            yield f"Deal {d} has a deck but no link."
        else:
            yield from deck_faults(d, deal_key(ctx, d, record.links[d], *record.secrets), said)


def is_canonical(params: str) -> bool:
    """Return whether a text is `canonical_json` output with whole numbers only.

    All parties then read the same.
    """
    try:
        read = json.loads(params, parse_float=_refuse_constant, parse_int=_parse_whole_number)
        return canonical_json(read) == params
    except (ValueError, RecursionError):
        return False


def parse_params(params: str) -> Mapping[str, Any] | None:
    """Return the params as a mapping, or None if they can't be parsed."""
    try:
        read = json.loads(params, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def params_faults(game: str, params: str, version: str = PROTOCOL) -> Iterator[str]:
    """Check that the params belong to a game dealt by this version of the protocol."""
    read = parse_params(params)
    if read is None:
        yield "The params cannot be read."
    elif read.get("version") != version:
        yield f"The params do not name {version}."
    elif read.get("game") != game:
        yield "The params belong to another game."


def secret_faults(
    game: str, commitments: Sequence[bytes | None], secrets: Sequence[bytes | None]
) -> Iterator[str]:
    """Check that every revealed secret matches its seat's commitment."""
    for seat, secret in enumerate(secrets):
        if secret is not None and seat_commitment(game, seat, secret) != commitments[seat]:
            yield f"Seat {seat}'s secret is not the one it committed to."


def link_faults(game: str, tip: bytes, links: Mapping[int, bytes]) -> Iterator[str]:
    """Check that the server's links, each after the one before it, lead back to the tip."""
    before: bytes | None = tip
    for d in range(max(links, default=-1) + 1):
        shown = links.get(d)
        if shown is None:
            yield f"The link of deal {d} is missing."
        elif before is not None and not follows(game, shown, before):
            yield f"The link of deal {d} does not follow from the one before."
        before = shown


def deck_faults(d: int, key: bytes, recorded: Sequence[int]) -> Iterator[str]:
    """Check that the recorded deck is the one that its key produces."""
    true = deck(key)
    if len(recorded) != len(true):
        yield f"The deck of deal {d} has {len(recorded)} cards."
        return
    for place, (card, claimed) in enumerate(zip(true, recorded, strict=True), start=1):
        if card != claimed:
            yield f"Deal {d}: card {place} of the deck is {card_text(card)}, the record has another."
            return


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON.")


def _parse_whole_number(written: str) -> int:
    if abs(int(written)) >= 2**53:  # beyond exact integers in browsers
        _refuse_constant(written)
    return int(written)


def _hash_along_chain(game: str, x: bytes, steps: int) -> bytes:
    return hash_along("chain", _game_bytes(game), x, steps)


def _check_deal_number(d: int) -> int:
    if not 0 <= d < LINKS:
        raise ValueError(f"A deal's number is 0 to {LINKS - 1}, not {d}.")
    return d


def _parse_deal_number(name: str) -> int:
    if not (name.isascii() and name.isdigit()):
        raise ValueError("A link must be named by its deal's number.")
    return _check_deal_number(int(name))


def _game_bytes(game: str) -> bytes:
    return ascii_bytes("A game's id", game)


def _parse_hex32_by_seat(what: str, values: Sequence[object]) -> tuple[bytes, bytes]:
    if len(values) != 2:
        raise ValueError(f"{what} must be there for each of two seats.")
    return _parse_hex32(what, values[0]), _parse_hex32(what, values[1])


def _check_ascii(what: str, value: object) -> str:
    if not isinstance(value, str) or not value.isascii():
        raise ValueError(f"{what} must be plain ASCII text.")
    return value


def _parse_hex32(what: str, value: object) -> bytes:
    try:
        return check_length(what, bytes.fromhex(_check_ascii(what, value)))
    except ValueError:
        raise ValueError(f"{what} must be 64 hex digits.") from None
