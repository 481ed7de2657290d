"""The commands break_shuffle and recover_twister, from the command line."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rng.lab.borland import asf
from rng.lab.cards import cards_text, dealt_hand

SIX = ["9C", "3H", "3S", "10S", "2h", "qs"]


def told(*words: str, fails: int = 0) -> str:
    """Return the output of a command after checking its exit status."""
    out = StringIO()
    try:
        call_command(*words, stdout=out)
        status = 0
    except CommandError as fault:
        status = fault.returncode
    assert status == fails
    return out.getvalue()


@pytest.mark.slow
def test_a_hand_and_its_starter_are_broken() -> None:
    answer: dict[str, Any] = json.loads(told("break_shuffle", *SIX, "--starter", "4H", "--json"))
    assert answer["found"] == 1
    assert answer["searched"] == 2**32
    (state,) = answer["states"]
    assert state["state"] == 987654321
    assert state["opponent"] == ["6H", "7H", "KD", "4S", "7D", "JH"]
    assert state["deck"][0:12:2] == answer["cards"] == ["9C", "3H", "3S", "TS", "2H", "QS"]
    assert [sorted(deck) for deck in state["next"]] == [sorted(state["deck"])] * 3
    assert state["clock"] is answer["dealt"] is None


def test_a_demonstration_by_the_clock_names_the_millisecond() -> None:
    said = told("break_shuffle", "--demo", "--seed", "3", "--shuffle", "asf", "--within", "100")
    assert "state 68940084, when the room's clock showed 19:09:00.084" in said
    assert said.rstrip().endswith("It was dealt from 68940084: found.")


def test_midnight_is_a_time_of_day() -> None:
    six = cards_text(dealt_hand("dealer", asf(2).cards)).split()
    clock = ("--shuffle", "asf", "--clock", "00:00:00", "--within", "9")
    answer = json.loads(told("break_shuffle", *six, "--seat", "dealer", *clock, "--json"))
    assert [state["clock"] for state in answer["states"]] == ["00:00:00.002"]
    assert answer["searched"] == 18_001


@pytest.mark.slow
def test_too_few_cards_report_the_number_of_remaining_states() -> None:
    with pytest.raises(CommandError, match="These 3 cards leave 32,398 states, too many to name one"):
        call_command("break_shuffle", "9C", "3H", "3S", stdout=StringIO())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "Name the cards you were dealt"),
        ("1H", "“1H” is no card"),
        ("5H 5h", "The 5H is there twice."),
        ("AC 2C 3C 4C 5C 6C 7C", "here are 7"),
        ("5H 6H --starter 5H", "can't be both"),
        ("5H --clock 14:00:00", "Only --shuffle asf is set by a clock."),
        ("5H --shuffle asf --within 9", "Say with --within what the clock shows"),
        ("5H --demo", "not both"),
        ("5H --shuffle asf --clock 24:00:00", "a time of day"),
        ("5H --shuffle asf --clock 1:00:00 --within 0", "a whole number of seconds"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(words: str, says: str) -> None:
    with pytest.raises(CommandError, match=says) as refused:
        call_command("break_shuffle", *words.split())
    assert refused.value.returncode in (1, 2)


@pytest.mark.slow
def test_an_unrecovered_twister_is_reported_with_the_missing_bits() -> None:
    answer = json.loads(told("recover_twister", "--deals", "20", "--json", fails=1))
    assert (answer["unknown"], answer["recovered"], answer["contradictions"]) == (19937, False, 0)
    assert answer["rank"] == answer["equations"]
    assert sorted(answer["foretold"]) == sorted(answer["dealt"])
    with pytest.raises(CommandError, match="bits are still open"):
        call_command("recover_twister", "--deals", "20", stdout=StringIO())
