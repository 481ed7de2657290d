"""Signed receipts are compared with the file."""

import json
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from common.formats.signed_note import Signer
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import verify
from proof.evidence.checks.seat_signatures import own_moves
from proof.evidence.document import Signatures, SignedTranscript, to_file, with_digest
from proof.evidence.tests.lies import at_step, resigned, signer_of, swap_first_two_cards
from rng.commitment import canonical_json
from tests.worlds.evidence import at_ply, play_bot_game
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db


def with_receipts(transcript: SignedTranscript, seat: int, notes: list[str]) -> bytes:
    both = list(transcript.receipts)
    both[seat] = tuple(notes)
    return to_file(msgspec.structs.replace(transcript, receipts=tuple(both)))


def verdict_of(file: bytes) -> dict[str, Any]:
    """Return the verdict on which our check, the script and the browser's code agree."""
    return agreed([file])[0]


@pytest.mark.slow
def test_a_transcript_of_today_is_true_and_signed(transcript: SignedTranscript):
    verdict = verdict_of(to_file(transcript))
    assert (verdict["verdict"], verdict["faults"]) == ("true", [])
    assert verdict["signed_by"] == json.loads(transcript.fair.params)["signer"]
    assert verify(to_file(transcript)).description.startswith(
        f"TRUE, signed by {verdict['signed_by']}. Game "
    )


def test_a_bots_game_is_signed_for_its_only_person():
    loaded = load_transcript(play_bot_game())
    assert isinstance(loaded, SignedTranscript)
    assert [len(notes) > 0 for notes in loaded.receipts] == [True, False]
    assert verify(to_file(loaded)).signed_by is not None


@pytest.mark.slow
def test_a_receipt_that_is_missing_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])[:-1]
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        'Seat 0: the receipt "over" is missing.'
    ]


@pytest.mark.slow
def test_a_receipt_of_the_middle_that_is_missing_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[1])
    del notes[at_step(transcript, 1, "saw 2")]
    faults = verdict_of(with_receipts(transcript, 1, notes))["faults"]
    assert 'Seat 1: the receipt "saw 2" tells something else.' in faults
    assert 'Seat 1: the receipt "over" is missing.' in faults


@pytest.mark.slow
def test_a_forged_receipt_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "saw 1")
    head, _, tail = notes[n].partition("dealt ")
    notes[n] = f"{head}dealt {'AS' if not tail.startswith('AS') else '2S'}{tail[2:]}"
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        f'Seat 0: the receipt "saw 1" is not signed by {signer_of(transcript).verifier.name}.',
    ]


@pytest.mark.slow
def test_a_receipt_of_other_cards_is_found_though_it_is_signed(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "saw 1")
    notes[n] = resigned(transcript, notes[n], swap_first_two_cards)
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        'Seat 0: the receipt "saw 1" tells something else.'
    ]


@pytest.mark.slow
def test_a_doubled_receipt_is_found(transcript: SignedTranscript):
    notes = [*transcript.receipts[0], transcript.receipts[0][-1]]
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        "Seat 0 has more receipts than there are steps."
    ]


@pytest.mark.slow
def test_transcript_without_receipts_is_true_but_unsigned(transcript: SignedTranscript):
    verdict = verdict_of(to_file(msgspec.structs.replace(transcript, receipts=((), ()))))
    assert (verdict["verdict"], verdict["signed_by"]) == ("true", None)


def with_params(transcript: SignedTranscript, params: str) -> bytes:
    fair = msgspec.structs.replace(transcript.fair, params=params)
    return to_file(msgspec.structs.replace(transcript, fair=fair))


@pytest.mark.slow
def test_params_that_say_something_else_than_the_file_are_found(transcript: SignedTranscript):
    true = json.loads(transcript.fair.params)
    no_clock = {"target": true["rules"]["target"], "counting": true["rules"]["counting"]}
    for name, value, fault in (
        ("rated", True, "The params say otherwise whether the game is rated."),
        ("brains", [{"name": "novice"}], "The params name another bot."),
        ("brains", None, "The params name another bot."),
        ("signer", "nobody", "The params name no key that signs receipts."),
        ("beacon", "a number of tomorrow", "The beacon in the params is not null."),
        ("rules", no_clock, "The params name other rules."),
    ):
        file = with_params(transcript, canonical_json(true | {name: value}))
        assert fault in verdict_of(file)["faults"]


