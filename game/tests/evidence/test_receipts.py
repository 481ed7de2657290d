"""What was signed is held against what the file says, and against what a player kept."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from common.signed_note import Signer
from game.engine.state import Rules
from game.evidence.builder import load_transcript
from game.evidence.case import Case, to_case_file, verify_case, verify_evidence
from game.evidence.check import verify
from game.evidence.document import Signatures, SignedTranscript, to_file
from game.evidence.seat_signatures import own_moves
from game.evidence.standalone import verify as alone
from game.evidence.verdict import Status
from game.runtime.signing_keys import find_signer
from game.tests.evidence.games import play_bot_game, play_two_player_game
from game.tests.evidence.test_verdicts import agreed
from rng.commitment import seat_commitment

pytestmark = pytest.mark.django_db

SECRET = bytes([7] * 32)


@pytest.fixture
def transcript() -> SignedTranscript:
    loaded = load_transcript(play_two_player_game(Rules(target=61)))
    assert isinstance(loaded, SignedTranscript)
    return loaded


def signer_of(transcript: SignedTranscript) -> Signer:
    signer = find_signer(json.loads(transcript.fair.params)["signer"])
    assert signer is not None
    return signer


def with_receipts(transcript: SignedTranscript, seat: int, notes: list[str]) -> bytes:
    both = list(transcript.receipts)
    both[seat] = tuple(notes)
    return to_file(msgspec.structs.replace(transcript, receipts=tuple(both)))


def resigned(transcript: SignedTranscript, note: str, change: Callable[[str], str]) -> str:
    """What a lying server makes of a receipt: another text, truly signed."""
    return signer_of(transcript).sign(change(note.partition("\n\n")[0] + "\n"))


def verdict_of(file: bytes) -> dict[str, Any]:
    """The verdict that our own check, the script and the browser's code all give."""
    return agreed([file])[0]


def at_step(transcript: SignedTranscript, seat: int, step: str) -> int:
    return next(n for n, note in enumerate(transcript.receipts[seat]) if f"\nstep {step}\n" in note)


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


def test_a_receipt_that_is_missing_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])[:-1]
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        'Seat 0: the receipt "over" is missing.'
    ]


def test_a_receipt_of_the_middle_that_is_missing_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[1])
    del notes[at_step(transcript, 1, "saw 2")]
    faults = verdict_of(with_receipts(transcript, 1, notes))["faults"]
    assert 'Seat 1: the receipt "saw 2" tells something else.' in faults
    assert 'Seat 1: the receipt "over" is missing.' in faults


def test_a_forged_receipt_is_found(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "saw 1")
    head, _, tail = notes[n].partition("dealt ")
    notes[n] = f"{head}dealt {'AS' if not tail.startswith('AS') else '2S'}{tail[2:]}"
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        f'Seat 0: the receipt "saw 1" is not signed by {signer_of(transcript).verifier.name}.',
    ]


def test_a_receipt_of_other_cards_is_found_though_it_is_signed(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "saw 1")
    notes[n] = resigned(transcript, notes[n], swap_first_two_cards)
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        'Seat 0: the receipt "saw 1" tells something else.'
    ]


def test_a_doubled_receipt_is_found(transcript: SignedTranscript):
    notes = [*transcript.receipts[0], transcript.receipts[0][-1]]
    assert verdict_of(with_receipts(transcript, 0, notes))["faults"] == [
        "Seat 0 has more receipts than there are steps."
    ]


def test_a_transcript_without_any_receipt_is_true_but_nobody_signed_it(transcript: SignedTranscript):
    verdict = verdict_of(to_file(msgspec.structs.replace(transcript, receipts=((), ()))))
    assert (verdict["verdict"], verdict["signed_by"]) == ("true", None)


