"""The code reproduces the published vectors of cribfair/1."""

import hashlib
from typing import Any

import pytest

from rng import commitment
from rng.deal import DealtCards, deal_six, deck
from rng.tests.plain_twister import init_by_array, outputs, plain_deck
from rng.tests.vectors import GAME, VECTORS, numbered_keys, secret_from_formula
from rng.twister import Twister

ID = GAME["game_id"]
X0, SECRET0, SECRET1 = (secret_from_formula(GAME[name]) for name in ("server_secret", "secret0", "secret1"))
CTX = bytes.fromhex(GAME["ctx"])


def test_the_chain_ends_at_the_tip() -> None:
    assert commitment.chain_tip(ID, X0).hex() == GAME["tip"]


@pytest.mark.parametrize(("seat", "secret"), [(0, SECRET0), (1, SECRET1)])
def test_a_seat_commits(seat: int, secret: bytes) -> None:
    assert commitment.seat_commitment(ID, seat, secret).hex() == GAME[f"commitment{seat}"]


def test_the_params_have_one_spelling() -> None:
    assert commitment.canonical_json({"version": "cribfair/1", "game": ID}) == GAME["params"]


def test_the_context_and_its_table_code() -> None:
    tip, c0, c1 = (bytes.fromhex(GAME[name]) for name in ("tip", "commitment0", "commitment1"))
    assert commitment.context(GAME["params"], tip, c0, c1) == CTX
    code = commitment.table_code("cribfair/1", CTX)
    assert code == "a373d 38b01 05e4f 11adf"
    assert code.replace(" ", "") == GAME["table_code"]


def test_the_code_of_a_signed_game_needs_both_secrets() -> None:
    framed = b"".join(
        len(part).to_bytes(4, "big") + part for part in (b"cribfair/1|sas", CTX, SECRET0, SECRET1)
    )
    digits = hashlib.sha256(framed).hexdigest()[:20]
    code = commitment.table_code("cribfair/2", CTX, (SECRET0, SECRET1))
    assert code is not None
    assert code.replace(" ", "") == digits
    for missing in ((None, SECRET1), (SECRET0, None), (None, None)):
        assert commitment.table_code("cribfair/2", CTX, missing) is None


def test_the_secret_of_a_bot_is_committed_to_with_its_game() -> None:
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in (b"cribfair/1|bot", ID.encode(), X0))
    assert commitment.stream_commitment(ID, X0) == hashlib.sha256(framed).digest()
    with pytest.raises(ValueError, match="must be"):
        commitment.stream_commitment(ID, X0[1:])


@pytest.mark.parametrize("deal", GAME["deals"], ids=lambda deal: f"deal {deal['d']}")
def test_every_deal_comes_out(deal: dict[str, Any]) -> None:
    link = commitment.link(ID, X0, deal["d"])
    key = commitment.deal_key(CTX, deal["d"], link, SECRET0, SECRET1)
    cards = deck(key)
    assert link.hex() == deal["link"]
    assert key.hex() == deal["key"]
    assert cards == tuple(deal["deck"])
    assert deal_six(cards) == DealtCards(tuple(deal["pone"]), tuple(deal["dealer"]), deal["starter"])


def test_the_plain_twister_begins_as_the_published_one() -> None:
    published = VECTORS["mt19937_init_by_array"]
    words = outputs(init_by_array(published["key"]))
    assert [next(words) for _ in published["first_outputs"]] == published["first_outputs"]


def test_cpythons_twister_begins_as_the_published_one() -> None:
    published = VECTORS["mt19937_init_by_array"]
    r = Twister(sum(word << 32 * i for i, word in enumerate(published["key"])))
    assert [r.getrandbits(32) for _ in published["first_outputs"]] == published["first_outputs"]


@pytest.mark.slow
def test_a_plain_twister_deals_the_same_two_thousand_decks() -> None:
    for key in numbered_keys(2_000):
        assert deck(key) == plain_deck(key)
