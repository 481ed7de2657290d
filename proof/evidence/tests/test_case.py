"""All three checkers decide in the same words whether a player's receipts can all be true."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from common.formats.signed_note import Signer, Verifier
from cribbage_site.tests.node import ROOT
from cribbage_site.tests.repetitions import repetitions
from proof.evidence.builder import load_transcript
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.kept import Case
from proof.evidence.checks.verdict import Status
from proof.evidence.document import SignedTranscript, to_file
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.case_files import to_case_file
from proof.evidence.tests.lies import at_step, resigned, signer_of, swap_first_two_cards
from proof.evidence.tests.test_verdicts import changed
from rng.commitment import canonical_json, seat_commitment
from tests.worlds.evidence import at_ply
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db

SECRET = bytes([7] * 32)
HALF = "\ud800"
UNSIGNED_GAME = ROOT / "tests/golden/1.0/resigned.transcript.json"
MEDDLED = repetitions(2_000, one_in=100)


def case_of(transcript: SignedTranscript, seat: int, *more: str) -> Case:
    return with_notes(transcript, (*transcript.receipts[seat], *more))


def with_notes(transcript: SignedTranscript, notes: Sequence[str]) -> Case:
    return Case(
        format="every-other/case/1",
        game=transcript.game,
        params=transcript.fair.params,
        says="",
        receipts=tuple(notes),
    )


def with_lies(transcript: SignedTranscript, lies: Mapping[str, Callable[[str], str]]) -> Case:
    """Return the receipts of seat 0 from a server that signed other texts at these steps."""
    notes = list(transcript.receipts[0])
    for step, change in lies.items():
        n = at_step(transcript, 0, step)
        notes[n] = resigned(transcript, notes[n], change)
    return with_notes(transcript, notes)


def verdict_of(case: Case, transcript: SignedTranscript | None = None) -> dict[str, Any]:
    beside = None if transcript is None else to_file(transcript)
    return agreed(cases=[(to_case_file(case), beside)])[0]


def faults_of(case: Case) -> list[str]:
    faults: list[str] = verdict_of(case)["faults"]
    return faults


def changing(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def line_of(transcript: SignedTranscript, step: str, name: str) -> str:
    note = transcript.receipts[0][at_step(transcript, 0, step)]
    return next(line for line in note.splitlines() if line.startswith(f"{name} "))


def chained(transcript: SignedTranscript, seat: int, changes: Mapping[str, Callable[[str], str]]) -> Case:
    """Return the receipts of a seat from a server that lied at these steps, and continued from its lies."""
    notes, before = [], "-"
    for note in transcript.receipts[seat]:
        text = note.partition("\n\n")[0] + "\n"
        step = text.partition("\nstep ")[2].partition("\n")[0]
        text = re.sub("(?m)^after .*$", f"after {before}", changes.get(step, str)(text))
        notes.append(signer_of(transcript).sign(text))
        before = sha256(text.encode()).hexdigest()
    return with_notes(transcript, notes)


@pytest.mark.slow
def test_receipts_of_an_honest_game_agree(transcript: SignedTranscript):
    key = signer_of(transcript).verifier_key
    for seat in (0, 1):
        verdict = verdict_of(case_of(transcript, seat))
        assert (verdict["verdict"], verdict["faults"], verdict["signed_by"]) == ("true", [], key)
        assert verdict["receipts"] == len(transcript.receipts[seat])


@pytest.mark.slow
def test_honest_case_agrees_with_its_transcript(transcript: SignedTranscript):
    both = verdict_of(case_of(transcript, 0), transcript)
    assert (both["verdict"], both["receipts"]) == ("true", None)
    assert len(both["deals"]) == len(transcript.deals)


@pytest.mark.slow
def test_a_server_that_showed_two_commitments_is_convicted(transcript: SignedTranscript):
    other = seat_commitment(transcript.game, 1, SECRET).hex()
    note = transcript.receipts[0][at_step(transcript, 0, "both-stand")]
    true = f"c1 {transcript.fair.commitments[1]}"
    lie = resigned(transcript, note, lambda text: text.replace(true, f"c1 {other}"))
    faults = faults_of(case_of(transcript, 0, lie))
    assert 'The server signed two different receipts "both-stand" of seat 0.' in faults
    assert 'The receipt "both-stand" of seat 0 names another commitment of seat 1 than the others.' in faults


@pytest.mark.slow
def test_cards_that_the_deck_denies_convict_offline(transcript: SignedTranscript):
    faults = faults_of(with_lies(transcript, {"saw 2": swap_first_two_cards}))
    assert any(fault.startswith("Deal 2: seat 0 was shown ") for fault in faults)
    assert 'The receipt "shown 2" of seat 0 does not follow from the receipt "saw 2" of seat 0.' in faults


@pytest.mark.slow
def test_receipts_in_a_wrong_order_convict(transcript: SignedTranscript):
    def after_another(text: str) -> str:
        head, _, tail = text.partition("after ")
        return f"{head}after {SECRET.hex()}{tail[64:]}"

    assert faults_of(with_lies(transcript, {"shown 1": after_another})) == [
        'The receipt "shown 1" of seat 0 does not follow from the receipt "saw 1" of seat 0.',
        'The receipt "saw 2" of seat 0 does not follow from the receipt "shown 1" of seat 0.',
    ]


@pytest.mark.slow
def test_a_secret_that_was_not_committed_to_convicts(transcript: SignedTranscript):
    true = f"s1 {transcript.fair.secrets[1]}"
    lie = with_lies(transcript, {"opened": lambda text: text.replace(true, f"s1 {SECRET.hex()}")})
    assert "Seat 1's secret is not the one it committed to." in faults_of(lie)


@pytest.mark.slow
def test_a_link_of_another_chain_convicts(transcript: SignedTranscript):
    true = f"link {transcript.fair.links['1']}"
    lie = with_lies(transcript, {"shown 1": lambda text: text.replace(true, f"link {SECRET.hex()}")})
    assert "The link of deal 1 does not lead back to the tip." in faults_of(lie)


@pytest.mark.slow
def test_signed_values_in_an_unusual_form_are_read_the_same(short: SignedTranscript):
    secret, link = str(short.fair.secrets[0]), short.fair.links["1"]
    harmless = [
        with_lies(short, {"opened": changing(secret, secret.upper())}),
        with_lies(short, {"opened": changing(secret, f"{secret[:2]} {secret[2:]}")}),
    ]
    lies = [
        with_lies(short, {"opened": changing(secret, secret[:-2])}),
        with_lies(short, {"opened": changing(secret, SECRET.hex())}),
        with_lies(short, {"opened": changing("\ns1 ", "\ns2 ")}),
        with_lies(short, {"opened": lambda text: text.replace(secret, SECRET.hex())[:-3] + "\n"}),
        with_lies(short, {"shown 0": changing("\nlink ", "\nlink 00"), "shown 1": changing(link, "")}),
        with_lies(short, {"shown 0": changing(short.fair.links["0"], link), "shown 1": changing(link, "")}),
        with_lies(short, {"shown 1": changing(f"link {link}", "link")}),
        with_lies(short, {"saw 1": changing("\ndealt ", "\x1cdealt ")}),
        with_lies(short, {"saw 1": changing("\ndealer ", "\ndealer  ")}),
        with_lies(short, {"over": lambda text: "\n"}),
        with_lies(short, {"over": lambda text: "seat\nstep\n"}),
        with_lies(short, {"over": lambda text: "step saw 1\nseat 0\n\n\x00\n"}),
    ]
    verdicts = agreed(cases=[(to_case_file(case), None) for case in (*harmless, *lies)])
    said = [found["verdict"] for found in verdicts]
    assert said == ["true"] * len(harmless) + ["false"] * len(lies)


@pytest.mark.slow
def test_case_with_gaps_is_no_evidence_of_a_lie(short: SignedTranscript):
    notes = short.receipts[0]
    gaps = [with_notes(short, (*notes[:n], *notes[n + 1 :])) for n in range(len(notes))]
    verdicts = agreed(cases=[(to_case_file(case), None) for case in gaps])
    assert {found["verdict"] for found in verdicts} == {"true"}


@pytest.mark.slow
def test_case_without_receipts_proves_nothing(short: SignedTranscript):
    found = verdict_of(with_notes(short, ()))
    assert (found["verdict"], found["faults"]) == ("unreadable", ["The case has no receipts."])


@pytest.mark.slow
def test_invented_case_is_signed_by_another_key(transcript: SignedTranscript):
    own, theirs = Signer(signer_of(transcript).verifier.name, bytes(32)), transcript.fair.params
    notes = [own.sign(note.partition("\n\n")[0] + "\n") for note in transcript.receipts[0]]
    assert faults_of(with_notes(transcript, notes))[0] == f"Receipt 1 is not signed by {own.verifier.name}."
    params = canonical_json({**json.loads(theirs), "signer": own.verifier_key})
    promise = transcript.receipts[0][0].partition("\n\n")[0] + "\n"
    lie = own.sign(promise.replace(*(sha256(each.encode()).hexdigest() for each in (theirs, params))))
    made_up = msgspec.structs.replace(with_notes(transcript, [lie]), params=params)
    assert verdict_of(made_up)["verdict"] == "true"
    key, file = signer_of(transcript).verifier_key, to_case_file(made_up)
    assert verify_evidence(None, file, key).status is Status.FALSE
    assert alone.verify_both(None, file, key).verdict == "false"


@pytest.mark.slow
def test_unsigned_note_convicts_no_key(short: SignedTranscript):
    first, second, *rest = short.receipts[0]
    name = signer_of(short).verifier.name
    notes = [first.replace("seat 0", "seat 1"), second.partition("\n\n")[0], *rest]
    found = verdict_of(with_notes(short, notes))
    assert (found["verdict"], found["signed_by"]) == ("unreadable", None)
    assert found["faults"] == [f"Receipt 1 is not signed by {name}.", f"Receipt 2 is not signed by {name}."]


@pytest.mark.slow
def test_unsigned_note_does_not_hide_a_lie(short: SignedTranscript):
    lie = with_lies(short, {"saw 1": swap_first_two_cards})
    notes = [short.receipts[0][0].replace("seat 0", "seat 1"), *lie.receipts[1:]]
    found = verdict_of(with_notes(short, notes))
    assert found["verdict"] == "false"
    assert found["faults"] == faults_of(lie)


@pytest.mark.slow
def test_transcript_that_lacks_or_changes_a_players_receipt_is_false(transcript: SignedTranscript):
    lie = with_lies(transcript, {"promise": lambda text: text.replace("step promise", "step promised")})
    assert (
        'The transcript has no receipt "promised" of seat 0, which the server signed.'
        in verdict_of(lie, transcript)["faults"]
    )
    lie = with_lies(transcript, {"over": lambda text: text.replace("value", "worth")})
    assert (
        'The transcript has another receipt "over" of seat 0 than the one that the player kept.'
        in verdict_of(lie, transcript)["faults"]
    )


@pytest.mark.slow
def test_receipts_newer_than_the_transcript_are_no_evidence_of_a_lie(transcript: SignedTranscript):
    at_ply(transcript.game, [move.move for move in transcript.moves].index("#3") + 1)
    live = load_transcript(transcript.game)
    assert isinstance(live, SignedTranscript)
    assert len(live.receipts[0]) < len(transcript.receipts[0])
    assert verdict_of(case_of(transcript, 0), live)["verdict"] == "true"
    lie = with_lies(transcript, {"saw 1": swap_first_two_cards})
    assert verdict_of(lie, live)["verdict"] == "false"


@pytest.mark.slow
def test_case_is_not_true_next_to_a_false_or_unsigned_transcript(short: SignedTranscript):
    case = to_case_file(case_of(short, 0))
    false = to_file(short).replace(b'"rated": false', b'"rated":  true')
    plain = UNSIGNED_GAME.read_bytes()
    verdicts = agreed(cases=[(case, false), (case, plain)])
    assert [found["faults"] for found in verdicts] == [
        ["The file was changed since it was written: its digest does not fit."],
        ["The transcript has no receipts."],
    ]


CHANGES: Sequence[Callable[[dict[str, Any]], Any]] = [
    lambda case: case.update(format="every-other/case/2"),
    lambda case: case.update(format=1),
    lambda case: case.update(receipts="none"),
    lambda case: case.update(receipts=None),
    lambda case: case.update(receipts={}),
    lambda case: case.update(receipts=[1]),
    lambda case: case.update(receipts=[None]),
    lambda case: case.update(receipts=["x" * 10_001]),
    lambda case: case.update(receipts=["x"] * 2_001),
    lambda case: case.update(receipts=["\ud800"]),
    lambda case: case.update(says=None),
    lambda case: case.update(says="\udc00"),
    lambda case: case.update(more=1),
    lambda case: case.pop("params"),
    lambda case: case.update(params={}),
    lambda case: case.update(params="{"),
    lambda case: case.update(params="null"),
    lambda case: case.update(params="[]"),
    lambda case: case.update(params='{"signer": 1}'),
    lambda case: case.update(params="é"),
    lambda case: case.update(params=case["params"] + "\n"),
    lambda case: case.update(game="../.."),
    lambda case: case.update(game="abc\n"),
    lambda case: case.update(game=7),
]

FILES = [
    b"",
    b"null",
    b"[]",
    b"7",
    b"\xff\xfe\x00",
    b"[" * 10_000,
    b'{"format": "every-other/case/1"',
    b"NaN",
]


@pytest.mark.slow
def test_invalid_case_gets_an_explanation(short: SignedTranscript):
    whole = to_case_file(case_of(short, 0))
    documents = [json.loads(whole) for _ in CHANGES]
    for document, change in zip(documents, CHANGES, strict=True):
        change(document)
    twice = whole.replace(b'"says": ', b'"says": "", "says": ')
    files = [*FILES, twice, b"\xef\xbb\xbf" + whole, whole + b"x", whole[:-3], *map(in_bytes, documents)]
    for verdict in agreed(cases=[(file, None) for file in files]):
        assert verdict["verdict"] == "unreadable"
        assert len(verdict["faults"]) == 1


def in_bytes(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.slow
def test_a_note_may_have_ten_thousand_characters_of_any_kind(short: SignedTranscript):
    case = with_notes(short, ["\U0001f0a1" * 10_000])
    assert faults_of(case) == [f"Receipt 1 is not signed by {signer_of(short).verifier.name}."]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a\x1cb", "a\x85", "a\ufeffb", "\ufeff", "a b", "\U0001f0a1", HALF])
def test_the_three_agree_which_name_a_key_may_have(short: SignedTranscript, name: str):
    public = signer_of(short).verifier.public
    assert agreed(cases=[(to_case_file(signed_with(short, name, public)), None)])


@pytest.mark.slow
def test_a_key_for_which_the_curve_has_no_point_is_none(short: SignedTranscript):
    none = next(key for n in range(2, 99) if not alone.point_of(key := n.to_bytes(32, "little")))
    assert faults_of(signed_with(short, "nobody", none)) == ["The params of the case name no key that signs."]


def signed_with(transcript: SignedTranscript, name: str, public: bytes) -> Case:
    """Return a case whose params name this key."""
    hashed = name.replace(HALF, "\ufffd")  # browsers write this for half of a surrogate pair
    key = Verifier(hashed, public).verifier_key.replace(hashed, name, 1)
    params = json.dumps({**json.loads(transcript.fair.params), "signer": key})
    return msgspec.structs.replace(case_of(transcript, 0), params=params)


def meddle(text: str, chance: Random) -> str:
    """Return a receipt's text with a line changed, missing, doubled or reformatted."""
    lines = text.splitlines()
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    name, _, value = lines[at].partition(" ")
    match chance.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines[at] = f"{name} {lines[other].partition(' ')[2]}"
        case 2:
            lines[at] = f"{name} {value.upper()}"
        case 3:
            lines[at] = f"{name} {value.replace(chance.choice(value or '-'), chance.choice('0a5H-'))}"
        case 4:
            lines.insert(at, lines[other])
        case 5:
            lines[at] += chance.choice("\x0b\x1c\x85\u2028\ufeff\xa0 \t") + lines[other]
        case 6:
            lines[at] = name
    return "\n".join(lines) + "\n"


@pytest.mark.slow
def test_all_three_agree_on_random_changes(short: SignedTranscript):
    chance, whole = Random(65), to_case_file(case_of(short, 0))
    files = [changed(whole, chance) for _ in range(MEDDLED)]
    for _ in range(MEDDLED):
        notes = [*short.receipts[0], *short.receipts[1]]
        for n in chance.sample(range(len(notes)), 2):
            notes[n] = resigned(short, notes[n], lambda text: meddle(text, chance))
        files.append(to_case_file(with_notes(short, chance.sample(notes, chance.randrange(len(notes))))))
    verdicts = agreed(cases=[(file, None) for file in files])
    assert {found["verdict"] for found in verdicts} == {"true", "false", "unreadable"}


def test_command_takes_a_case_with_or_without_a_transcript(
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