def test_params_that_say_something_else_than_the_file_are_found(transcript: SignedTranscript):
    for name, value, fault in (
        ("rated", True, "The params say otherwise whether the game is rated."),
        ("brains", [{"name": "novice"}], "The params name another bot."),
        ("brains", None, "The params name another bot."),
        ("signer", "nobody", "The params name no key that signs receipts."),
    ):
        params = json.dumps({**json.loads(transcript.fair.params), name: value})
        fair = msgspec.structs.replace(transcript.fair, params=params)
        verdict = verdict_of(to_file(msgspec.structs.replace(transcript, fair=fair)))
        assert fault in verdict["faults"]


def test_a_bots_secret_is_the_one_that_the_params_promise():
    loaded = load_transcript(play_bot_game())
    changed = msgspec.structs.replace(loaded, bot_stream="00" * 32)
    assert verdict_of(to_file(changed))["faults"] == [
        "The bot's secret is not the one that the params promise."
    ]


def test_a_seats_signatures_are_held_against_its_commitment_and_moves(transcript: SignedTranscript):
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
    """The same game, in which a seat signed so many of its moves."""
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


# Cases: what a page kept.


def swap_first_two_cards(text: str) -> str:
    head, _, cards = text.partition("dealt ")
    first, second, rest = cards.split(" ", 2)
    return f"{head}dealt {second} {first} {rest}"


def case_of(transcript: SignedTranscript, seat: int, *more: str) -> Case:
    return Case(
        format="every-other/case/1",
        game=transcript.game,
        params=transcript.fair.params,
        says="",
        receipts=(*transcript.receipts[seat], *more),
    )


def faults_of(case: Case) -> tuple[str, ...]:
    """What our own check and the script both find in a case."""
    file = to_case_file(case)
    found = verify_case(file)
    by_script = alone.verify_case(file)
    assert alone.describe(by_script) == found.description
    assert tuple(by_script.faults) == found.faults
    return found.faults


def test_receipts_of_an_honest_game_agree(transcript: SignedTranscript):
    for seat in (0, 1):
        verdict = verify_case(to_case_file(case_of(transcript, seat)), transcript)
        assert (verdict.status, verdict.faults) == (Status.TRUE, ())
        assert "receipts agree with one another" in verdict.description


def test_a_server_that_showed_two_commitments_is_convicted(
    transcript: SignedTranscript,
):
    other = seat_commitment(transcript.game, 1, SECRET).hex()
    n = at_step(transcript, 0, "both-stand")
    lie = resigned(
        transcript,
        transcript.receipts[0][n],
        lambda text: text.replace(f"c1 {transcript.fair.commitments[1]}", f"c1 {other}"),
    )
    faults = faults_of(case_of(transcript, 0, lie))
    assert 'The server signed two different receipts "both-stand" of seat 0.' in faults
    assert 'The receipt "both-stand" of seat 0 names another commitment of seat 1 than the others.' in faults


def test_cards_that_the_deck_denies_convict_offline(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "saw 2")
    notes[n] = resigned(transcript, notes[n], swap_first_two_cards)
    faults = faults_of(replace_receipts(case_of(transcript, 0), notes))
    assert any(fault.startswith("Deal 2: seat 0 was shown ") for fault in faults)
    assert 'The receipt "shown 2" of seat 0 does not follow from the receipt "saw 2" of seat 0.' in faults


def replace_receipts(case: Case, notes: list[str]) -> Case:
    return msgspec.structs.replace(case, receipts=tuple(notes))


def test_a_secret_that_was_not_committed_to_convicts(transcript: SignedTranscript):
    notes = list(transcript.receipts[0])
    n = at_step(transcript, 0, "opened")
    notes[n] = resigned(
        transcript,
        notes[n],
        lambda text: text.replace(f"s1 {transcript.fair.secrets[1]}", f"s1 {SECRET.hex()}"),
    )
    assert "Seat 1's secret is not the one it committed to." in faults_of(
        replace_receipts(case_of(transcript, 0), notes)
    )


def test_a_case_with_gaps_accuses_nobody(transcript: SignedTranscript):
    for n in range(len(transcript.receipts[0])):
        notes = list(transcript.receipts[0])
        del notes[n]
        assert faults_of(replace_receipts(case_of(transcript, 0), notes)) == ()


