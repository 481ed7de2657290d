"""Random changes of a transcript, with a digest that fits."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from proof.evidence.document import with_digest
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.lying.following import set_words, words
from rng.commitment import canonical_json
from tests.worlds.forgeries import Document, forge, similar_value, tamper

MOVES = (
    "a12",
    "b56",
    "a5H",
    "bKS",
    "a-go",
    "b-go",
    "a=4",
    "b+2",
    "b-pass",
    "a-resign",
    "b-flag",
    "-void",
    "#2",
)


def change(file: bytes, chance: Random) -> bytes:
    """Return the file with one random change, which its digest doesn't show."""
    while True:
        way = chance.choice(WAYS)
        try:
            other = way(file, chance)
        except (AssertionError, IndexError, KeyError):  # the digest was hit, or there is nothing to change
            continue
        if other != file:
            return other


def a_byte(file: bytes, chance: Random) -> bytes:
    """Replace, insert or remove a byte."""
    at, byte = chance.randrange(len(file)), bytes([chance.choice(range(256))])
    return with_digest(file[:at] + chance.choice((byte, b"")) + file[at + chance.choice((0, 1)) :])


def a_digit(file: bytes, chance: Random) -> bytes:
    """Replace a digit or letter, so that the file stays readable."""
    at = chance.choice([n for n, byte in enumerate(file) if chr(byte) in "0123456789abcdef"])
    return with_digest(file[:at] + chance.choice("0123456789abcdef").encode() + file[at + 1 :])


def in_params(file: bytes, chance: Random) -> bytes:
    """Change a value or a name in the params, in their canonical form or not."""

    def meddle(document: Document) -> None:
        params: dict[str, Any] = json.loads(document["fair"]["params"])
        inside, name = params, chance.choice(list(params))
        while isinstance(inside[name], dict) and inside[name] and chance.random() < 0.8:
            inside = inside[name]
            name = chance.choice(list(inside))
        match chance.randrange(4):
            case 0:
                del inside[name]
            case 1:
                inside[chance.choice(("sponsor", "shared", "rated", "clock", "\ud800"))] = inside[name]
            case _:
                inside[name] = similar_value(inside[name], chance)
        document["fair"]["params"] = canonical_json(params) if chance.random() < 0.8 else json.dumps(params)

    return forge(file, meddle)


def in_moves(file: bytes, chance: Random) -> bytes:
    """Remove, repeat, exchange or insert a move, and let the line follow."""

    def meddle(document: Document) -> None:
        moves = words(document)
        at, other = chance.randrange(len(moves)), chance.randrange(len(moves))
        match chance.randrange(4):
            case 0:
                del moves[at]
            case 1:
                moves.insert(at, moves[other])
            case 2:
                moves[at], moves[other] = moves[other], moves[at]
            case _:
                moves[at] = chance.choice(MOVES)
        set_words(document, moves)
        document["line"] = " ".join([alone.header(document["rules"]), *moves])

    return forge(file, meddle)


def in_a_receipt(file: bytes, chance: Random) -> bytes:
    """Change a line of a receipt, or the order of receipts."""

    def meddle(document: Document) -> None:
        notes = chance.choice([notes for notes in document["receipts"] if notes])
        at, other = chance.randrange(len(notes)), chance.randrange(len(notes))
        if chance.random() < 0.2:
            notes[at], notes[other] = notes[other], notes[at]
            return
        lines = notes[at].split("\n")
        line = chance.randrange(len(lines))
        lines[line] = similar_value(lines[line], chance) if chance.random() < 0.5 else chance.choice(lines)
        notes[at] = "\n".join(lines)

    return forge(file, meddle)


WAYS: tuple[Callable[[bytes, Random], bytes], ...] = (
    tamper, tamper, a_byte, a_digit, in_params, in_moves, in_a_receipt,
)  # fmt: skip
