#!/usr/bin/env python3
"""Is every deck of this game the one that nobody could choose?

    python3 verify.py every-other-k3v9.json        (- reads from standard input; --json answers for programs)
    python3 verify.py --receipts case-k3v9.json    (what a player's page kept; alone, or beside a transcript)
    python3 verify.py --decks decks-p4x7.json      (decks that tables share; alone, or with a transcript;
                                                    --delay takes a minute, and computes all of their delay)
    python3 verify.py k3v9.json --same-as p4x7.json    (whether a game was dealt the cards of another one)
    python3 verify.py k3v9.json --before 7h4d.json     (whether the game before decided who deals first)

checks a transcript of Every Other on your own machine: one file, Python 3.8 or newer, its standard library
alone, and no network. It says what it found, and exits with 0 if the transcript is true, 1 if it is false,
2 if it cannot be read.

It is written to be read. From the top: the protocol cribfair, the shuffle, signatures, what a transcript
looks like, the questions that are asked of it, in their order (the last: does the line lead to the scores
by the rules?), with what was signed and the public log, and what a player's receipts prove alone.
"""

from __future__ import annotations

import argparse
import binascii
import hashlib
import hmac
import json
import os
import re
import sys
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from secrets import SystemRandom
from typing import Any, Callable, Iterator, NamedTuple, Tuple  # noqa: UP035 - for Python 3.8

PROTOCOL = "cribfair/1"  # its name is in every hash; cribfair/2 makes decks in the same way, and signs
SIGNED = "cribfair/2"
SHARED = "cribfair/3"  # signs as well, and deals the same decks at many tables
FORMAT = "every-other/transcript"
CASE = "every-other/case/1"
DECKS = "every-other/decks/1"
DELAYED_DECKS = "every-other/decks/2"
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

# ------------------------------------------------------------------------------------------
# The protocol. Before a game the server and both seats each draw a secret and show only its hash. Then the
# seats show theirs; the server shows its part of each deal once that is over. Every deck is made of all
# three.


def framed(*parts: bytes) -> bytes:
    """Every part behind its length in four bytes, so that no two lists of parts read the same."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def H(*parts: bytes) -> bytes:
    """SHA-256 over the framed parts: what a commitment is made with."""
    return hashlib.sha256(framed(*parts)).digest()


def label(purpose: str) -> bytes:
    """Before every hash what it is for, so that none can stand in for another."""
    return f"{PROTOCOL}|{purpose}".encode()


def previous_link(game: str, link: bytes) -> bytes:
    """The server's links are a chain of hashes shown backwards: each proves itself by the one before."""
    return H(label("chain"), game.encode(), link)


def commitment_to(game: str, seat: int, secret: bytes) -> bytes:
    """What a seat shows before its secret: with it, the secret is chosen for good."""
    return H(label("seat"), game.encode(), str(seat).encode(), secret)


def context(params: str, tip: bytes, commitment0: bytes, commitment1: bytes) -> bytes:
    """All that was fixed before anybody showed anything."""
    return H(label("ctx"), params.encode(), tip, commitment0, commitment1)


def table_code(version: str, ctx: bytes | None, secrets: list[bytes | None]) -> str | None:
    """What two players can read to each other, to know that they were shown the same."""
    if not ctx or (version != PROTOCOL and not all(secrets)):
        return None
    both = [secret for secret in secrets if secret]
    digits = (H(label("sas"), ctx, *both) if version != PROTOCOL else ctx).hex()
    return " ".join(digits[i : i + 5] for i in range(0, 20, 5))


def commitment_to_stream(game: str, stream: bytes) -> bytes:
    """What the server shows beforehand of the secret that its bot draws from."""
    return H(label("bot"), game.encode(), stream)


def deal_key(ctx: bytes, number: int, link: bytes, secret0: bytes, secret1: bytes) -> bytes:
    """What a deal is shuffled from: all three have a part in it, and none could know the others'."""
    message = framed(label("deal"), ctx, number.to_bytes(4, "big"), secret0, secret1)
    return hmac.new(link, message, hashlib.sha512).digest()


# ------------------------------------------------------------------------------------------
# Decks that many tables share: one chain of links for a set of rounds, sixteen a round, and one root, in
# which every entrant has a part. The links of a round are shown when its last table is done.

LINKS_A_ROUND, MOST_ROUNDS = 16, 64


def link_back(deck_set: str, link: bytes, steps: int) -> bytes:
    """The link so many deals before, or the tip."""
    for _ in range(steps):
        link = H(label("set-chain"), deck_set.encode(), link)
    return link


def link_before_deal(shared: dict[str, Any], d: int, link: bytes) -> bytes:
    """The link of the deal before, or before the first deal the tip; all after the sixteenth use its link."""
    if d > LINKS_A_ROUND:
        return link
    return link_back(shared["set"], link, (shared["round"] - 1) * LINKS_A_ROUND + 1 if d == 1 else 1)


def commitment_of_entrant(deck_set: str, player: str, secret: bytes) -> bytes:
    """What a player shows before their secret."""
    return H(label("entrant"), deck_set.encode(), player.encode(), secret)


def parts_of_decks(purpose: str, params: str, tip: bytes, entrants: list[dict[str, Any]]) -> bytes:
    """A hash of all that was shown, by player, with an empty secret for a player who did not show one: as
    "root" the root of decks without a delay, as "mix" the start of a delay."""
    parts = [
        part
        for one in sorted(entrants, key=lambda one: one["player"])
        for part in (
            one["player"].encode(),
            bytes.fromhex(one["commitment"]),
            bytes.fromhex(one["secret"] or ""),
        )
    ]
    return H(label(purpose), params.encode(), tip, *parts)


# The delay of such decks: hashes one after another, of which the last is the root. More cores do not make it
# shorter, so no party can try secrets in the seconds before the last one has to be shown. But all segments
# can be computed again at once, because the value after each is in the record.

SEGMENTS, FEWEST_STEPS, MOST_STEPS = 64, 750, 10**6
WHOLE = range(1, SEGMENTS + 1)
SAMPLE = 4  # so many segments are computed again unless all are asked for
ZEROS = bytes(2**20 - 32)


def advance(value: bytes, steps: int) -> bytes:
    """The value so many steps later; a step is one hash of a MiB."""
    for _ in range(steps):
        value = hashlib.sha256(value + ZEROS).digest()
    return value


def delay_faults(decks: dict[str, Any], segments: list[int]) -> Iterator[str]:
    """Whether these segments of the delay lead from one value to the next."""
    start = parts_of_decks("mix", decks["params"], bytes.fromhex(decks["tip"]), decks["entrants"])
    values, steps = [start, *map(bytes.fromhex, decks["delay"])], steps_named(decks["params"])
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        ends = threads.map(lambda segment: advance(values[segment - 1], steps), segments)
        for segment, end in zip(segments, ends):  # noqa: B905 - for Python 3.8
            if end != values[segment]:
                yield f"Segment {segment} of the delay does not lead from one value to the next."


def steps_named(params: str) -> int:
    """The steps in a segment of the delay that the params of decks name; 0 without one."""
    steps = (read_params(params) or {}).get("delay") if is_canonical(params) else None
    return steps if steps and integer(1, MOST_STEPS)(steps) else 0


def shared_deal_key(shared: dict[str, Any], d: int, link: bytes) -> bytes:
    """What a deal is shuffled from, at every table of a round."""
    numbers = (number.to_bytes(4, "big") for number in (shared["round"], d))
    message = framed(label("deal"), bytes.fromhex(shared["root"]), *numbers)
    return hmac.new(link, message, hashlib.sha512).digest()


def first_dealer_of(shared: dict[str, Any]) -> int:
    """The seat that deals first, at every table of a round."""
    root = bytes.fromhex(shared["root"])
    return H(label("first-dealer"), root, shared["round"].to_bytes(4, "big"))[0] & 1


def stream_of_round(shared: dict[str, Any], last: bytes) -> bytes:
    """What bots draw their choices from, at every table of a round; it follows from its last link."""
    root = bytes.fromhex(shared["root"])
    return H(label("round-stream"), root, shared["round"].to_bytes(4, "big"), last)


# ------------------------------------------------------------------------------------------
# The shuffle: a fresh Mersenne Twister for every deal, as Matsumoto and Nishimura published it (MT19937 with
# init_by_array), and Fisher and Yates' shuffle. Python's own random.Random is the same generator if it is
# seeded with int.from_bytes(b"\x01" + key, "big"), and its getrandbits(k) draws the same numbers.

WORD = 0xFFFFFFFF


def twister(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits, from a key of 64 bytes."""
    seed = int.from_bytes(b"\x01" + key, "big")
    words = [(seed >> (32 * i)) & WORD for i in range(17)]
    mt = [19650218]
    for i in range(1, 624):
        mt.append((1812433253 * (mt[-1] ^ (mt[-1] >> 30)) + i) & WORD)
    i = 1
    for k in range(624 + 623):
        scrambled = mt[i - 1] ^ (mt[i - 1] >> 30)
        if k < 624:
            mt[i] = ((mt[i] ^ (scrambled * 1664525)) + words[k % 17] + k % 17) & WORD
        else:
            mt[i] = ((mt[i] ^ (scrambled * 1566083941)) - i) & WORD
        i += 1
        if i == 624:
            mt[0], i = mt[623], 1
    mt[0] = 0x80000000
    while True:
        for i in range(624):
            y = (mt[i] & 0x80000000) | (mt[(i + 1) % 624] & 0x7FFFFFFF)
            mt[i] = mt[(i + 397) % 624] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
        for y in mt:
            y ^= y >> 11
            y ^= (y << 7) & 0x9D2C5680
            y ^= (y << 15) & 0xEFC60000
            yield y ^ (y >> 18)


def deck(key: bytes) -> list[str]:
    """Fifty-two cards: each changes places with itself or one before it, all of them as likely."""
    numbers = twister(key)
    cards = list(CARDS)
    for i in range(51, 0, -1):
        bits = (i + 1).bit_length()
        j = next(numbers) >> (32 - bits)
        while j > i:  # drawn again, as a remainder would favour some places
            j = next(numbers) >> (32 - bits)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


# ------------------------------------------------------------------------------------------
# Signatures: Ed25519 (RFC 8032), and signed notes (https://c2sp.org/signed-note): a text, signed below.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = Tuple[int, int, int, int]  # noqa: UP006 - for Python 3.8; x = X / Z, y = Y / Z, T = X * Y / Z


def add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def point_of(encoded: bytes) -> Point | None:
    """The point that 32 bytes stand for; none where they stand for none, or not in the one way."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(encoded) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key's owner signed the message. A key of small order fits any message, and is none."""
    point, s = point_of(key), int.from_bytes(signature[32:], "little")
    if not point or not BASE or len(signature) != 64 or s >= L or times(8, point)[0] == 0:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, t = point
    x, y, z, _ = add(times(s, BASE), times(k, (P - x, y, z, P - t)))
    one_over_z = pow(z, P - 2, P)
    encoded = y * one_over_z % P | (x * one_over_z % P & 1) << 255
    return encoded.to_bytes(32, "little") == signature[:32]


class Key(NamedTuple):
    """Who signs: a name, the key's hash, and the key."""

    name: str
    hash: bytes
    key: bytes


def parse_key(text: Any) -> Key | None:
    """A key as it is written: name+hash+base64."""
    match = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)", text) if is_name(text) else None
    raw = from_base64(match[3]) if match else None
    if not match or not raw or raw[:1] != b"\1":
        return None
    point = point_of(raw[1:])
    hashed = hashlib.sha256(match[1].encode() + b"\n" + raw).digest()[:4]
    is_sound = point is not None and times(8, point)[0] != 0 and hashed.hex() == match[2]
    return Key(match[1], hashed, raw[1:]) if is_sound else None