@pytest.mark.slow
def test_duplicate_name_makes_a_file_unreadable(transcript: SignedTranscript):
    file = to_file(transcript)
    twice = [
        file.replace(b'"rated": ', b'"rated": true, "rated": '),
        file.replace(b'"rated": ', rb'"rate\u0064": true, "rated": '),
        file.replace(b'"scores": ', b'"scores": [0, 0], "scores": '),
        file.replace(b'"name": ', b'"name": "a \\"colon\\": ", "name": ', 1),
    ]
    for found in agreed([with_digest(each) for each in twice]):
        assert found["faults"] == ["This is not a complete transcript of Every Other."]


@pytest.mark.slow
def test_a_bots_secret_is_the_one_that_the_params_promise():
    loaded = load_transcript(play_bot_game())
    changed = msgspec.structs.replace(loaded, bot_stream="00" * 32)
    assert verdict_of(to_file(changed))["faults"] == [
        "The bot's secret is not the one that the params promise."
    ]


@pytest.mark.slow
def test_a_bots_secret_is_shown_once_the_game_is_over():
    game = play_bot_game()
    withheld = msgspec.structs.replace(load_transcript(game), bot_stream=None)
    assert verdict_of(to_file(withheld))["faults"] == ["The game is over, and the bot's secret is not shown."]
    at_ply(game, 9)
    assert verdict_of(to_file(load_transcript(game)))["verdict"] == "true"


@pytest.mark.slow
def test_signatures_of_a_seat_are_checked_against_commitment_and_moves(transcript: SignedTranscript):
    signed = sign_as_seat(transcript, 0, moves=4)
    assert verdict_of(to_file(signed))["verdict"] == "true"
    mine = signed.signatures[0]
    assert mine is not None
    for change, fault in (
        ({"commit": "00" * 64}, "The signature of seat 0 does not fit its commitment."),
        ({"moves": 5}, "The signature of seat 0 does not fit its first 5 moves."),
        ({"moves": 999}, "Seat 0 made fewer moves than it is said to have signed."),
        (
            {"signature": None},
            "The signature of seat 0 and the number of moves that it signed do not fit.",
        ),
        ({"key": "00" * 32}, "The signature of seat 0 does not fit its commitment."),
    ):
        changed = msgspec.structs.replace(mine, **change)
        file = to_file(msgspec.structs.replace(signed, signatures=(changed, None)))
        assert fault in verdict_of(file)["faults"]


def sign_as_seat(transcript: SignedTranscript, seat: int, moves: int) -> SignedTranscript:
    """Return the same game, in which a seat signed so many of its moves."""
    signer = Signer("seat", bytes([9] * 32))
    key = signer.verifier.public.hex()
    params = sha256(transcript.fair.params.encode()).hexdigest()
    about = f"game {transcript.game}\nseat {seat}\n"
    shown = f"tip {transcript.fair.tip}\ncommit {transcript.fair.commitments[seat]}\nkey {key}\n"
    statement = f"cribfair/2 seat\n{about}params {params}\n{shown}"
    chain = sha256(statement.encode()).hexdigest()
    for move in own_moves(transcript, seat)[:moves]:
        chain = sha256(f"{chain} {move}".encode()).hexdigest()
    text = f"cribfair/2 moves\n{about}count {moves}\nmoves {chain}\n"
    commit, signature = (signer.sign_bytes(each.encode()).hex() for each in (statement, text))
    both = [None, None]
    both[seat] = Signatures(key=key, commit=commit, moves=moves, signature=signature)  # type: ignore[call-overload]
    return msgspec.structs.replace(transcript, signatures=tuple(both))


def test_each_receipt_has_the_hash_of_the_previous_one(transcript: SignedTranscript):
    texts = [note.partition("\n\n")[0] + "\n" for note in transcript.receipts[0]]
    assert len(texts) > 1
    for before, after in pairwise(texts):
        assert f"\nafter {sha256(before.encode()).hexdigest()}\n" in after
