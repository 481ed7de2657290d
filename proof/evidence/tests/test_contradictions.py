"""Signed receipts convict a server if they contradict each other."""

from random import Random

import pytest

from cribbage_site.tests.repetitions import repetitions
from proof.evidence.document import SignedTranscript, from_file
from proof.evidence.tests.case_files import to_case_file
from proof.evidence.tests.test_case import (
    SECRET,
    case_of,
    chained,
    changing,
    faults_of,
    line_of,
    meddle,
    verdict_of,
)
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db

LIES = repetitions(400, one_in=20)


@pytest.mark.slow
def test_receipt_that_contradicts_the_moves_convicts(short: SignedTranscript):
    scores, moves = line_of(short, "shown 1", "scores"), line_of(short, "shown 1", "moves")
    first, second = moves.split(" ")[3:5]
    over = line_of(short, "over", "line")
    for lies, fault in (
        (
            {"shown 1": changing(scores, "scores 60 60")},
            f'The receipt "shown 1" of seat 0 says "scores 60 60", and by the moves it is "{scores}".',
        ),
        (
            {"over": changing(over, f"line {SECRET.hex()}")},
            f'The receipt "over" of seat 0 says "line {SECRET.hex()}", and by the moves it is "{over}".',
        ),
        (
            {"over": changing("\nwinner 1", "\nwinner 0")},
            'The receipt "over" of seat 0 says "winner 0", and by the moves it is "winner 1".',
        ),
        (
            {"over": changing("\nscores ", "\nscores 1")},
            f'The receipt "over" of seat 0 says "scores 1{line_of(short, "over", "scores")[7:]}", '
            f'and by the moves it is "{line_of(short, "over", "scores")}".',
        ),
        (
            {"shown 1": changing(moves, moves.replace(f"{first} {second}", f"{second} {first}"))},
            f"Deal 1: the move {second} is not allowed where it stands.",
        ),
        (
            {"shown 2": changing(" a-resign", "")},
            'By the moves the game goes on, and the receipt "over" of seat 0 ends it.',
        ),
    ):
        assert faults_of(chained(short, 0, lies))[0] == fault


@pytest.mark.slow
def test_a_deal_has_one_dealer_and_the_seats_take_turns(short: SignedTranscript):
    dealer = line_of(short, "saw 2", "dealer")
    other = changing(dealer, f"dealer {1 - int(dealer[-1])}")
    says = "of seat 0 names another dealer than the others."
    assert faults_of(chained(short, 0, {"shown 2": other})) == [f'The receipt "shown 2" {says}']
    both = faults_of(chained(short, 0, {"saw 2": other, "shown 2": other}))
    assert both[:2] == [f'The receipt "saw 2" {says}', f'The receipt "shown 2" {says}']
    every = dict.fromkeys(
        ("shown 0", "saw 1", "shown 1"), changing(line_of(short, "saw 1", "dealer"), dealer)
    )
    cut = faults_of(chained(short, 0, every | {"saw 2": other, "shown 2": other}))
    assert any(fault.startswith("Deal 1: seat 0 was shown ") for fault in cut)


@pytest.mark.slow
def test_a_receipt_is_of_a_step_that_a_game_has(short: SignedTranscript):
    for step in ("promised", "saw 0", "saw 01", "shown 256", "saw", "over 1"):
        lie = chained(short, 0, {"over": changing("step over", f"step {step}")})
        assert faults_of(lie)[0] == f'The receipt "{step}" of seat 0 is none that a game has.'
    lie = chained(short, 0, {"over": changing("seat 0", "seat 2")})
    assert faults_of(lie) == ['The receipt "over" of seat 2 is none that a game has.']
    lie = chained(
        short, 0, {"over": lambda text: text.replace("seat 0", "seat 0 saw").replace("step over", "step 1")}
    )
    assert faults_of(lie)[0] == 'The receipt "1" of seat 0 saw is none that a game has.'


@pytest.mark.slow
def test_a_promise_names_no_commitment(short: SignedTranscript):
    lie = chained(short, 0, {"promise": changing("c1 -", f"c1 {short.fair.commitments[1]}")})
    says = 'The receipt "promise" of seat 0 names a commitment before there was one.'
    assert faults_of(lie) == [says]


@pytest.mark.slow
def test_receipts_of_both_seats_must_agree(short: SignedTranscript):
    honest, moves = case_of(short, 0, *short.receipts[1]), line_of(short, "shown 1", "moves")
    assert verdict_of(honest)["verdict"] == "true"
    lies = chained(
        short, 1, {"shown 1": changing(moves, moves + " b-go"), "over": changing("value 1", "value 2")}
    )
    shown = [note for note in lies.receipts if "\nstep shown 1\n" in note or "\nstep over\n" in note]
    assert faults_of(case_of(short, 0, *shown)) == [
        'The receipt "shown 1" of seat 1 has another line "moves" than that of seat 0.',
        'The receipt "over" of seat 1 has another line "value" than that of seat 0.',
    ]


@pytest.mark.slow
def test_every_ending_is_the_one_that_the_receipts_tell(files: dict[str, bytes]):
    cases = []
    for file in files.values():
        transcript = from_file(file)
        assert isinstance(transcript, SignedTranscript)
        cases += [case_of(transcript, seat) for seat in (0, 1) if transcript.receipts[seat]]
    for found in agreed(cases=[(to_case_file(case), None) for case in cases]):
        assert found["faults"] == []


@pytest.mark.slow
def test_all_three_agree_on_a_server_that_continues_from_a_lie(short: SignedTranscript):
    chance, lies = Random(66), []
    for _ in range(LIES):
        step = chance.choice(("saw 1", "shown 0", "shown 1", "shown 2", "over"))
        lies.append(chained(short, 0, {step: lambda text: meddle(text, chance)}))
    assert len(agreed(cases=[(to_case_file(lie), None) for lie in lies])) == LIES