def from_base64(text: str) -> bytes | None:
    """The bytes of a text that is written as encoding writes it."""
    try:
        raw = b64decode(text, validate=True)
    except binascii.Error:
        return None
    return raw if b64encode(raw).decode() == text else None


def open_note(note: str, key: Key) -> str | None:
    """The text of a note that the key has signed; none of any other."""
    head, blank, tail = note.rpartition("\n\n")
    text, found = head + "\n", False
    if not blank or "\r" in note or not tail.endswith("\n"):
        return None
    for line in tail[:-1].split("\n"):
        match = re.fullmatch(r"— ([^\s+]+) ([A-Za-z0-9+/]+=*)", line)
        raw = from_base64(match[2]) if match else None
        if not match or not raw or len(raw) <= 4:
            return None
        if match[1] == key.name and raw[:4] == key.hash:
            if not is_signed(key.key, text.encode(), raw[4:]):
                return None
            found = True
    return text if found else None


# ------------------------------------------------------------------------------------------
# What a transcript looks like.

Shape = Callable[[Any], bool]


def integer(least: int, most: int) -> Shape:
    return lambda value: type(value) is int and least <= value <= most


def one_of(*values: Any) -> Shape:
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def matching(pattern: str) -> Shape:
    return lambda value: type(value) is str and re.fullmatch(pattern, value) is not None