def test_a_case_that_the_player_made_up_is_signed_by_another_key(transcript: SignedTranscript):
    own = Signer(signer_of(transcript).verifier.name, bytes(32))
    notes = [own.sign(note.partition("\n\n")[0] + "\n") for note in transcript.receipts[0]]
    faults = faults_of(replace_receipts(case_of(transcript, 0), notes))
    assert faults[0] == f"Receipt 1 is not signed by {own.verifier.name}."
    params = {**json.loads(transcript.fair.params), "signer": own.verifier_key}
    made_up = msgspec.structs.replace(case_of(transcript, 0), params=json.dumps(params))
    key, file = signer_of(transcript).verifier_key, to_case_file(made_up)
    assert verify_evidence(None, file, key).status is Status.FALSE
    assert alone.verify_both(None, file, key).verdict == "false"


def test_a_transcript_that_has_another_receipt_than_the_player_kept_is_found(transcript: SignedTranscript):
    kept = list(transcript.receipts[0])
    n = at_step(transcript, 0, "promise")
    kept[n] = resigned(transcript, kept[n], lambda text: text.replace("step promise", "step promised"))
    verdict = verify_case(to_case_file(replace_receipts(case_of(transcript, 0), kept)), transcript)
    assert 'The transcript has no receipt "promised" of seat 0, which the server signed.' in verdict.faults


@pytest.mark.parametrize(
    "change",
    [
        lambda case: case.update(format="every-other/case/2"),
        lambda case: case.update(receipts="none"),
        lambda case: case.update(receipts=[1]),
        lambda case: case.update(more=1),
        lambda case: case.pop("params"),
        lambda case: case.update(params="{"),
        lambda case: case.update(params="é"),
        lambda case: case.update(game="../.."),
    ],
)
def test_what_is_no_case_gets_a_sentence(
    transcript: SignedTranscript, change: Callable[[dict[str, Any]], Any]
):
    document = json.loads(to_case_file(case_of(transcript, 0)))
    change(document)
    file = json.dumps(document).encode()
    verdict = verify_case(file)
    assert verdict.status is Status.UNREADABLE
    assert len(verdict.faults) == 1
    assert alone.describe(alone.verify_case(file)) == verdict.description


@pytest.mark.parametrize(
    "text", ["", "seat\n", "cribfair/2 receipt\nseat 0\nstep opened\n", "\x00\n", "step saw 1\nseat 0\n"]
)
def test_signed_nonsense_is_told_and_nothing_breaks(transcript: SignedTranscript, text: str):
    note = signer_of(transcript).sign(text or "\n")
    assert verify_case(to_case_file(replace_receipts(case_of(transcript, 0), [note]))).status is not None


def test_the_command_takes_a_case_alone_or_beside_a_transcript(
    transcript: SignedTranscript, tmp_path: Any, capsys: pytest.CaptureFixture[str]
):
    game, case = tmp_path / "game.json", tmp_path / "case.json"
    game.write_bytes(to_file(transcript))
    case.write_bytes(to_case_file(case_of(transcript, 0)))
    key = signer_of(transcript).verifier_key
    for given in (["--receipts", str(case)], [str(game), "--receipts", str(case), "--key", key]):
        call_command("verify_game", *given)
        assert capsys.readouterr().out.startswith(f"TRUE, signed by {key}.")
    with pytest.raises(SystemExit):
        call_command("verify_game", str(game), "--key", key.replace("127", "128"))
    assert "not signed by the key that was named" in capsys.readouterr().out


def test_each_receipt_hangs_on_the_one_before(transcript: SignedTranscript):
    texts = [note.partition("\n\n")[0] + "\n" for note in transcript.receipts[0]]
    for before, after in pairwise(texts):
        assert f"\nafter {sha256(before.encode()).hexdigest()}\n" in after


def test_the_verdict_on_a_case_can_be_read_by_programs(transcript: SignedTranscript):
    verdict = verify_case(to_case_file(case_of(transcript, 0)))
    assert replace(verdict, faults=("x",)).to_json()["faults"] == ("x",)
    assert verdict.to_json()["receipts"] == len(transcript.receipts[0])
