"""The parts of a document that follow from others, rewritten after a lie."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from game.runtime.signing_keys import find_signer
from proof.evidence.document import with_digest
from proof.evidence.standalone import verify as alone
from rng.commitment import canonical_json
from tests.worlds.forgeries import Document

Lie = Callable[[Document, Random], None]


class NotApplicable(Exception):
    """The game has nothing that this lie is about."""


def need(condition: object) -> None:
    if not condition:
        raise NotApplicable


def lie(file: bytes, tell: Lie, chance: Random) -> bytes:
    """Return the file with a lie in it, and with the digest, line, table code and receipts that follow."""
    document = json.loads(file)
    tell(document, chance)
    follow(document)
    return with_digest(json.dumps(document, indent=1).encode())


def follow(document: Document) -> None:
    """Rewrite what follows from the rest."""
    fair, rules = document["fair"], document["rules"]
    document["line"] = " ".join([alone.header(rules), *words(document)])
    shown = alone.Fair(fair)
    document["table_code"] = alone.table_code(fair["version"], shown.ctx, shown.secrets)
    if "receipts" not in document:
        return
    signer = document.pop("signer", None) or find_signer(params_of(document)["signer"])
    for seat, notes in enumerate(document["receipts"]):
        expected = [text for _, text in alone.expected_receipts(document, seat)] if notes else []
        document["receipts"][seat] = [signer.sign(text) for text in expected]


def params_of(document: Document) -> dict[str, Any]:
    params: dict[str, Any] = json.loads(document["fair"]["params"])
    return params


def set_params(document: Document, **changed: Any) -> None:
    document["fair"]["params"] = canonical_json(params_of(document) | changed)


def words(document: Document) -> list[str]:
    return [move["move"] for move in document["moves"]]


def set_words(document: Document, moves: list[str]) -> None:
    document["moves"] = [{"move": move, "ms": 0} for move in moves]


def hands_of(document: Document) -> list[dict[str, Any]]:
    return [deal["hands"] for deal in document["deals"] if deal["hands"]]


def redeal(document: Document) -> None:
    """Make every deck again from the links, and deal its cards. The plays stay."""
    fair = alone.Fair(document["fair"])
    for deal in document["deals"]:
        key = fair.key(deal["number"])
        need(key)
        deck = alone.deck(key)
        deal["key"], deal["deck"] = key.hex(), deck
        if deal["cut"]:
            deal["cut"]["cards"] = alone.turned_up(deck)
        else:
            hands = deal["hands"]
            hands["dealt"] = [deck[int(seat == hands["dealer"]) : 12 : 2] for seat in (0, 1)]
            hands["starter"] = deck[12] if hands["starter"] else None