def or_null(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def some(shape: Shape, least: int = 0, most: int = 10**6) -> Shape:
    return lambda value: type(value) is list and least <= len(value) <= most and all(map(shape, value))


def both(shape: Shape) -> Shape:
    return some(shape, 2, 2)


def dict_of(of: Shape, to: Shape) -> Shape:
    return lambda value: type(value) is dict and all(of(name) and to(value[name]) for name in value)


def fields(**shapes: Shape) -> Shape:
    return lambda value: (
        type(value) is dict
        and value.keys() == shapes.keys()
        and all(shape(value[name]) for name, shape in shapes.items())
    )


def is_name(value: Any) -> bool:
    return type(value) is str and re.search("[\ud800-\udfff]", value) is None


def is_deal(value: Any) -> bool:
    """Deal 0 is the cut for deal; all others have hands."""
    return is_any_deal(value) and (value["cut"] is not None) == (value["number"] == 0) == (
        value["hands"] is None
    )


def is_start(value: Any) -> bool:
    """A head start is one side's alone, of twelve holes at most; it is named only where there is one."""
    return both(integer(0, 12))(value) and min(value) == 0 < max(value)


def rules_with(**shapes: Shape) -> Shape:
    plain = {"target": one_of(61, 121), "counting": one_of("auto", "manual", "muggins"), **shapes}
    return lambda value: fields(**plain)(value) or fields(**plain, start=is_start)(value)


CLOCKS = ("none", "quick", "standard", "relaxed")
seat = one_of(0, 1)
card = one_of(*CARDS)
score = integer(0, 121)
hex32, hex64, plain = matching("[0-9a-f]{64}"), matching("[0-9a-f]{128}"), matching("[ -~]*")
game_id = matching("[0-9A-Za-z_-]{1,16}")
moment = matching("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
said = "[1-6][1-6]|[A2-9TJQK][CDHS]|-(go|pass|resign|flag|left)|[=+](0|[1-9][0-9]?)"
is_move = matching(f"#(0|[1-9][0-9]{{0,2}})|[ab]({said})|-void|-unshown")
cut = fields(cards=some(both(card), 1, 26), dealer=seat)
hands = fields(
    dealer=seat,
    dealt=both(some(card, 6, 6)),
    throws=both(or_null(both(card))),
    starter=or_null(card),
    plays=some(fields(seat=seat, card=or_null(card))),
    counts=some(
        fields(seat=seat, what=one_of("hand", "crib"), cards=some(card, 4, 4), points=integer(0, 29)), 0, 3
    ),
    scores=both(score),
)
is_any_deal = fields(
    number=integer(0, 255), key=hex64, deck=some(card, 52, 52), cut=or_null(cut), hands=or_null(hands)
)
common = {
    "digest": hex32,
    "game": game_id,
    "players": both(fields(id=matching("[0-9]{1,20}"), name=is_name, bot=or_null(matching("[a-z_]{1,32}")))),
    "rules": rules_with(first_dealer=or_null(seat)),
    "rated": one_of(True, False),
    "clock": one_of(*CLOCKS),
    "begun_at": moment,
    "finished_at": or_null(moment),
    "result": or_null(
        fields(
            winner=or_null(seat),
            value=one_of(0, 1, 2, 4),
            ended=one_of("played", "resigned", "flag", "left", "void"),
            scores=both(score),
        )
    ),
    "table_code": or_null(matching("[0-9a-f]{5}( [0-9a-f]{5}){3}")),
    "deals": some(is_deal),
    "moves": some(fields(move=is_move, ms=integer(0, 10**12))),
    "line": plain,
    "bot_stream": or_null(hex32),
}


def fair_by(version: str) -> Shape:
    return fields(
        version=one_of(version),
        game=game_id,
        params=plain,
        tip=hex32,
        commitments=both(or_null(hex32)),
        secrets=both(or_null(hex32)),
        links=dict_of(matching("0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"), hex32),
    )


def is_note(value: Any) -> bool:
    return is_name(value) and len(value) <= 10_000


leaf = fields(at=integer(0, 2**53 - 1), index=integer(0, 2**53 - 1), proof=some(hex32, 0, 64))
is_plain = fields(format=one_of(f"{FORMAT}/1"), fair=fair_by(PROTOCOL), **common)
signed = {
    "receipts": both(some(is_note)),
    "signatures": both(
        or_null(fields(key=hex32, commit=hex64, moves=integer(0, 1000), signature=or_null(hex64)))
    ),
    "log": or_null(fields(checkpoint=is_note, open=leaf, close=or_null(leaf))),
}
is_with_signatures = fields(
    format=one_of(f"{FORMAT}/2"),
    fair=fair_by(SIGNED),
    **signed,
    **common,
)
is_shared = fields(
    format=one_of(f"{FORMAT}/3"),
    fair=fair_by(SHARED),
    **signed,
    **common,
)
is_entrant = fields(player=matching("[0-9]{1,20}"), commitment=hex32, secret=or_null(hex32))
in_every_record = {
    "digest": hex32,
    "set": game_id,
    "params": plain,
    "tip": hex32,
    "entrants": some(is_entrant, 0, 10_000),
    "root": or_null(hex32),
    "links": dict_of(matching("[1-9]|[1-5][0-9]|6[0-4]"), hex32),
}
is_plain_record = fields(format=one_of(DECKS), **in_every_record)
is_delayed_record = fields(format=one_of(DELAYED_DECKS), delay=some(hex32, 0, SEGMENTS), **in_every_record)
is_shared_part = fields(set=matching("[ -~]{1,16}"), round=integer(1, MOST_ROUNDS), tip=hex32, root=hex32)
is_same_as = fields(game=game_id, tip=hex32, context=hex32, secrets=both(hex32))
FIRST = "first_dealer_because"
reasons = {"rematch_of": game_id, "alternates_with": game_id, "event": game_id}
is_case = fields(
    format=one_of(CASE), game=game_id, params=plain, says=is_name, receipts=some(is_note, 0, 2000)
)


def is_decks(value: Any) -> bool:
    return is_plain_record(value) or is_delayed_record(value)


def is_transcript(value: Any) -> bool:
    return is_plain(value) or is_with_signatures(value) or is_shared(value)


def reject_number(written: str) -> None:
    raise ValueError(f"{written} is no whole number")


def whole_number(written: str) -> int:
    if abs(int(written)) >= 2**53:  # that not all who check could count to
        reject_number(written)
    return int(written)


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def read_json(written: str) -> Any:
    """What a file says, if all read the same in it: of a name that stands twice, some take the first."""
    return json.loads(
        written, parse_constant=reject_number, parse_float=reject_number, object_pairs_hook=each_once
    )


# ------------------------------------------------------------------------------------------
# The questions, in their order. A transcript is true if not one of them finds a fault.


class Verdict(NamedTuple):
    verdict: str  # "true", "false" or "unreadable"
    faults: list[str]  # a sentence for everything that is wrong
    game: str | None = None
    table_code: str | None = None
    deals: tuple[int, ...] = ()  # those whose decks were made again; 0 is the cut for deal
    signed_by: str | None = None  # the key that signed what every person at the table was shown
    logged_by: str | None = None  # the key of the log that is shown to hold all that there is of the game
    receipts: int | None = None  # of a player's case: how many were signed
    decks: str | None = None  # of a record of decks: whose, and of how many rounds the links are shown
    rounds: int | None = None
    # The steps in a segment of its delay (0 without one), and how many segments were computed again.
    delay: int | None = None
    segments: int | None = None
    # Of a finished game, by seat: how many moves its player has signed, of how many; None for a bot.
    moves: tuple[tuple[int, int] | None, ...] | None = None
    unchecked: tuple[str, ...] = ()  # of a true game: what the files that were given do not show


DIGEST = re.compile(rb'"digest"[ \t\r\n]*:[ \t\r\n]*"([0-9a-f]{64})"')


# How a game begins that was kept as a short text: it has no proof.
CRIB = b'[Format "every-other/crib/'


def verify(file: bytes) -> Verdict:
    if file.startswith(CRIB):
        lacks = "it has the cards and moves of a game, and nothing that was committed to or signed"
        return Verdict("unreadable", [f"This is a .crib: {lacks}. Check the transcript of that game."])
    digests = list(DIGEST.finditer(file))
    if FORMAT.encode() not in file and not digests:
        return Verdict("unreadable", ["This is no transcript of Every Other."])
    if len(digests) != 1:
        return Verdict("false", ["The file was changed: its digest is not well-formed."])
    start, end = digests[0].span(1)
    if hashlib.sha256(file[:start] + b"0" * 64 + file[end:]).hexdigest().encode() != file[start:end]:
        return Verdict("false", ["The file was changed since it was written: its digest does not fit."])
    try:
        game = read_json(file.decode("ascii"))
    except (ValueError, RecursionError):
        game = None
    if not is_transcript(game):
        return Verdict("unreadable", ["This is not a complete transcript of Every Other."])
    found = list(faults(game)) or list(line_faults(game))
    numbers = tuple(deal["number"] for deal in game["deals"])
    by = signer_of_all(game), log_of_all(game)
    said = "false" if found else "true"
    left = () if found else unchecked(game)
    code = game["table_code"]
    return Verdict(said, found, game["game"], code, numbers, *by, moves=count_moves(game), unchecked=left)


def faults(game: dict[str, Any]) -> Iterator[str]:
    yield from setup_faults(game)
    yield from deck_faults(game)
    yield from table_faults(game)
    yield from end_faults(game)
    if game["fair"]["version"] != PROTOCOL:
        yield from receipt_faults(game)
        yield from signature_faults(game)
        yield from log_faults(game)


class Fair:
    """The protocol's part of a transcript, as bytes."""

    def __init__(self, fair: dict[str, Any]) -> None:
        self.game, self.tip = fair["game"], bytes.fromhex(fair["tip"])
        self.commitments, self.secrets = (
            [half and bytes.fromhex(half) for half in fair[what]] for what in ("commitments", "secrets")
        )
        self.links = {int(number): bytes.fromhex(link) for number, link in fair["links"].items()}
        have_committed = all(self.commitments)
        self.ctx = context(fair["params"], self.tip, *self.commitments) if have_committed else None
        self.is_shared = fair["version"] == SHARED
        source = source_of(fair["params"]) if self.is_shared else None
        self.has_source = source is not None or not self.is_shared
        self.shared = source if source and "set" in source else None
        self.same_as = source if source and "game" in source else None

    def link_before(self, number: int, link: bytes) -> bytes:
        if self.shared:
            return link_before_deal(self.shared, number, link)
        return previous_link(self.same_as["game"] if self.same_as else self.game, link)

    def key(self, number: int) -> bytes | None:
        link = self.links[number]
        if self.shared:
            return shared_deal_key(self.shared, number, link)
        if self.same_as:
            secrets = [bytes.fromhex(secret) for secret in self.same_as["secrets"]]
            return deal_key(bytes.fromhex(self.same_as["context"]), number, link, *secrets)
        return deal_key(self.ctx, number, link, *self.secrets) if self.ctx and not self.is_shared else None


def source_of(params: str) -> dict[str, Any] | None:
    """What a game is dealt from that has no decks of its own: a round of a set, or another game."""
    read = (read_params(params) or {}) if is_canonical(params) else {}
    shared, same_as = read.get("shared"), read.get("same_as")
    if "shared" in read and "same_as" in read:
        return None
    return shared if is_shared_part(shared) else same_as if is_same_as(same_as) else None


def setup_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether what was shown is what was committed to."""
    fair = Fair(game["fair"])
    if fair.game != game["game"]:
        yield "The deal's protocol is that of another game."
    yield from params_faults(game)
    for who, secret in enumerate(fair.secrets):
        if secret and commitment_to(fair.game, who, secret) != fair.commitments[who]:
            yield f"Seat {who}'s secret is not the one it committed to."
    if fair.has_source:
        yield from link_faults(fair)
    if game["table_code"] != table_code(game["fair"]["version"], fair.ctx, fair.secrets):
        yield "The table code is not that of this game."


def link_faults(fair: Fair) -> Iterator[str]:
    """Whether the links lead back to the tip, each by one step."""
    if fair.shared and 0 in fair.links:
        yield "Deal 0 has a link, though shared decks have no cut for deal."
    shown: bytes | None = fair.tip
    for number in range(1 if fair.shared else 0, max(fair.links, default=-1) + 1):
        link = fair.links.get(number)
        if link is None:
            yield f"The link of deal {number} is missing."
        elif shown and fair.link_before(number, link) != shown:
            yield f"The link of deal {number} does not follow from the one before."
        shown = link


def deck_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether every deck is the one that its key makes."""
    fair = Fair(game["fair"])
    listed = [deal["number"] for deal in game["deals"]]
    for deal in game["deals"]:
        number = deal["number"]
        if number not in fair.links:
            yield f"Deal {number} has a deck but no link."
        elif not fair.ctx or not all(fair.secrets):
            yield f"Deal {number} has a deck, but not both seats had shown their secrets."
        else:
            key = fair.key(number)
            if key is None:  # it is not said from which decks
                continue
            if deal["key"] != key.hex():
                yield f"The key of deal {number} is another."
            for place, true in enumerate(deck(key)):
                if true != deal["deck"][place]:
                    yield f"Deal {number}: card {place + 1} of the deck is {true}, the record has another."
                    break
    for number in sorted(fair.links):
        if number and number not in listed:
            yield f"The link of deal {number} is shown, but the deal is missing."
    if listed != sorted(set(listed)):
        yield "The deals are not in their order."


# The names that params may have: a reader would skip an unknown one, and what it says of the game.
PLAIN_NAMES = {"version", "game", "players", "bots", "rules", "first_dealer"}
SIGNED_NAMES = PLAIN_NAMES | {
    "beacon", "bot_stream", "brains", "build", "first_dealer_because", "log", "rated", "signer", "unasked",
}  # fmt: skip
NAMES = {PROTOCOL: PLAIN_NAMES, SIGNED: SIGNED_NAMES, SHARED: SIGNED_NAMES | {"shared", "same_as"}}
BRAIN_NAMES = {"name", "code", "points"}


def has_unknown_names(params: dict[str, Any], version: str) -> bool:
    brains = params.get("brains")
    are_objects = isinstance(brains, list) and all(isinstance(brain, dict) for brain in brains)
    of_brains = [brain.keys() for brain in brains or []] if are_objects else []
    return not (params.keys() <= NAMES[version] and all(names <= BRAIN_NAMES for names in of_brains))


def params_faults(game: dict[str, Any]) -> Iterator[str]:
    """What the server committed to beside its secret: who plays, and what."""
    params, version = read_params(game["fair"]["params"]), game["fair"]["version"]
    if params is None:
        yield "The params cannot be read."
        return
    if version != PROTOCOL and not is_canonical(game["fair"]["params"]):
        yield "The params are not written in the one way: sorted names, none twice, no spaces."
        return
    if params.get("version") != version:
        yield f"The params do not name {version}."
    elif params.get("game") != game["fair"]["game"]:
        yield "The params belong to another game."
    if has_unknown_names(params, version):
        yield f"The params have names that {version} does not know."
    players, rules = game["players"], game["rules"]
    bots = [who for who in (0, 1) if players[who]["bot"]]
    if not agrees_with(params, {"players": [player["id"] for player in players], "bots": bots}):
        yield "The params name other players."
    played = {name: rules[name] for name in ("target", "counting", "start") if name in rules}
    # A game that was made before there were clocks names none.
    ways = [{**played, "clock": game["clock"]}] + [played] * (game["clock"] == "none" and version == PROTOCOL)
    if not any(agrees_with(params, {"rules": way, "first_dealer": rules["first_dealer"]}) for way in ways):
        yield "The params name other rules."
    if version != PROTOCOL:
        yield from signed_params_faults(game, params)
        yield from reason_faults(game, params)
    if version == SHARED:
        yield from shared_params_faults(game)


def shared_params_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether the params say from which decks the game is dealt, and who deals first by them."""
    source = source_of(game["fair"]["params"])
    if not source:
        yield "The params name no shared decks."
        return
    if game["rated"]:
        yield "The game is rated, and dealt from shared decks."
    if source["tip"] != game["fair"]["tip"]:
        yield "The params name another tip of the shared decks."
    if "set" in source and game["rules"]["first_dealer"] != first_dealer_of(source):
        yield "The first dealer is not the one that follows from the shared decks."


def signed_params_faults(game: dict[str, Any], params: dict[str, Any]) -> Iterator[str]:
    """What only the params of a signed game name."""
    if params.get("rated") is not game["rated"]:
        yield "The params say otherwise whether the game is rated."
    if "beacon" not in params or params["beacon"] is not None:
        yield "The beacon in the params is not null."
    brains, bots = params.get("brains"), [player["bot"] for player in game["players"] if player["bot"]]
    is_list = isinstance(brains, list) and all(isinstance(brain, dict) for brain in brains)
    if not is_list or [brain.get("name") for brain in brains or []] != bots:
        yield "The params name another bot."
    stream = game["bot_stream"]
    if stream and params.get("bot_stream") != commitment_to_stream(game["game"], bytes.fromhex(stream)).hex():
        yield "The bot's secret is not the one that the params promise."
    if bots and game["result"] and not stream and not game["line"].endswith(" -unshown"):
        yield "The game is over, and the bot's secret is not shown."


def reason_of(game: dict[str, Any]) -> tuple[str, str] | None:
    """Why the first dealer is named and not cut for: the loser of the game before deals first in a rematch,
    in a match of an event the first deal alternates, and else the event's rules decide."""
    named = (read_params(game["fair"]["params"]) or {}).get(FIRST)
    if not isinstance(named, dict) or len(named) != 1:
        return None
    ((kind, name),) = named.items()
    return (kind, name) if kind in reasons and reasons[kind](name) else None


def reason_faults(game: dict[str, Any], params: dict[str, Any]) -> Iterator[str]:
    """Whether a reason can be one, and explains a named first dealer. Older games have none."""
    if FIRST not in params:
        return
    reason, is_shared = reason_of(game), game["fair"]["version"] == SHARED
    is_named = game["rules"]["first_dealer"] is not None and not is_shared
    if not reason or not is_named or (reason[0] != "event" and reason[1] == game["game"]):
        yield "The params give no valid reason for the first dealer."


def unchecked(game: dict[str, Any]) -> tuple[str, ...]:
    """Return what a transcript alone cannot show: the reason why a seat deals first."""
    kind, name = (game["fair"]["version"] != PROTOCOL and reason_of(game)) or ("", "")
    says = {
        "rematch_of": f"it lost game {name}, whose transcript is not given",
        "alternates_with": f"the other player did in game {name}, whose transcript is not given",
    }
    first = f"Seat {game['rules']['first_dealer']} deals first"
    if kind == "event":
        return (f"{first} by the rules of event {name}.",)
    return (f"{first} because {says[kind]}.",) if kind else ()


def read_params(params: str) -> dict[str, Any] | None:
    try:
        read = json.loads(params, parse_constant=reject_number)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def is_canonical(params: str) -> bool:
    """Whether params are written in the one way, so that all who read them read the same."""
    try:
        read = json.loads(params, parse_float=reject_number, parse_int=whole_number)
    except (ValueError, RecursionError):
        return False
    return json.dumps(read, sort_keys=True, separators=(",", ":")) == params


def agrees_with(params: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Compared as they are written, for to Python 1 and True are the same."""
    return all(
        name in params
        and json.dumps(params[name], sort_keys=True) == json.dumps(expected[name], sort_keys=True)
        for name in expected
    )


def table_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether what lay on the table came from the decks, and from the hands that held it."""
    first = game["rules"]["first_dealer"]
    cuts = [deal for deal in game["deals"] if deal["cut"]]
    if first is not None and cuts:
        yield "There was a cut for deal, though the first dealer was named."
    if first is None and cuts:
        first = cuts[0]["cut"]["dealer"]
    for deal in cuts:
        turned = turned_up(deal["deck"])
        if deal["cut"]["cards"] != turned:
            yield "The cut for deal does not show the first cards of its deck."
        if deal["cut"]["dealer"] != lower_seat(turned[-1]):
            yield "The lower card should have dealt first, and did not."

    told = moves_by_deal(game)
    if [number for number, _ in told] != [deal["number"] for deal in game["deals"]]:
        yield "The moves on record tell of other deals."
    for deal in game["deals"]:
        if not deal["hands"]:
            continue
        if first is None:
            yield f"Deal {deal['number']}: nobody cut to deal first, and nobody was named."
        elif deal["hands"]["dealer"] != (first + deal["number"] - 1) % 2:
            yield f"Deal {deal['number']}: it was the other seat's turn to deal."
        for fault in hands_faults(deal["deck"], deal["hands"]):
            yield f"Deal {deal['number']}: {fault}"
        if dict(told).get(deal["number"]) != (deal["hands"]["throws"], deal["hands"]["plays"]):
            yield f"Deal {deal['number']}: the moves on record tell of other throws or cards."


def turned_up(cards: list[str]) -> list[list[str]]:
    """The pairs of a cut for deal: the first two cards, and two more as long as they are of one rank."""
    pairs = [cards[i : i + 2] for i in range(0, 52, 2)]
    decided = [n for n, (one, other) in enumerate(pairs) if one[0] != other[0]]
    return pairs[: decided[0] + 1] if decided else pairs


def lower_seat(pair: list[str]) -> int:
    """Whose card is lower, aces being low; after twenty-six ties, seat 0."""
    one, other = (CARDS.index(each) // 4 for each in pair)
    return int(one > other)


def hands_faults(cards: list[str], hands: dict[str, Any]) -> Iterator[str]:
    dealer, pone = hands["dealer"], 1 - hands["dealer"]
    six = {pone: cards[0:12:2], dealer: cards[1:12:2]}  # every other one
    for who in (0, 1):
        if hands["dealt"][who] != six[who]:
            yield f"seat {who} was not given every other card of the deck."
    throws = hands["throws"]
    for who in (0, 1):
        throw = throws[who]
        if throw and (throw[0] == throw[1] or not set(throw) <= set(hands["dealt"][who])):
            yield f"seat {who} threw cards it did not hold."
    have_thrown = None not in throws
    if hands["starter"] != (cards[12] if have_thrown else None):
        yield "the starter is not the thirteenth card of the deck, turned once both have thrown."
    kept = [
        [each for each in hands["dealt"][who] if have_thrown and each not in throws[who]] for who in (0, 1)
    ]
    held = [list(four) for four in kept]
    for play in hands["plays"]:
        if play["card"] in held[play["seat"]]:
            held[play["seat"]].remove(play["card"])
        elif play["card"]:  # a go has none
            yield f"seat {play['seat']} played {play['card']}, which it did not hold."
    if hands["counts"] and (held[0] or held[1] or not have_thrown):
        yield "hands were counted before all cards were played."
    crib = throws[pone] + throws[dealer] if have_thrown else []
    order = [(pone, "hand", kept[pone]), (dealer, "hand", kept[dealer]), (dealer, "crib", crib)]
    for count, (who, what, had) in zip(hands["counts"], order):  # noqa: B905 - for Python 3.8
        if (count["seat"], count["what"], count["cards"]) != (who, what, had):
            yield f"the {count['what']} seat {count['seat']} counted is not the one that was to be counted."
        elif hands["starter"] and len({*had, hands["starter"]}) == 5:
            true = worth(had, hands["starter"], what)
            if count["points"] != true:
                yield f"the {what} of seat {who} is worth {true}, not {count['points']}."


def worth(four: list[str], starter: str, what: str) -> int:
    """The count of a hand or crib: fifteens, pairs, runs, a flush, his nobs."""
    five = [*four, starter]
    ranks = [CARDS.index(each) // 4 for each in five]
    pips = [min(rank + 1, 10) for rank in ranks]
    points = sum(2 for size in (2, 3, 4, 5) for some in combinations(pips, size) if sum(some) == 15)
    points += sum(2 for one, other in combinations(ranks, 2) if one == other)
    for size in (5, 4, 3):
        choices = [sorted(some) for some in combinations(ranks, size)]
        runs = [some for some in choices if some == list(range(some[0], some[0] + size))]
        if runs:
            points += size * len(runs)
            break
    if len({each[1] for each in four}) == 1:
        points += 5 if starter[1] == four[0][1] else 0 if what == "crib" else 4
    return points + ("J" + starter[1] in four)


def moves_by_deal(game: dict[str, Any]) -> list[tuple[int, tuple[list[Any], list[Any]]]]:
    """The throws and the cards played of every deal, as the moves on record have them: a14, b5H, a-go."""
    dealt = {deal["number"]: deal["hands"]["dealt"] for deal in game["deals"] if deal["hands"]}
    told: list[tuple[int, tuple[list[Any], list[Any]]]] = []
    for move in game["moves"]:
        word = move["move"]
        if word[0] == "#":
            told.append((int(word[1:]), ([None, None], [])))
        elif word[0] in "ab" and told:
            number, (throws, plays) = told[-1]
            who, what = "ab".index(word[0]), word[1:]
            if what.isdigit() and number in dealt:  # two places among the six cards as they were dealt
                throws[who] = [dealt[number][who][int(place) - 1] for place in what]
            elif what in CARDS or what == "-go":
                plays.append({"seat": who, "card": None if what == "-go" else what})
    return told


def header(rules: dict[str, Any]) -> str:
    """The rules as a line begins with them."""
    first = [] if rules["first_dealer"] is None else ["first=" + "ab"[rules["first_dealer"]]]
    ahead = ["start={}-{}".format(*rules["start"])] if "start" in rules else []
    return " ".join([str(rules["target"]), rules["counting"], *first, *ahead])


def scores_at_start(rules: dict[str, Any]) -> list[int]:
    return list(rules.get("start", [0, 0]))


def end_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether the game came out as it is said to."""
    rules, result, moves = game["rules"], game["result"], [move["move"] for move in game["moves"]]
    if game["line"] != " ".join([header(rules), *moves]):
        yield "The line does not tell the same rules and moves."
    scores = scores_at_start(rules)
    for deal in game["deals"]:
        if deal["hands"]:
            after = deal["hands"]["scores"]
            if any(after[who] < scores[who] or after[who] > rules["target"] for who in (0, 1)):
                yield f"Deal {deal['number']}: a score went back, or past {rules['target']}."
            scores = after
    if (result is None) != (game["finished_at"] is None):
        yield "The game has a result and no end, or an end and no result."
    if result is None:
        if game["bot_stream"]:
            yield "A bot's secret is shown of a game that goes on."
    else:
        if result["scores"] != scores:
            yield "The final scores are not those after the last deal."
        if (result["winner"], result["value"], result["ended"]) != outcome(moves, scores, rules["target"]):
            yield "The result does not follow from the last move and the scores."


GIVEN_UP = {"-resign": "resigned", "-flag": "flag", "-left": "left"}
SKUNKS = {121: ((61, 4), (91, 2)), 61: ((31, 2),)}


def outcome(moves: list[str], scores: list[int], target: int) -> tuple[int | None, int, str] | None:
    """Who has won, how much it is worth, and how it ended; none if it has not."""
    last = moves[-1] if moves else ""
    if last in ("-void", "-unshown"):
        return None, 0, "void"
    if last[1:] in GIVEN_UP:
        return 1 - "ab".index(last[0]), 1, GIVEN_UP[last[1:]]
    if scores.count(target) != 1:
        return None
    winner = scores.index(target)
    worth = [value for line, value in SKUNKS[target] if scores[1 - winner] < line]
    return winner, worth[0] if worth else 1, "played"


# ------------------------------------------------------------------------------------------
# The line, played over by the rules: each move allowed where it stands, and every point pegged. Asked last,
# where nothing else is wrong.


class NotAllowed(Exception):
    """A move that the rules do not allow."""


def allow(condition: Any) -> None:
    if not condition:
        raise NotAllowed


class Line:
    """A game as it is played over."""

    def __init__(self, game: dict[str, Any]) -> None:
        rules = game["rules"]
        self.target, self.counting = rules["target"], rules["counting"]
        self.decks = {deal["number"]: deal["deck"] for deal in game["deals"]}
        self.dealer = rules["first_dealer"]
        self.phase = "cut" if self.dealer is None else "deal"
        self.number, self.scores, self.counted = 0, scores_at_start(rules), 0
        self.throws: list[list[str]] = [[], []]
        fair = game["fair"]
        self.is_signed, self.clock = fair["version"] != PROTOCOL, game["clock"]
        self.bots = [who for who in (0, 1) if game["players"][who]["bot"]]
        owing = [who for who in (0, 1) if not fair["secrets"][who]]  # who has not shown a secret
        self.owing = owing if all(fair["commitments"]) else None

    def move(self, word: str) -> None:
        allow(self.phase != "over")
        if word[0] == "#":
            return self.deal(int(word[1:]))
        if word == "-void":
            allow(self.number < 2 and not any(self.throws))
        if word[0] == "-" or word[1:] in GIVEN_UP:
            allow(word[0] == "-" or not self.is_signed or self.may_end("ab".index(word[0]), word[1:]))
            self.phase = "over"
            return None
        who, what = "ab".index(word[0]), word[1:]
        if what.isdigit():
            return self.throw(who, what)
        if what[0] in "=+" or what == "-pass":
            return self.count(who, what)
        allow(self.phase == "play" and self.turn == who)
        return self.go(who) if what == "-go" else self.play(who, what)

    def may_end(self, who: int, how: str) -> bool:
        """Nobody gives up before both secrets are shown, and a bot never does. A player who is banned leaves
        out of turn too. A flag falls on who alone owes a secret, or by a clock on who is to move."""
        if how == "-flag":
            has_begun = self.number > 1 or any(self.throws)
            runs = self.clock != "none" and has_begun and self.is_to_move(who)
            return self.owing == [who] or (self.owing == [] and runs)
        return who not in self.bots and (self.owing == [] or (how == "-left" and self.owing == [who]))

    def stops_within_deal(self) -> bool:
        """Whether a deal is under way, which nobody is shown before it is counted."""
        return self.phase not in ("cut", "deal", "over")

    def is_to_move(self, who: int) -> bool:
        if self.phase == "throw":
            return not self.throws[who]
        return self.phase in ("play", "count", "call") and self.turn == who

    def peg(self, who: int, points: int) -> None:
        if self.phase != "over":
            self.scores[who] = min(self.target, self.scores[who] + points)
            if self.scores[who] == self.target:
                self.phase = "over"

    # The deal.

    def deal(self, number: int) -> None:
        allow(number in self.decks)
        if self.phase == "cut":
            allow(number == 0)
            self.dealer, self.phase = lower_seat(turned_up(self.decks[0])[-1]), "deal"
            return
        allow(self.phase == "deal" and number == self.number + 1)
        self.dealer = self.dealer if number == 1 else 1 - self.dealer
        cards, self.number, self.phase = self.decks[number], number, "throw"
        self.six = [cards[int(who == self.dealer) : 12 : 2] for who in (0, 1)]
        self.hands, self.throws, self.starter = [list(six) for six in self.six], [[], []], cards[12]
        self.pile: list[str] = []
        self.said_go: int | None = None
        self.counted = 0

    def throw(self, who: int, places: str) -> None:
        allow(self.phase == "throw" and not self.throws[who] and len({*places}) == 2)
        self.throws[who] = [card for card in self.six[who] if str(self.six[who].index(card) + 1) in places]
        self.hands[who] = [card for card in self.six[who] if card not in self.throws[who]]
        if all(self.throws):
            self.kept = [list(hand) for hand in self.hands]
            self.phase, self.turn = "play", 1 - self.dealer
            self.peg(self.dealer, 2 * (self.starter[0] == "J"))

    # The play.

    def total(self) -> int:
        return sum(pips(card) for card in self.pile)

    def fits(self, who: int) -> bool:
        return any(self.total() + pips(card) <= 31 for card in self.hands[who])

    def play(self, who: int, card: str) -> None:
        allow(card in self.hands[who] and self.total() + pips(card) <= 31)
        self.hands[who].remove(card)
        self.pile.append(card)
        self.peg(who, pegged(self.pile))
        other = 1 - who
        if not any(self.hands):
            self.peg(who, int(self.total() != 31))
            self.show()
        elif self.total() == 31:
            self.new_count(other)
        elif self.hands[other] and self.said_go != other:
            self.turn = other
        elif self.fits(who):
            self.turn = who
        else:
            self.neither_can_go(who)

    def go(self, who: int) -> None:
        allow(not self.fits(who))
        self.said_go = who
        if self.fits(1 - who):
            self.turn = 1 - who
        else:
            self.neither_can_go(1 - who)

    def neither_can_go(self, last: int) -> None:
        self.peg(last, 1)
        self.new_count(1 - last)

    def new_count(self, leader: int) -> None:
        self.pile, self.said_go = [], None
        self.turn = leader if self.hands[leader] else 1 - leader

    # The show.

    def show(self) -> None:
        pone, crib = 1 - self.dealer, self.throws[1 - self.dealer] + self.throws[self.dealer]
        self.to_count = [
            (pone, worth(self.kept[pone], self.starter, "hand")),
            (self.dealer, worth(self.kept[self.dealer], self.starter, "hand")),
            (self.dealer, worth(crib, self.starter, "crib")),
        ]
        self.claimed: int | None = None
        self.next_hand()

    def next_hand(self) -> None:
        while self.phase != "over":
            if not self.to_count:
                self.phase = "deal"
                return
            self.turn, points = self.to_count[0]
            if self.counting != "auto":
                self.phase = "count"
                return
            self.settle()
            self.peg(self.turn, points)

    def settle(self) -> None:
        self.to_count.pop(0)
        self.counted += 1

    def count(self, who: int, what: str) -> None:
        """A claim of what a hand is worth, or the call of what it overlooked."""
        allow(self.phase in ("count", "call") and self.turn == who)
        points = 0 if what == "-pass" else int(what[1:])
        allow(points <= 29 and (what[0] == "=") == (self.phase == "count") and (what[0] != "+" or points))
        counter, true = self.to_count[0]
        if self.phase == "count":
            self.claimed = points
            if self.counting == "muggins" and points <= true:
                self.phase, self.turn = "call", 1 - who
                return
        called, claimed = (points if self.phase == "call" else 0), self.claimed or 0
        overlooked = max(true - claimed, 0)
        self.settle()
        self.peg(counter, min(claimed, true))
        self.peg(counter, max(called - overlooked, 0))
        self.peg(1 - counter, max(claimed - true, 0))
        self.peg(1 - counter, min(called, overlooked))
        self.next_hand()


def pips(card: str) -> int:
    return min(CARDS.index(card) // 4 + 1, 10)


def pegged(pile: list[str]) -> int:
    """What the last card of a pile scores: fifteen or thirty-one, and a pair or a run."""
    points = 2 * (sum(pips(card) for card in pile) in (15, 31))
    ranks = [CARDS.index(card) // 4 for card in pile]
    alike = next((n for n, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))
    if alike > 1:
        return points + alike * (alike - 1)
    for length in range(len(ranks), 2, -1):
        last = sorted(ranks[-length:])
        if last == list(range(last[0], last[0] + length)):
            return points + length
    return points


def line_faults(game: dict[str, Any]) -> Iterator[str]:
    """Every score that does not follow from the moves."""
    line, after = Line(game), {}
    for n, move in enumerate(game["moves"], start=1):
        try:
            line.move(move["move"])
        except NotAllowed:
            yield f"Move {n}, {move['move']}, is not allowed where it stands."
            return
        after[line.number] = list(line.scores), line.counted
    for deal in game["deals"]:
        if not deal["hands"] or deal["number"] not in after:
            continue
        scores, counted = after[deal["number"]]
        if scores != deal["hands"]["scores"]:
            yield f"Deal {deal['number']}: by the line the scores after it are {scores[0]} and {scores[1]}."
        if counted != len(deal["hands"]["counts"]):
            yield f"Deal {deal['number']}: by the line the number of hands counted is {counted}."
    if (line.phase == "over") != (game["result"] is not None):
        yield f"By the line the game {'is over' if line.phase == 'over' else 'goes on'}."
    elif line.stops_within_deal():
        yield f"Deal {line.number}: the moves stop before its end."


# ------------------------------------------------------------------------------------------
# What was signed. For each step of a game the server signs what it showed to a seat, in a text that follows
# from the game alone: so it is made again here, and compared.


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def signer_of(params: str) -> Key | None:
    return parse_key((read_params(params) or {}).get("signer"))


def signer_of_all(game: dict[str, Any]) -> str | None:
    """The key that signed for every person at the table."""
    if game["fair"]["version"] == PROTOCOL or not signer_of(game["fair"]["params"]):
        return None
    seats = zip(game["players"], game["receipts"])  # noqa: B905 - for Python 3.8
    params = read_params(game["fair"]["params"]) or {}
    return params["signer"] if all(notes or player["bot"] for player, notes in seats) else None


def receipt_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether each receipt is there, is signed, and tells what the file tells."""
    key = signer_of(game["fair"]["params"])
    if not key:
        yield "The params name no key that signs receipts."
        return
    for who, notes in enumerate(game["receipts"]):
        if game["players"][who]["bot"] and notes:
            yield f"Seat {who} is a bot's, and has receipts."
        elif notes:
            expected = list(expected_receipts(game, who))
            for n, (step, text) in enumerate(expected):
                signed = open_note(notes[n], key) if n < len(notes) else None
                if n >= len(notes):
                    yield f'Seat {who}: the receipt "{step}" is missing.'
                elif signed is None:
                    yield f'Seat {who}: the receipt "{step}" is not signed by {key.name}.'
                elif signed != text:
                    yield f'Seat {who}: the receipt "{step}" tells something else.'
            if len(notes) > len(expected):
                yield f"Seat {who} has more receipts than there are steps."


def expected_receipts(game: dict[str, Any], who: int) -> Iterator[tuple[str, str]]:
    """Every receipt that follows from a game: its step, and its text, which names the hash of the last."""
    fair, before = game["fair"], "-"
    for step, *lines in receipt_steps(game, who):
        c0, c1 = ("-" if step == "promise" else shown or "-" for shown in fair["commitments"])
        text = text_of(
            f"{fair['version']} receipt",
            f"game {fair['game']}",
            f"seat {who}",
            f"step {step}",
            f"params {sha256(fair['params'])}",
            f"tip {fair['tip']}",
            f"c0 {c0}",
            f"c1 {c1}",
            f"after {before}",
            *lines,
        )
        yield step, text
        before = sha256(text)


def receipt_steps(game: dict[str, Any], who: int) -> Iterator[list[str]]:
    """The steps of a game, and what is shown with each."""
    fair, result, words = game["fair"], game["result"], words_by_deal(game)
    yield ["promise"]
    if all(fair["commitments"]):
        yield ["both-stand"]
    if all(fair["secrets"]):
        yield ["opened", f"s0 {fair['secrets'][0]}", f"s1 {fair['secrets'][1]}"]
    for deal in game["deals"]:
        number, hands = deal["number"], deal["hands"]
        dealer = (hands or deal["cut"])["dealer"]
        if hands:
            yield [f"saw {number}", f"dealer {dealer}", f"dealt {' '.join(hands['dealt'][who])}"]
        if deal["cut"] or result or number + 1 in words:
            scores = hands["scores"] if hands else scores_at_start(game["rules"])
            yield [
                f"shown {number}",
                f"link {'-' if fair['version'] == SHARED else fair['links'].get(str(number))}",
                f"dealer {dealer}",
                " ".join(["moves", *words.get(number, [])]),
                f"scores {scores[0]} {scores[1]}",
            ]
    if result:
        yield [
            "over",
            f"ended {result['ended']}",
            f"winner {'-' if result['winner'] is None else result['winner']}",
            f"value {result['value']}",
            f"scores {result['scores'][0]} {result['scores'][1]}",
            f"line {sha256(game['line'])}",
        ]


def words_by_deal(game: dict[str, Any]) -> dict[int, list[str]]:
    """The moves on record between one shuffle and the next."""
    words: dict[int, list[str]] = {}
    current: list[str] = []
    for move in game["moves"]:
        if move["move"][0] == "#":
            current = words.setdefault(int(move["move"][1:]), [])
        else:
            current.append(move["move"])
    return words


def signature_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether each seat that had a key signed its commitment, and so many of its moves."""
    fair = game["fair"]
    for who, signed in enumerate(game["signatures"]):
        if not signed:
            continue
        key, count, signature = bytes.fromhex(signed["key"]), signed["moves"], signed["signature"]
        about = ("cribfair/2 seat", f"game {fair['game']}", f"seat {who}", f"params {sha256(fair['params'])}")
        shown = (f"tip {fair['tip']}", f"commit {fair['commitments'][who]}", f"key {signed['key']}")
        statement = text_of(*about, *shown)
        if not is_signed(key, statement.encode(), bytes.fromhex(signed["commit"])):
            yield f"The signature of seat {who} does not fit its commitment."
        own = own_moves(game, who)
        if count > len(own):
            yield f"Seat {who} made fewer moves than it is said to have signed."
        elif (signature is None) != (count == 0):
            yield f"The signature of seat {who} and the number of moves that it signed do not fit."
        elif signature:
            chain = sha256(statement)
            for move in own[:count]:
                chain = sha256(f"{chain} {move}")
            head = ("cribfair/2 moves", f"game {fair['game']}", f"seat {who}")
            text = text_of(*head, f"count {count}", f"moves {chain}")
            if not is_signed(key, text.encode(), bytes.fromhex(signature)):
                yield f"The signature of seat {who} does not fit its first {count} moves."


def count_moves(game: dict[str, Any]) -> tuple[tuple[int, int] | None, ...] | None:
    """By seat how many moves its player has signed, and how many there are."""
    if game["fair"]["version"] == PROTOCOL or not game["result"]:
        return None
    signed = [each["moves"] if each else 0 for each in game["signatures"]]
    return tuple(
        None if player["bot"] else (signed[who], len(own_moves(game, who)))
        for who, player in enumerate(game["players"])
    )


def own_moves(game: dict[str, Any], who: int) -> list[str]:
    """Each move that a seat made itself, and not the clock for it, behind the number of its deal."""
    number, own = 0, []
    for word in (move["move"] for move in game["moves"]):
        if word[0] == "#":
            number = int(word[1:])
        elif word[0] == "ab"[who] and not word.endswith(("-flag", "-left", "-pass")):
            own.append(f"{number} {word}")
    return own


# ------------------------------------------------------------------------------------------
# The public log: the server writes there how each game begins and ends, for all to see, and can take nothing
# back. It is a Merkle tree (RFC 6962). A signed checkpoint names its root, and a proof leads there from a
# leaf.


def log_of(game: dict[str, Any]) -> Key | None:
    return parse_key((read_params(game["fair"]["params"]) or {}).get("log"))


def log_of_all(game: dict[str, Any]) -> str | None:
    """The log that holds all of the game that there is by now."""
    key, proof = log_of(game), game.get("log")
    params = read_params(game["fair"]["params"]) or {}
    return params["log"] if key and proof and (proof["close"] or not game["result"]) else None


def log_faults(game: dict[str, Any]) -> Iterator[str]:
    """Whether the log that the params name holds the game as the file tells it."""
    key, proof, fair, result = log_of(game), game["log"], game["fair"], game["result"]
    if proof is None:
        return
    if not key:
        yield "The params name no log."
        return
    lines = (open_note(proof["checkpoint"], key) or "").split("\n")
    is_checkpoint = len(lines) > 3 and lines[0] == key.name and re.fullmatch("0|[1-9][0-9]{0,14}", lines[1])
    if not is_checkpoint or len(from_base64(lines[2]) or b"") != 32:
        yield f"The checkpoint is not one that {key.name} has signed."
        return
    about = {"params": sha256(fair["params"]), "tip": fair["tip"], "clock": game["clock"]}
    commitments = {"c0": fair["commitments"][0], "c1": fair["commitments"][1]}
    opening = {"kind": "open", "game": fair["game"], **about, **commitments}
    # Older versions wrote less: no bots, and version 1.0 no decks either.
    decks, bots = opening_decks(fair), {"bots": (read_params(fair["params"]) or {}).get("bots")}
    if not any(
        is_logged(lines, proof["open"], {**opening, **more}) for more in ({**decks, **bots}, decks, {})
    ):
        yield "The log is not shown to hold the game's beginning."
    if proof["close"] and not result:
        yield "The log has the end of a game that goes on."
    elif proof["close"]:
        why = "unshown" if game["line"].endswith(" -unshown") else "unplayed"
        ending = {"digest": sha256(game["line"]), "how": result["ended"]}
        ending["void"] = why if result["ended"] == "void" else None
        ending = {"kind": "close", "game": fair["game"], **ending}
        # Older versions did not write how far the game came.
        if not any(is_logged(lines, proof["close"], {**ending, **more}) for more in (reached(game), {})):
            yield "The log is not shown to hold the game's end."
        elif proof["close"]["index"] <= proof["open"]["index"]:
            yield "The log has the game's end before its beginning."


def opening_decks(fair: dict[str, Any]) -> dict[str, Any]:
    """Return the leaf's names for a game's deal: the protocol, the source of shared decks, and the reason for
    a named first dealer."""
    source = source_of(fair["params"]) if fair["version"] == SHARED else None
    named = {name: source[name] for name in ("set", "round", "game") if name in source} if source else None
    params = read_params(fair["params"]) or {}
    reason = {FIRST: params[FIRST]} if FIRST in params else {}
    return {"version": fair["version"], "source": named, **reason}


def reached(game: dict[str, Any]) -> dict[str, Any]:
    """Return the leaf's name for how far a game came: to a discard, to both secrets, or less far."""
    if any(re.fullmatch("[ab][1-6]{2}", word) for word in game["line"].split(" ")):
        return {"reached": "discard"}
    return {"reached": "secrets" if all(game["fair"]["secrets"]) else "commitments"}


def is_logged(checkpoint: list[str], leaf: dict[str, Any], facts: dict[str, Any]) -> bool:
    """Whether the proof leads from a leaf that says this to the checkpoint's root."""
    size, root = int(checkpoint[1]), from_base64(checkpoint[2])
    text = json.dumps({"at": leaf["at"], **facts}, sort_keys=True, separators=(",", ":"))
    proof = [bytes.fromhex(part) for part in leaf["proof"]]
    return root_of(hashlib.sha256(b"\0" + text.encode()).digest(), leaf["index"], size, proof) == root


def root_of(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes | None:
    """The root to which a proof leads from a leaf; RFC 6962 splits a tree so."""
    if not proof or size < 2 or index >= size:
        return leaf if not proof and (index, size) == (0, 1) else None
    left = 1 << (size - 1).bit_length() - 1
    if index < left:
        below = root_of(leaf, index, left, proof[:-1])
        return below and hashlib.sha256(b"\1" + below + proof[-1]).digest()
    below = root_of(leaf, index - left, size - left, proof[:-1])
    return below and hashlib.sha256(b"\1" + proof[-1] + below).digest()


# ------------------------------------------------------------------------------------------
# A player's case: the receipts that a page kept. What the server signed has to be true all at once; where it
# is not, its own signatures prove that to anybody. A case with gaps accuses nobody.


class Receipt(NamedTuple):
    text: str
    lines: dict[str, str]  # by the first word of each

    @property
    def place(self) -> tuple[str, str]:
        return self.lines.get("seat", "-"), self.lines.get("step", "-")

    @property
    def name(self) -> str:
        return f'"{self.place[1]}" of seat {self.place[0]}'


def verify_case(file: bytes, game: dict[str, Any] | None = None) -> Verdict:
    """Verify the receipts of a case, and hold them against those of a transcript."""
    try:
        case = read_json(file.decode("utf-8"))
    except (ValueError, RecursionError):
        case = None
    if not is_case(case):
        return Verdict("unreadable", ["This is no case of Every Other."])
    key = signer_of(case["params"])
    if not key:
        return Verdict("unreadable", ["The params of the case name no key that signs."], case["game"])
    if not case["receipts"]:
        return Verdict("unreadable", ["The case has no receipts."], case["game"])
    receipts, doubts = open_all(case["receipts"], key)
    found = list(contradictions(case, receipts))
    if game:
        found += faults_beside(game, receipts, key)
    if has_unknown_names(read_params(case["params"]) or {}, version_of(case)):
        doubts.append(f"The params have names that {version_of(case)} does not know.")
    if doubts and not found:  # what the key never signed proves nothing
        return Verdict("unreadable", doubts, case["game"])
    signer = (read_params(case["params"]) or {})["signer"]
    said = "false" if found else "true"
    return Verdict(said, found, case["game"], signed_by=signer, receipts=len(receipts))


def open_all(notes: list[str], key: Key) -> tuple[list[Receipt], list[str]]:
    """The receipts that are signed, and a sentence for each note that is not."""
    receipts, unsigned = [], []
    for n, note in enumerate(notes):
        text = open_note(note, key)
        if text is None:
            unsigned.append(f"Receipt {n + 1} is not signed by {key.name}.")
        else:
            lines = {line.partition(" ")[0]: line.partition(" ")[2] for line in text.splitlines()}
            receipts.append(Receipt(text, lines))
    return receipts, unsigned


def contradictions(case: dict[str, Any], receipts: list[Receipt]) -> list[str]:
    """Everything in signed receipts that cannot all be true."""
    found = list(constant_faults(case, receipts))
    first: dict[tuple[str, str], Receipt] = {}
    for receipt in receipts:
        if first.setdefault(receipt.place, receipt).text != receipt.text:
            found.append(f"The server signed two different receipts {receipt.name}.")
    found += faults_between_seats(receipts)
    seats = sorted({receipt.place[0] for receipt in receipts})
    kept = [{receipt.place[1]: receipt for receipt in receipts if receipt.place[0] == who} for who in seats]
    for own in kept:
        found += [*order_faults(own), *case_deck_faults(case, own)]
    return found or [fault for own in kept for fault in case_line_faults(case, own)]


NEVER_CHANGES = {
    "game": "game",
    "params": "game's params",
    "tip": "tip",
    "c0": "commitment of seat 0",
    "c1": "commitment of seat 1",
    "dealer": "dealer",
}
HEAD = ("game", "seat", "step", "params", "tip", "c0", "c1", "after")
OWN_LINES = {
    "opened": ("s0", "s1"),
    "saw": ("dealer", "dealt"),
    "shown": ("link", "dealer", "moves", "scores"),
    "over": ("ended", "winner", "value", "scores", "line"),
}
TOLD_TO_BOTH = {
    "opened": ("s0", "s1"),
    "shown": ("link", "moves", "scores"),
    "over": ("ended", "winner", "value", "scores", "line"),
}
number = "[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"
is_place = matching(f"[01]\n(promise|both-stand|opened|over|shown 0|(saw|shown) ({number}))")


def constant_faults(case: dict[str, Any], receipts: list[Receipt]) -> Iterator[str]:
    """Whether there is such a receipt at all, and it tells the same of what never changes in a game."""
    first = (settled_by(case["params"]) or {}).get("first_dealer")
    fixed = {"game": case["game"], "params": sha256(case["params"])}
    if first is not None:
        fixed["dealer"] = str(first)
    for receipt in receipts:
        step, lines = receipt.place[1], receipt.lines
        if not is_place("\n".join(receipt.place)) or not has_its_lines(receipt, version_of(case)):
            yield f"The receipt {receipt.name} is none that a game has."
            continue
        if step == "promise" and (lines.get("c0"), lines.get("c1")) != ("-", "-"):
            yield f"The receipt {receipt.name} names a commitment before there was one."
        for name in NEVER_CHANGES:
            said = lines.get(name, "-")
            if (name in ("c0", "c1") and step == "promise") or (name == "dealer" and " " not in step):
                continue
            if name == "dealer" and said in ("0", "1"):  # the seats take turns; the cut is for the first
                said = str((int(said) + max(int(step.split(" ")[1]), 1) - 1) % 2)
            if said != fixed.setdefault(name, said):
                yield f"The receipt {receipt.name} names another {NEVER_CHANGES[name]} than the others."


def version_of(case: dict[str, Any]) -> str:
    """The protocol that receipts of a case begin with."""
    return SHARED if (read_params(case["params"]) or {}).get("version") == SHARED else SIGNED


def has_its_lines(receipt: Receipt, version: str) -> bool:
    """Whether it has every line of its step, and no other; of shared decks no link is signed."""
    if version == SHARED and receipt.lines.get("link", "-") != "-":
        return False
    names = [line.partition(" ")[0] for line in receipt.text.splitlines()]
    return names == [version, *HEAD, *OWN_LINES.get(receipt.place[1].partition(" ")[0], ())]


def faults_between_seats(receipts: list[Receipt]) -> Iterator[str]:
    """Whether both seats were told the same of what both are told."""
    first: dict[tuple[str, str], Receipt] = {}
    for receipt in receipts:
        who, step = receipt.place
        for name in TOLD_TO_BOTH.get(step.partition(" ")[0], ()):
            other = first.setdefault((step, name), receipt)
            if other.place[0] != who and other.lines.get(name) != receipt.lines.get(name):
                told = f'another line "{name}" than that of seat {other.place[0]}'
                yield f"The receipt {receipt.name} has {told}."


def order_faults(own: dict[str, Receipt]) -> Iterator[str]:
    """Whether each names the one before, where nothing can be between the two."""
    pairs = [("promise", "both-stand"), ("both-stand", "opened"), ("shown 0", "saw 1")]
    for d in range(1, 255):
        pairs += [(f"saw {d}", f"shown {d}"), (f"shown {d}", f"saw {d + 1}")]
    for one, other in pairs:
        if one in own and other in own and own[other].lines.get("after") != sha256(own[one].text):
            yield f"The receipt {own[other].name} does not follow from the receipt {own[one].name}."


def case_deck_faults(case: dict[str, Any], own: dict[str, Receipt]) -> Iterator[str]:
    """Whether the secrets, links and cards that were signed are those of the decks."""
    if "opened" not in own:
        return
    opened, game = own["opened"], case["game"]
    try:
        tip, c0, c1, s0, s1 = (bytes_of(opened, name) for name in ("tip", "c0", "c1", "s0", "s1"))
        for who, (commitment, secret) in enumerate(((c0, s0), (c1, s1))):
            if commitment_to(game, who, secret) != commitment:
                yield f"Seat {who}'s secret is not the one it committed to."
        if version_of(case) == SHARED:
            return  # its decks follow from links that were shown later
        for d in [d for d in range(256) if f"shown {d}" in own]:
            back = bytes_of(own[f"shown {d}"], "link")
            for _ in range(d + 1):
                back = previous_link(game, back)
            if back != tip:
                yield f"The link of deal {d} does not lead back to the tip."
            elif f"saw {d}" in own:
                saw, cards = own[f"saw {d}"], deck_of_case(case, own, d)
                is_dealer = saw.lines["dealer"] == saw.place[0]
                true, shown = " ".join(cards[int(is_dealer) : 12 : 2]), saw.lines["dealt"]
                if shown != true:
                    yield f"Deal {d}: seat {saw.place[0]} was shown {shown}, and the deck gives it {true}."
    except (KeyError, ValueError):
        yield f"The receipts of seat {opened.place[0]} cannot be read."


def bytes_of(receipt: Receipt, name: str) -> bytes:
    part = bytes.fromhex(receipt.lines[name])
    if len(part) != 32:
        raise ValueError(f"{name} has another length")
    return part


def deck_of_case(case: dict[str, Any], own: dict[str, Receipt], d: int) -> list[str]:
    tip, c0, c1, s0, s1 = (bytes_of(own["opened"], name) for name in ("tip", "c0", "c1", "s0", "s1"))
    ctx = context(case["params"], tip, c0, c1)
    return deck(deal_key(ctx, d, bytes_of(own[f"shown {d}"], "link"), s0, s1))


settled_shapes = {
    "rules": rules_with(clock=one_of(*CLOCKS)),
    "first_dealer": or_null(seat),
    "bots": some(seat),
}


def settled_by(params: str) -> dict[str, Any] | None:
    """What decides how a game goes; none where the params name nothing that all would read alike."""
    read = read_params(params) or {}
    is_sound = all(name in read and shape(read[name]) for name, shape in settled_shapes.items())
    return read if is_sound and is_canonical(params) else None


def case_line_faults(case: dict[str, Any], own: dict[str, Receipt]) -> Iterator[str]:
    """Whether the moves that were signed lead by the rules to what was signed of them, if all are kept.
    Asked where all else holds."""
    settled = settled_by(case["params"])
    if not settled or "opened" not in own or version_of(case) == SHARED:
        return
    rules = {**settled["rules"], "first_dealer": settled["first_dealer"]}
    fair = {"version": SIGNED, "commitments": ["both", "stand"], "secrets": ["both", "shown"]}
    players = [{"bot": who in settled["bots"]} for who in (0, 1)]
    line = Line({"rules": rules, "clock": rules["clock"], "players": players, "fair": fair, "deals": []})
    words: list[str] = []
    d = begin = int(line.dealer is not None)
    while f"shown {d}" in own:
        line.decks[d], shown = deck_of_case(case, own, d), own[f"shown {d}"]
        for word in f"#{d} {shown.lines.get('moves', '-')}".rstrip(" ").split(" "):
            try:
                allow(is_move(word))
                line.move(word)
            except NotAllowed:
                yield f"Deal {d}: the move {word} is not allowed where it stands."
                return
            words.append(word)
        scores = f"{line.scores[0]} {line.scores[1]}"
        yield from other_lines(shown, {"dealer": str(line.dealer), "scores": scores})
        d += 1
    if d == begin:
        return
    over, end = own.get("over"), outcome(words, line.scores, line.target)
    if over and line.phase == "over" and end:
        winner, value, ended = end
        told = {"ended": ended, "winner": "-" if winner is None else str(winner), "value": str(value)}
        whole = sha256(" ".join([header(rules), *words]))
        yield from other_lines(over, {**told, "scores": scores, "line": whole})
    elif over and over.lines.get("after") == sha256(own[f"shown {d - 1}"].text):
        yield f"By the moves the game goes on, and the receipt {over.name} ends it."
    elif line.stops_within_deal():
        yield f"Deal {line.number}: the moves stop before its end."


def other_lines(receipt: Receipt, true: dict[str, str]) -> Iterator[str]:
    for name, value in true.items():
        said = receipt.lines.get(name, "-")
        if said != value:
            yield f'The receipt {receipt.name} says "{name} {said}", and by the moves it is "{name} {value}".'


def faults_beside(game: dict[str, Any], receipts: list[Receipt], key: Key) -> Iterator[str]:
    """Whether a transcript has the very receipts that the player kept, as far as its game had come."""
    public, _ = open_all([note for notes in game["receipts"] for note in notes], key)
    known = {receipt.place: receipt.text for receipt in public}
    for receipt in receipts:
        if receipt.place not in known:
            if game["result"]:
                yield f"The transcript has no receipt {receipt.name}, which the server signed."
        elif known[receipt.place] != receipt.text:
            yield f"The transcript has another receipt {receipt.name} than the one that the player kept."


# ------------------------------------------------------------------------------------------
# The record of decks that many tables share: do they follow from what the server and the entrants showed?


def verify_decks(file: bytes, segments: list[int] | None = None) -> Verdict:
    digests = list(DIGEST.finditer(file))
    if len(digests) != 1:
        return Verdict("false", ["The file was changed: its digest is not well-formed."])
    start, end = digests[0].span(1)
    if hashlib.sha256(file[:start] + b"0" * 64 + file[end:]).hexdigest().encode() != file[start:end]:
        return Verdict("false", ["The file was changed since it was written: its digest does not fit."])
    try:
        decks = read_json(file.decode("ascii"))
    except (ValueError, RecursionError):
        decks = None
    if not is_decks(decks):
        return Verdict("unreadable", ["This is not a complete record of decks of Every Other."])
    found, asked = list(faults_of_decks(decks)), []
    if not found and decks.get("delay"):
        asked = list(segments or SystemRandom().sample(WHOLE, SAMPLE))
        found = list(delay_faults(decks, asked))
    return Verdict(
        "false" if found else "true",
        found,
        decks=decks["set"],
        rounds=len(decks["links"]),
        delay=steps_named(decks["params"]),
        segments=len(asked),
    )


def faults_of_decks(decks: dict[str, Any]) -> Iterator[str]:
    """Whether the params, the parts of the entrants, the root and the links hold."""
    params, tip = read_params(decks["params"]), bytes.fromhex(decks["tip"])
    if params is None or not is_canonical(decks["params"]):
        yield "The params of the set cannot be read."
        return
    if params.get("version") != SHARED:
        yield f"The params of the set do not name {SHARED}."
    if params.get("set") != decks["set"]:
        yield "The params belong to another set."
    if not integer(1, MOST_ROUNDS)(params.get("rounds")):
        yield "The params of the set name no number of rounds."
        return
    delay = decks.get("delay")
    is_whole = delay is not None and len(delay) == (SEGMENTS if decks["root"] else 0)
    if not (is_whole and steps_named(decks["params"]) if "delay" in decks else "delay" not in params):
        yield "The params and the record of the set differ about its delay."
        return
    players = [one["player"] for one in decks["entrants"]]
    if players != sorted(set(players)):
        yield "The entrants are not in the order of their ids, each once."
    for one in decks["entrants"]:
        secret = one["secret"] and bytes.fromhex(one["secret"])
        if secret and commitment_of_entrant(decks["set"], one["player"], secret).hex() != one["commitment"]:
            yield f"The secret of entrant {one['player']} is not the one they committed to."
    if delay and decks["root"] != delay[-1]:
        yield "The root is not the end of the delay."
    mixed = parts_of_decks("root", decks["params"], tip, decks["entrants"]).hex()
    if decks["root"] and not delay and decks["root"] != mixed:
        yield "The root does not follow from what the server and the entrants showed."
    links = {int(t): bytes.fromhex(link) for t, link in decks["links"].items()}
    before: bytes | None = tip
    for t in range(1, max(links, default=0) + 1):
        shown = links.get(t)
        if t > params["rounds"]:
            yield f"The set has no round {t}."
        elif shown is None:
            yield f"The link of round {t} is missing."
        elif before and link_back(decks["set"], shown, LINKS_A_ROUND) != before:
            yield f"The link of round {t} does not lead back to the one before."
        before = shown
    if links and not decks["root"]:
        yield "Links are shown of a set that has no root."


def faults_beside_decks(game: dict[str, Any], decks: dict[str, Any]) -> Iterator[str]:
    """Whether a true game is dealt from these decks, which are true."""
    fair = Fair(game["fair"])
    shared = fair.shared
    if not shared:
        yield "The game is not dealt from shared decks."
        return
    if (shared["set"], shared["tip"], shared["root"]) != (decks["set"], decks["tip"], decks["root"]):
        yield "The game is dealt from other decks than these."
        return
    t = shared["round"]
    if str(t) not in decks["links"]:
        yield f"The link of round {t} is not shown yet."
        return
    last = bytes.fromhex(decks["links"][str(t)])
    for d in sorted(fair.links):
        if fair.links[d] != link_back(shared["set"], last, LINKS_A_ROUND - min(d, LINKS_A_ROUND)):
            yield f"The link of deal {d} is not that of round {t}."
    if game["bot_stream"] and game["bot_stream"] != stream_of_round(shared, last).hex():
        yield f"The bot's secret is not that of round {t}."


# ------------------------------------------------------------------------------------------
# A game that is dealt the cards of another one: are these the decks that the other game showed?


def faults_beside_game(game: dict[str, Any], first: dict[str, Any]) -> Iterator[str]:
    """Whether a true game is dealt the decks of this other one, which is true as well."""
    same_as, fair, own = Fair(game["fair"]).same_as, first["fair"], game["fair"]
    if not same_as:
        yield "The game is not dealt the cards of another one."
        return
    if same_as["game"] != first["game"]:
        yield "The game is dealt the cards of another one than this."
        return
    ctx = Fair(fair).ctx
    known = (fair["tip"], ctx.hex() if ctx else None, fair["secrets"])
    if (same_as["tip"], same_as["context"], same_as["secrets"]) != known:
        yield "What fixes the decks is not what that game showed."
    for d in sorted(map(int, own["links"].keys() & fair["links"].keys())):
        if own["links"][str(d)] != fair["links"][str(d)]:
            yield f"The link of deal {d} is not that of the other game."
    if game["rules"] != first["rules"]:
        yield "The two games were played by other rules."
    if game["bot_stream"] and first["bot_stream"] and game["bot_stream"] != first["bot_stream"]:
        yield "The bot's secret is not that of the other game."


# ------------------------------------------------------------------------------------------
# A game whose first dealer follows from the game before: does that game say so?


def faults_beside_earlier(game: dict[str, Any], earlier: dict[str, Any]) -> Iterator[str]:
    """Whether a true game's first dealer follows from this other one, which is true as well."""
    kind, name = reason_of(game) or ("event", "")
    if kind == "event":
        yield "Who deals first does not follow from another game."
        return
    if name != earlier["game"]:
        yield "Who deals first follows from another game than this."
        return
    first, seats = game["rules"]["first_dealer"], seats_in(game, earlier)
    if seats and ((kind == "rematch_of" and seats != [0, 1]) or None in seats):
        yield f"Game {name} was played by others, or from other seats."
    elif kind == "rematch_of":
        if not earlier["result"] or earlier["result"]["winner"] != 1 - first:
            yield f"Seat {first} did not lose game {name}."
    elif seats and first_dealer_in(earlier) != seats[1 - first]:
        yield f"The other player of seat {first} did not deal first in game {name}."


def unchecked_beside(game: dict[str, Any], earlier: dict[str, Any]) -> tuple[str, ...]:
    """Return what the game before cannot show either."""
    same_key = f"The ids of the players in game {earlier['game']} were made with another key."
    return () if seats_in(game, earlier) else (same_key,)


def seats_in(game: dict[str, Any], earlier: dict[str, Any]) -> list[int | None] | None:
    """Where each player sat in the game before; nothing where the ids of the two games cannot be compared:
    those of 20 digits follow from the key that is named as signer, older ones do not."""
    ids, before = ([player["id"] for player in each["players"]] for each in (game, earlier))
    keys = [(read_params(each["fair"]["params"]) or {}).get("signer") for each in (game, earlier)]
    if keys[0] != keys[1] or any(len(each) != 20 for each in ids + before):
        return None
    return [before.index(each) if each in before else None for each in ids]


def first_dealer_in(game: dict[str, Any]) -> int | None:
    first: int | None = game["rules"]["first_dealer"]
    if first is not None:
        return first
    return next((deal["cut"]["dealer"] for deal in game["deals"] if deal["cut"]), None)


# ------------------------------------------------------------------------------------------


def describe(found: Verdict) -> str:
    """A verdict in words."""
    if found.verdict == "unreadable":
        return f"UNREADABLE. {found.faults[0]}"
    signed = f", signed by {found.signed_by}" if found.signed_by else ""
    if found.verdict == "false":
        return "\n".join([f"FALSE{signed}.", *(f"  {fault}" for fault in found.faults)])
    if found.decks is not None:
        holds = "commitments, secrets, root and links hold"
        return f"TRUE. Decks {found.decks}: {holds}. Rounds shown: {found.rounds}. {describe_delay(found)}"
    if found.receipts is not None:
        return f"TRUE{signed}. Game {found.game}: its {found.receipts} receipts agree with one another."
    hands = len([number for number in found.deals if number])
    decks = [
        *(["the cut for deal"] if 0 in found.deals else []),
        *([f"{hands} deal{'s' * (hands > 1)}"] if hands else []),
    ]
    checked = " and ".join(decks) or "nothing was dealt"
    code = f"\nTable code {found.table_code}." if found.table_code else ""
    holds = "commitments, secrets and links hold"
    log = found.logged_by and found.logged_by.partition("+")[0]  # the name of its key
    logged = f", in the log {log}" if found.signed_by and log else ""
    counts = [(seat, count) for seat, count in enumerate(found.moves or ()) if count]
    moves = "".join(f"\nSeat {seat} signed {n} of its {made} moves." for seat, (n, made) in counts)
    left = "".join(f"\nNot checked: {each}" for each in found.unchecked)
    return f"TRUE{signed}{logged}. Game {found.game}: {holds}. Checked: {checked}.{code}{moves}{left}"


def describe_delay(found: Verdict) -> str:
    """Return a sentence about the delay of a record of decks."""
    if not found.delay:
        return "They have no delay, so the last secret could be chosen."
    computed = f"Segments of the delay computed again: {found.segments} of {SEGMENTS}."
    if found.delay >= FEWEST_STEPS:
        return computed
    return f"{computed} The delay is too short, so the last secret could be chosen."


COMPARE = "Anyone can make a key: compare it with the one at /fairness/verify, or name that with --key."
STATUS = {"true": 0, "false": 1, "unreadable": 2}


def verify_both(
    file: bytes | None,
    case: bytes | None,
    key: str | None = None,
    decks: bytes | None = None,
    first: bytes | None = None,
    segments: list[int] | None = None,
    earlier: bytes | None = None,
) -> Verdict:
    """Verify a transcript, a case, a record of decks, or what is given of these beside each other: what
    another key than the given one signed is false."""
    found = verify(file) if file is not None else Verdict("true", [])
    if decks is not None and found.verdict == "true":
        of_decks = verify_decks(decks, segments)
        if file is None or of_decks.verdict != "true":
            found = of_decks
        else:
            record = read_json(decks.decode("ascii"))
            problems = list(faults_beside_decks(read_json(file.decode("ascii")), record))
            found = found._replace(verdict="false", faults=problems) if problems else found
    if first is not None and file is not None and found.verdict == "true":
        of_first = verify(first)
        if of_first.verdict != "true":
            return of_first
        games = [read_json(each.decode("ascii")) for each in (file, first)]
        problems = list(faults_beside_game(*games))
        found = found._replace(verdict="false", faults=problems) if problems else found
    if earlier is not None and file is not None and found.verdict == "true":
        of_earlier = verify(earlier)
        if of_earlier.verdict != "true":
            return of_earlier
        games = [read_json(each.decode("ascii")) for each in (file, earlier)]
        problems = list(faults_beside_earlier(*games))
        if problems:
            found = found._replace(verdict="false", faults=problems)
        else:
            found = found._replace(unchecked=unchecked_beside(games[0], games[1]))
    if case is not None and found.verdict == "true":
        game = read_json(file.decode("ascii")) if file is not None else None
        if game and "receipts" not in game:
            return found._replace(verdict="false", faults=["The transcript has no receipts."])
        beside = verify_case(case, game)
        found = beside if game is None or beside.verdict != "true" else found
    if key is not None and found.verdict == "true" and found.signed_by != key:
        return found._replace(verdict="false", faults=["It is not signed by the key that was named."])
    return found


def read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as opened:
        return opened.read()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", help="a downloaded transcript, or - for standard input")
    parser.add_argument("--receipts", metavar="CASE", help="the receipts that a player's page kept")
    parser.add_argument("--decks", help="the record of the decks that the game shares with others")
    parser.add_argument("--delay", action="store_true", help="compute all of the decks' delay again")
    parser.add_argument("--same-as", metavar="GAME", help="the game whose cards this one is dealt")
    parser.add_argument("--before", metavar="GAME", help="the game that decided who deals first")
    parser.add_argument("--key", help="the key that has to have signed, as the site publishes it")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    options = parser.parse_args()
    if not options.file and not options.receipts and not options.decks:
        parser.error("name a transcript, or the receipts of a player, or both")
    names = (options.file, options.receipts, options.decks, options.same_as, options.before)
    try:
        file, case, decks, first, earlier = (read(name) if name else None for name in names)
    except OSError as problem:
        found = Verdict("unreadable", [f"The file cannot be opened: {problem.strerror}."])
    else:
        segments = list(WHOLE) if options.delay else None
        found = verify_both(file, case, options.key, decks, first, segments, earlier)
    print(json.dumps(found._asdict()) if options.json else describe(found))
    if found.verdict == "true" and found.signed_by and not (options.key or options.json):
        print(COMPARE, file=sys.stderr)
    return STATUS[found.verdict]


if __name__ == "__main__":
    sys.exit(main())
