"""Lies about who signed, and about the public log."""

from hashlib import sha256
from random import Random

from common.formats.signed_note import Signer
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.lying.following import need, params_of, set_params, words
from tests.worlds.forgeries import Document

SEAT_KEY = Signer("seat", bytes(32))


def another_key_signs(document: Document, chance: Random) -> None:
    name = params_of(document)["signer"].partition("+")[0]
    need(any(document["receipts"]))
    document["signer"] = Signer(name, chance.randbytes(32))


def params_name_another_key(document: Document, chance: Random) -> None:
    need(document["deals"])
    signer = Signer("cards.example", chance.randbytes(32))
    set_params(document, signer=signer.verifier_key)
    document["signer"] = signer


def no_receipts_of_a_seat(document: Document, chance: Random) -> None:
    document["receipts"][chance.randrange(2)] = []


def sign_as_a_seat(document: Document, seat: int, moves: list[str]) -> None:
    fair, key = document["fair"], SEAT_KEY.verifier.public.hex()
    about = (f"game {fair['game']}", f"seat {seat}")
    shown = (f"params {alone.sha256(fair['params'])}", f"tip {fair['tip']}")
    bound = (f"commit {fair['commitments'][seat]}", f"key {key}")
    statement = alone.text_of("cribfair/2 seat", *about, *shown, *bound)
    chain = alone.sha256(statement)
    for move in moves:
        chain = alone.sha256(f"{chain} {move}")
    text = alone.text_of("cribfair/2 moves", *about, f"count {len(moves)}", f"moves {chain}")
    document["signatures"][seat] = {
        "key": key,
        "commit": SEAT_KEY.sign_bytes(statement.encode()).hex(),
        "moves": len(moves),
        "signature": SEAT_KEY.sign_bytes(text.encode()).hex() if moves else None,
    }


def own_moves(document: Document, seat: int) -> list[str]:
    need("signatures" in document and not document["players"][seat]["bot"])
    need(document["fair"]["commitments"][seat])
    return alone.own_moves(document, seat)


def a_made_up_key_signs_for_a_seat(document: Document, chance: Random) -> None:
    sign_as_a_seat(document, 0, own_moves(document, 0))


def fewer_moves_are_signed(document: Document, chance: Random) -> None:
    moves = own_moves(document, 0)
    sign_as_a_seat(document, 0, moves[: chance.randint(0, len(moves))])


def a_signature_omits_a_move(document: Document, chance: Random) -> None:
    moves = own_moves(document, 0)
    need(len(moves) > 1)
    del moves[chance.randrange(len(moves) - 1)]
    sign_as_a_seat(document, 0, moves)


def the_clocks_moves_are_signed_too(document: Document, chance: Random) -> None:
    own_moves(document, 0)
    moves = [f"1 {move}" for move in words(document) if move in ("a-pass", "a-flag", "a-left")]
    need(moves)
    sign_as_a_seat(document, 0, [*own_moves(document, 0), *moves])


def the_logs_leaves_swapped(document: Document, chance: Random) -> None:
    log = document.get("log")
    need(log and log["close"])
    log["open"], log["close"] = log["close"], log["open"]


def another_checkpoint(document: Document, chance: Random) -> None:
    log = document.get("log")
    need(log)
    name, size, root = log["checkpoint"].partition("\n\n")[0].split("\n")
    liar = Signer(name, sha256(b"liar").digest())
    log["checkpoint"] = liar.sign(f"{name}\n{int(size) + chance.randint(0, 3)}\n{root}\n")


def another_time_in_the_log(document: Document, chance: Random) -> None:
    need(document.get("log"))
    document["log"]["open"]["at"] -= 1
